/** One mesa: what its state asks for is what is shown, from the sorteo to the signatures. */

import { html } from 'lit/html.js';

import { header } from '../parts/header.js';
import { HandOver } from '../sheets/handover.js';
import { t } from '../texts.js';
import { Play } from './play.js';
import { Mesas } from './mesas.js';
import { Signing } from './signing.js';
import { Sorteo } from './sorteo.js';

const UNDONE_MS = 8000;

/** @typedef {{text: string, actions: {label: string, act: () => void}[], refused?: boolean}} Toast */

export class Mesa {
  /** @type {Toast|null} */
  toast = null;
  /** Which pareja is on the left. @type {import('../types.js').Side[]} */
  sides = ['A', 'B'];

  /** Where the Juez follows the data card by card. @type {import('./cards.js').Cards|null} */
  #cards = null;
  #toastTimer = 0;
  #sorteo;
  #play;
  /** @type {Signing|null} */
  #signing = null;
  #onChange = () => this.app.update();
  #onRefused = (/** @type {any} */ event) => this.#play.refused(event.detail);
  #onVisible = () => document.visibilityState === 'visible' && this.table.refresh();
  #onOnline = () => this.table.retry();

  /** @param {import('../app.js').App} app @param {import('../table.js').Table} table */
  constructor(app, table) {
    this.app = app;
    this.table = table;
    this.#sorteo = new Sorteo(this);
    this.#play = new Play(this);
    table.addEventListener('change', this.#onChange);
    table.addEventListener('refused', this.#onRefused);
    document.addEventListener('visibilitychange', this.#onVisible);
    window.addEventListener('online', this.#onOnline);
    app.storage.get(`sides:${table.mesa.id}`).then((sides) => {
      this.sides = sides ?? this.sides;
      app.update();
    });
    app.storage.get(`cards:${table.mesa.id}`).then((on) => on && this.followCards(true));
  }

  closed() {
    clearTimeout(this.#toastTimer);
    this.#cards?.closed();
    this.table.removeEventListener('change', this.#onChange);
    this.table.removeEventListener('refused', this.#onRefused);
    document.removeEventListener('visibilitychange', this.#onVisible);
    window.removeEventListener('online', this.#onOnline);
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

  /** Go on here with what another tablet keeps. */
  handOver() {
    const { app, table } = this;
    const goOn = async () => {
      await table.takeOver();
      app.close();
    };
    app.open(new HandOver(app, table, goOn));
  }

  /** Whether a pareja has the tablet in its hands: then there is no way to other mesas. */
  get handedOver() {
    return this.#signing?.answering ?? false;
  }

  leave() {
    this.app.show(new Mesas(this.app));
  }

  /** Say what was done, with what may be wanted next; it goes away by itself. @param {Toast} toast */
  say(toast) {
    clearTimeout(this.#toastTimer);
    this.toast = toast;
    this.#toastTimer = setTimeout(() => this.hush(), UNDONE_MS);
    this.app.speak(toast.text);
  }

  /** Take down what was touched: an offer about what came before is no longer wanted. @param {...import('../table.js').Tap} taps */
  record(...taps) {
    this.#moveOn();
    this.table.record(...taps);
  }

  /** @param {string} label */
  undo(label) {
    this.#moveOn();
    this.table.undo(label);
  }

  #moveOn() {
    this.toast = null;
    this.#play.forget();
  }

  hush() {
    this.toast = null;
    this.app.update();
  }

  swapSides() {
    this.sides = [this.sides[1], this.sides[0]];
    this.app.storage.set(`sides:${this.table.mesa.id}`, this.sides);
    const undo = { label: t('undo.plain'), act: () => this.swapSides() };
    this.say({ text: t('sides.swapped'), actions: [undo] });
  }

  #body() {
    const { estado } = this.table.state;
    const { planilla } = this.table;
    if (planilla && planilla.status !== 'reopened') {
      this.#signing ??= new Signing(this);
      return this.#signing.render();
    }
    this.#signing = null;
    if (estado === 'en-juego' && this.#cards) return this.#cards.render();
    return estado === 'por-sortear' ? this.#sorteo.render() : this.#play.render();
  }

  render() {
    return html`<div class="mesa">${header(this)}${this.#body()}</div>`;
  }
}
