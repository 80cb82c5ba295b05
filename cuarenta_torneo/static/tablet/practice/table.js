/**
 * A table for practice: what the screens ask of a table, answered by the rulebook on this tablet and by nothing else.
 * It knows no server, no outbox and no disk, so nothing of it can reach a mesa; when it is left, it is gone.
 */

import { word } from '../lines.js';

/**
 * @typedef {import('../types.js').Choice} Choice
 * @typedef {import('../types.js').Side} Side
 * @typedef {{label: string, line?: string|null, subject?: Side|null, points?: import('../types.js').Points|null, key?: string, ask?: import('../types.js').Ask|null}} Tap
 */

const NOTHING = Object.freeze(/** @type {never[]} */ ([]));

export class PracticeTable extends EventTarget {
  /** What tells it from a table of a mesa. */
  practice = true;
  planilla = null;
  lease = { mine: true, holder: null };
  link = 'saved';
  problem = null;
  readOnly = false;
  provisional = false;
  unsent = 0;
  oldestUnsent = null;
  pending = NOTHING;
  unfolded = NOTHING;
  aside = NOTHING;
  refused = NOTHING;
  unwritten = NOTHING;

  mesa;
  #engine;
  #over;
  /** @type {import('../engine/engine.js').Folded} */
  #folded;
  #turn = Promise.resolve(true);

  /**
   * @param {import('../engine/engine.js').Engine} engine @param {import('../types.js').MesaPayload} mesa
   * @param {import('../engine/engine.js').Folded} folded @param {() => void} over what comes after the mesa has ended
   */
  constructor(engine, mesa, folded, over) {
    super();
    this.#engine = engine;
    this.#folded = folded;
    this.#over = over;
    this.mesa = mesa;
  }

  get state() {
    return this.#folded.state;
  }

  get legal() {
    return this.#folded.legal;
  }

  get log() {
    return this.#folded.log;
  }

  get saved() {
    return this.log.length;
  }

  get acked() {
    return this.log.length;
  }

  /** @param {string} jugada @param {Side|null} [subject] @param {string|null} [finding] */
  choice(jugada, subject = null, finding = null) {
    return this.legal.find((each) => each.jugada === jugada && each.subject === subject && (each.finding ?? null) === finding);
  }

  /** @param {...Tap} taps */
  record(...taps) {
    this.#turn = this.#turn.then(() => this.#record(taps));
    return this.#turn;
  }

  idle() {
    return this.#turn;
  }

  /** @param {string} label */
  undo(label) {
    return this.record({ label });
  }

  /** @param {string} notation @param {string[]} [before] */
  preview(notation, before) {
    return this.#engine.preview(notation, before);
  }

  /** @param {import('../types.js').LiftAsked} asked */
  judgeLift(asked) {
    return this.#engine.lift(asked);
  }

  /** @param {number[]} seqs */
  contested(seqs) {
    return this.#engine.contested(seqs);
  }

  /** There is nothing to sign in a practice. */
  async freeze() {
    this.#over();
  }

  /** In the language that was chosen. */
  async relabel() {
    const lines = this.log.map(({ notation }) => notation);
    this.#folded = await this.#engine.open(/** @type {any} */ (this.mesa.header), lines);
    this.dispatchEvent(new Event('change'));
  }

  retry() {}

  refresh() {}

  dismiss() {}

  close() {}

  /** @param {Tap[]} taps */
  async #record(taps) {
    for (const tap of taps) {
      const line = tap.line ?? this.choice('anula')?.line;
      if (!line) return false;
      const { refused, folded } = await this.#engine.record([line]);
      this.#folded = { ...folded, log: [...this.log.slice(0, folded.base), ...folded.log], base: 0 };
      if (refused) {
        const key = tap.key ?? `${word(line)} ${tap.subject ?? ''}`;
        this.dispatchEvent(new CustomEvent('refused', { detail: { ...tap, ...refused, key } }));
        return false;
      }
    }
    this.dispatchEvent(new Event('change'));
    return true;
  }
}
