/**
 * Rondas that were asked for and not seen yet: on this tablet's disk, told to the server for the Inspectors, and taken
 * down in the log once somebody has seen the cards, where they were asked for.
 */

import { Refusal, Unreachable } from './api.js';
import { word } from './lines.js';
import { counts } from './log.js';
import { cardName } from './names.js';
import { t } from './texts.js';
import { uuid } from './uuid.js';

const EVERY_MS = 3000;
/** What may stand again after a ronda that comes before it: none of them names another by its number. */
const STANDS_AGAIN = ['caida', 'limpia', 'caida-limpia', 'caida-en-ronda', 'cuatro-caidas', 'ronda', 'doble-ronda', 'mal-pedido', 'fuera-de-turno'];

/**
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Choice} Choice
 *
 * @typedef {object} Claim
 * @property {string} client_id
 * @property {'ronda'|'doble-ronda'} jugada
 * @property {Side} subject
 * @property {string} label
 * @property {import('./types.js').Points|null} points what it would give
 * @property {string} claimed_at
 * @property {number} seq number of the last jugada when it was asked for
 * @property {''|'verificada'|'no-procede'} outcome
 * @property {string} rank
 */

export class Rondas {
  /** Asked for, and not decided. @type {Claim[]} */
  claims = [];

  #screen;
  /** Decided here, and not told to the server yet. @type {Claim[]} */
  #decided = [];
  #timer = 0;
  #closed = false;

  /** @param {import('./screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    if (screen.table.practice) return;
    screen.app.storage.get(this.#key).then((kept) => {
      if (!kept) return;
      this.claims = [...kept.claims, ...this.claims];
      this.#decided = kept.decided;
      this.#send();
    });
  }

  get #key() {
    return `rondas:${this.#screen.table.mesa.id}`;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** @param {Side} side */
  of(side) {
    return this.claims.filter(({ subject }) => subject === side);
  }

  /**
   * What the players are told while it waits, where by now it would reach forty: then only the Juez of the mesa verifies it.
   * @param {Claim} claim @returns {string|undefined}
   */
  hold({ jugada, subject }) {
    return this.#screen.table.choice(jugada, subject)?.hold;
  }

  /** Nobody has seen the cards yet. @param {Choice} choice */
  claim({ jugada, subject, label, points }) {
    const { table } = this.#screen;
    const claimed = { client_id: uuid(), claimed_at: new Date().toISOString(), seq: table.saved, outcome: '', rank: '' };
    this.claims = [...this.claims, /** @type {Claim} */ ({ ...claimed, jugada, subject, label, points })];
    this.#changed();
  }

  /** The Juez has seen the cards. @param {Claim} claim @param {string} rank empty where it is no ronda */
  decide(claim, rank) {
    this.#decided = [...this.#decided, { ...claim, outcome: rank ? 'verificada' : 'no-procede', rank }];
    this.#settle(claim, rank);
    this.#changed();
  }

  /** @param {Claim} claim @param {string} rank @param {string|null} [by] who saw it, if not the Juez */
  #settle(claim, rank, by = null) {
    const { app, table } = this.#screen;
    this.claims = this.claims.filter(({ client_id }) => client_id !== claim.client_id);
    const { label, subject, points } = claim;
    const text = t(rank ? 'ronda.was-verified' : 'ronda.was-rejected', { label, side: subject, rank: cardName(table, rank), by: by ?? t('juez') });
    if (rank && !table.readOnly) this.#record(claim, { line: `${claim.jugada} ${subject} ${rank}`, label, subject, points });
    if (by || !rank) this.#screen.say({ text, actions: [] });
    app.update();
  }

  /**
   * Where it was asked for: what was recorded since is taken back and recorded again after it, if that is needed and
   * can be done.
   * @param {Claim} claim @param {import('./table.js').Tap} ronda
   */
  #record(claim, ronda) {
    const { table } = this.#screen;
    const since = table.log.filter((row) => row.seq > claim.seq && counts(row));
    const late = !table.choice(claim.jugada, claim.subject)?.allowed;
    if (!late || since.length === 0 || !since.every(({ notation }) => STANDS_AGAIN.includes(word(notation)))) {
      this.#screen.record(ronda);
      return;
    }
    const undone = since.map(({ label }) => ({ line: /** @type {any} */ (null), label: t('log.undo', { text: label }) }));
    const again = since.map(({ notation, label, points }) => ({ line: notation, label, subject: /** @type {Side} */ (notation.split(' ')[1]?.[0]), points }));
    this.#screen.record(...undone, ronda, ...again);
  }

  #changed() {
    this.#screen.app.update();
    if (!this.#screen.table.practice) this.#keep().then(() => this.#send());
  }

  #keep() {
    return this.#screen.app.storage.set(this.#key, { claims: this.claims, decided: this.#decided });
  }

  /** Tell the server what is asked and what was decided; hear what an Inspector decided. */
  async #send() {
    clearTimeout(this.#timer);
    try {
      for (const claim of [...this.#decided]) {
        await this.#tell(claim);
        this.#decided = this.#decided.filter((each) => each !== claim);
        await this.#keep();
      }
      for (const claim of [...this.claims]) {
        const { outcome, rank, decided_by: by } = await this.#tell(claim);
        if (!outcome || !this.claims.includes(claim)) continue;
        this.#settle(claim, rank, by);
        await this.#keep();
      }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
    if (!this.#closed && this.claims.length + this.#decided.length > 0) this.#timer = setTimeout(() => this.#send(), EVERY_MS);
  }

  /** What an Inspector decided before stands: the Juez who saw otherwise corrects it in the log. @param {Claim} claim */
  async #tell(claim) {
    const { app, table } = this.#screen;
    const { client_id, jugada, subject, claimed_at, outcome, rank } = claim;
    const closes = this.hold(claim) !== undefined;
    try {
      return await app.api.post(`/mesas/${table.mesa.id}/rondas`, { client_id, jugada, subject, claimed_at, closes, outcome, rank });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { outcome: '', rank: '', decided_by: null };
    }
  }
}
