/** The rondas of the hall that wait for an Inspector, on his own device. */

import { html, nothing } from 'lit/html.js';

import { Refusal, Unreachable } from '../api.js';
import { hallTime } from '../../site/hall_time.js';
import { RANKS } from '../lines.js';
import { badge, whyText } from '../names.js';
import { t } from '../texts.js';
import { hold } from './hold.js';

const EVERY_MS = 4000;

/** @typedef {{client_id: string, table: number|null, jugada: string, subject: string, pareja: string, claimed_at: string}} Asked */

export class Inspection {
  #app;
  #inspects = false;
  /** @type {Asked[]} */
  #rondas = [];
  /** Whose cards are being looked at. @type {string|null} */
  #open = null;
  /** What the deck calls its figures, where that is not the letter. @type {Record<string, string>} */
  #figures = {};
  #error = '';
  #timer = 0;
  #closed = false;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.#app = app;
    this.#look();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #look() {
    clearTimeout(this.#timer);
    try {
      const { inspects, rondas, figures } = await this.#app.api.get('/rondas');
      this.#inspects = inspects;
      this.#rondas = rondas;
      this.#figures = figures;
      this.#app.update();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.#look(), EVERY_MS);
  }

  /** @param {Asked} asked @param {string} rank */
  async #decide({ client_id }, rank) {
    this.#open = null;
    this.#error = '';
    try {
      await this.#app.api.post(`/rondas/${client_id}`, { outcome: rank ? 'verificada' : 'no-procede', rank });
    } catch (error) {
      if (error instanceof Refusal) this.#error = whyText({ ...error.body, message: error.message });
      else if (error instanceof Unreachable) this.#error = t('net.unreachable');
      else throw error;
    }
    await this.#look();
  }

  /** @param {Asked} asked */
  #asked(asked) {
    const side = /** @type {import('../types.js').Side} */ (asked.subject[0]);
    const open = this.#open === asked.client_id;
    const toggle = () => {
      this.#open = open ? null : asked.client_id;
      this.#app.update();
    };
    return html`<li>
      <button type="button" class="asked" aria-expanded=${open ? 'true' : 'false'} @click=${toggle}>
        <strong>${asked.table ? t('mesa.number', { table: asked.table }) : t('mesa.no-table')}</strong>
        <span>${badge(side)} ${asked.pareja} · ${t(asked.jugada === 'ronda' ? 'inspect.ronda' : 'inspect.doble-ronda')}</span>
        <small>${t('ronda.claimed', { at: hallTime(asked.claimed_at) })}</small>
      </button>
      ${open
        ? html`<div class="ranks">
              ${RANKS.map((rank) => html`<button type="button" class="rank" data-rank=${rank} @click=${() => this.#decide(asked, rank)}>${rank}<small>${this.#figures[rank] ?? ''} ${t('ronda.is-verified')}</small></button>`)}
            </div>
            <button type="button" class="big" ${hold(() => this.#decide(asked, ''))}>${t('ronda.reject')}<small>${t('hold')}</small></button>`
        : nothing}
    </li>`;
  }

  render() {
    if (!this.#inspects) return nothing;
    return html`<section class="inspection" aria-label=${t('inspect.title')}>
      <h2>${t('inspect.title')}</h2>
      ${this.#error ? html`<p class="failure" role="alert">${this.#error}</p>` : nothing}
      ${this.#rondas.length === 0 ? html`<p class="lead">${t('inspect.none')}</p>` : nothing}
      <ul class="askeds">${this.#rondas.map((asked) => this.#asked(asked))}</ul>
    </section>`;
  }
}
