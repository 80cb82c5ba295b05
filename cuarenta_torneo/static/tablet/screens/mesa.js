/** One mesa: what its state asks for is what is shown, from the sorteo to the signatures. */

import { html } from 'lit/html.js';

import { Calling } from '../calling.js';
import { Law } from '../law.js';
import { header, onlyLooks } from '../parts/header.js';
import { openRare, rare } from '../rare.js';
import { remember } from '../resume.js';
import { Rondas } from '../rondas.js';
import { t } from '../texts.js';
import { Play } from './play.js';
import { Sorteo } from './sorteo.js';
import { unsaved } from './unsaved.js';

const UNDONE_MS = 8000;
/** How often the age of what is not sent is told anew. */
const AGE_MS = 5000;

/** @typedef {{text: string, actions: {label: string, act: () => void}[], refused?: boolean}} Toast */

export class Mesa {
  /** @type {Toast|null} */
  toast = null;
  /** Which pareja is on the left. @type {import('../types.js').Side[]} */
  sides = ['A', 'B'];

  /** Where the Juez follows the data card by card. @type {import('./cards.js').Cards|null} */
  #cards = null;
  #toastTimer = 0;
  #ageTimer = setInterval(() => this.table.unsent > 0 && this.app.update(), AGE_MS);
  #sorteo;
  #play;
  /** How the screen was laid out when it was painted last. */
  #layout = '';
  /** @type {import('./signing.js').Signing|null} */
  #signing = null;
  #fetching = false;
  #closed = new AbortController();
  #onChange = () => {
    if (this.table.unwritten.length > 0) this.app.close();
    else this.app.updateSoon();
  };
  #onRefused = (/** @type {any} */ { detail }) => {
    if (detail.code !== 'relevo') this.#play.refused(detail);
    this.#onAside();
  };
  /** What the log did not take goes to quarantine at once. */
  #onAside = () => void this.app.keeping.run();

  /** @param {import('../app.js').App} app @param {import('../table.js').Table} table */
  constructor(app, table) {
    this.app = app;
    this.table = table;
    /** What was asked of the Mesa de Control; null where there is none to hear it. @type {Calling|null} */
    this.calling = table.practice ? null : new Calling(app, table.mesa.id);
    /** What the Director resolved, and what is on record; none in practice. @type {Law|null} */
    this.law = table.practice ? null : new Law(app, table.mesa.id);
    this.rondas = new Rondas(this);
    /** What to try next, in a practice that is guided. @type {{text: string}|null} */
    this.guide = null;
    this.#sorteo = new Sorteo(this);
    this.#play = new Play(this);
    const { signal } = this.#closed;
    table.addEventListener('change', this.#onChange, { signal });
    table.addEventListener('refused', this.#onRefused, { signal });
    // The other tab of this mesa is gone: look again at what it left on the disk.
    table.addEventListener('alone', () => this.again(), { signal });
    table.addEventListener('fenced', this.#onAside, { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && table.refresh(), { signal });
    window.addEventListener('online', () => table.retry(), { signal });
    app.storage.get(`sides:${table.mesa.id}`).then((sides) => {
      this.sides = sides ?? this.sides;
      app.update();
    });
    if (table.practice) return;
    remember(app, table.mesa.id);
    app.storage.get(`cards:${table.mesa.id}`).then((on) => on && this.followCards(true));
  }

  closed() {
    clearTimeout(this.#toastTimer);
    clearInterval(this.#ageTimer);
    this.calling?.close();
    this.law?.close();
    this.rondas.close();
    this.#cards?.closed();
    this.#closed.abort();
    this.table.close();
  }

  /** Take down each card, or the points alone again; kept for when the mesa is next opened here. @param {boolean} on */
  async followCards(on) {
    this.#cards?.closed();
    this.#cards = null;
    this.app.storage.set(`cards:${this.table.mesa.id}`, on);
    this.app.close();
    if (!on) return;
    try {
      const { Cards } = await import('./cards.js');
      if (this.app.screen === this) this.#cards = new Cards(this);
    } catch {
      this.say({ text: t('cards.loading'), actions: [], refused: true });
    }
    this.app.update();
  }

  /** The same mesa once more, as this tablet has it: with other words, or alone at last. */
  async again() {
    const { app, table } = this;
    if (table.practice) await /** @type {any} */ (table).relabel();
    else app.show(new Mesa(app, await table.again(app)));
  }

  /** Go on here with what another tablet keeps. */
  handOver() {
    const { app, table } = this;
    const goOn = async (/** @type {import('../proof.js').Shown|undefined} */ shown) => {
      await table.takeOver(shown);
      app.close();
      app.keeping.run();
    };
    void openRare(app, 'HandOver', app, table, goOn);
  }

  /** Whether a pareja has the tablet in its hands: then there is no way to other mesas. */
  get handedOver() {
    return this.#signing?.answering ?? false;
  }

  leave() {
    if (!this.table.practice) remember(this.app, null);
    this.app.home();
  }

  /** Say what was done, with what may be wanted next; it goes away by itself. @param {Toast} toast */
  say(toast) {
    clearTimeout(this.#toastTimer);
    this.toast = toast;
    this.#toastTimer = setTimeout(() => this.hush(), UNDONE_MS);
    this.app.speak(toast.text);
  }

  /**
   * Take down what was touched: an offer about what came before is no longer wanted. What the log makes implausible of
   * the last is asked first.
   * @param {...import('../table.js').Tap} taps
   */
  record(...taps) {
    this.#moveOn();
    const { ask, ...tap } = /** @type {import('../table.js').Tap} */ (taps.at(-1));
    if (ask) void this.#ask(tap, taps.slice(0, -1), ask);
    else this.table.record(...taps);
  }

  /**
   * Take down what only the rulebook can say is plausible, and `before` with it.
   * @param {import('../table.js').Tap} tap @param {import('../table.js').Tap[]} [before]
   */
  check(tap, before = []) {
    this.#moveOn();
    void this.#ask(tap, before);
  }

  /** @param {import('../table.js').Tap} tap @param {import('../table.js').Tap[]} before @param {import('../types.js').Ask} [known] */
  async #ask(tap, before, known) {
    const Question = await rare(this.app, 'Question');
    // What cannot be asked here is recorded all the same: the rulebook warns of it.
    if (Question) void new Question(this, tap, before).ask(known);
    else this.record(...before, tap);
  }

  /** @param {string} label @returns {Promise<boolean>} whether it is saved */
  undo(label) {
    this.#moveOn();
    return this.table.undo(label);
  }

  #moveOn() {
    this.toast = null;
    this.#play.forget();
  }

  hush() {
    this.toast = null;
    this.app.update();
  }

  /** Said once it outlives a reload, or that it does not. */
  async swapSides() {
    this.sides = [this.sides[1], this.sides[0]];
    this.#layout = ''; // the names move with the scores
    this.app.update();
    const undo = { label: t('undo.plain'), act: () => this.swapSides() };
    const failed = await this.app.storage.set(`sides:${this.table.mesa.id}`, this.sides).catch(() => `. ${t('outbox.failed')}`);
    this.say({ text: t('sides.swapped') + (failed ?? ''), actions: [undo], refused: failed !== undefined });
  }

  /** The screens of the signatures, and the ink, come when a result is frozen. */
  async #sign() {
    if (this.#fetching) return;
    this.#fetching = true;
    const Signing = await rare(this.app, 'Signing');
    const again = () => {
      this.#fetching = false;
      this.app.update();
    };
    if (!Signing) return void setTimeout(again, AGE_MS);
    if (this.app.screen !== this) return;
    this.#signing ??= new Signing(this);
    again();
  }

  /** What is below the header, and how the screen is laid out around it. @returns {[unknown, string]} */
  #body() {
    const { estado } = this.table.state;
    const { planilla } = this.table;
    if (planilla && planilla.status !== 'reopened') {
      if (!this.#signing) this.#sign();
      return [this.#signing?.render() ?? html`<p class="starting">${t('loading')}</p>`, ''];
    }
    this.#signing = null;
    if (estado === 'en-juego' && this.#cards) return [this.#cards.render(), 'with-cards'];
    if (estado === 'por-sortear') return [this.#sorteo.render(), ''];
    return [this.#play.render(this.app.brief && this.#layout === 'in-play'), 'in-play'];
  }

  render() {
    if (this.table.unwritten.length > 0) {
      this.#layout = '';
      return unsaved(this);
    }
    const [body, layout] = this.#body();
    this.#layout = layout;
    return html`<div class="mesa ${layout} ${onlyLooks(this.table) ? 'only-looks' : ''}">${header(this)}${body}</div>`;
  }
}
