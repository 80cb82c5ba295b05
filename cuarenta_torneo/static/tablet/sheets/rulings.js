/** A ruling of the Director, carried out at the table: which, for whom, how many points, and its words. */

import { html, nothing } from 'lit/html.js';

import { RULINGS } from '../layout.js';
import { quoted } from '../lines.js';
import { badge, signed, whyText } from '../names.js';
import { Asking } from '../parts/asking.js';
import { hold } from '../parts/hold.js';
import { t } from '../texts.js';

/** How many steps the larger buttons take. */
const LEAP = 5;

/** @typedef {import('../types.js').Choice} Choice */

export class Rulings {
  title = t('rulings.title');

  #screen;
  #asking;
  /** @type {Choice|null} */
  #choice = null;
  #points = 0;
  /** The data that is repeated, as the rulebook's line has it. @type {string|null} */
  #data = null;
  #reason = '';

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    this.#asking = new Asking(screen);
  }

  closed() {
    this.#asking.forget();
  }

  get #line() {
    const { jugada, subject, needs } = /** @type {Choice} */ (this.#choice);
    const points = needs.includes('points') ? (this.#points < 0 ? `${this.#points}` : `+${this.#points}`) : null;
    return [needs.includes('data') ? this.#data : jugada, subject, points, quoted(this.#reason)].filter(Boolean).join(' ');
  }

  #changed() {
    if (this.#choice?.allowed && this.#reason.trim()) this.#asking.ask(this.#line);
    else this.#asking.forget();
    this.#screen.app.update();
  }

  /** @param {Choice} choice */
  #pick(choice) {
    this.#choice = choice;
    this.#data = choice.targets?.[0]?.line ?? null;
    this.#changed();
  }

  /** @param {number} by */
  #step(by) {
    this.#points += by;
    this.#changed();
  }

  #record() {
    const { app } = this.#screen;
    const { label, subject } = /** @type {Choice} */ (this.#choice);
    this.#screen.record({ line: this.#line, label, subject, points: this.#asking.preview?.points });
    app.close();
  }

  /** @param {number} step */
  #stepper(step) {
    const button = (/** @type {number} */ by) =>
      html`<button type="button" class="step-button" @click=${() => this.#step(by)}>${signed(by)}</button>`;
    return html`<div class="count-box">
      ${[-LEAP * step, -step].map(button)}
      <p class="count-value"><output>${signed(this.#points)}</output><small>${t('rulings.points')}</small></p>
      ${[step, LEAP * step].map(button)}
    </div>`;
  }

  /** Which data is played again. @param {import('../types.js').Target[]} targets */
  #datas(targets) {
    const choose = (/** @type {string} */ line) => {
      this.#data = line;
      this.#changed();
    };
    return html`<div class="chips" role="group" aria-label=${t('rulings.data')}>
      ${targets.map(
        ({ line, label }) => html`<button type="button" class="chip-button" aria-pressed=${this.#data === line ? 'true' : 'false'} @click=${() => choose(line)}>
          ${label}
        </button>`,
      )}
    </div>`;
  }

  #details() {
    const choice = this.#choice;
    if (!choice) return nothing;
    if (!choice.allowed) return html`<p class="failure" role="alert">${whyText(choice)}</p>`;
    const write = (/** @type {any} */ event) => {
      this.#reason = event.target.value;
      this.#changed();
    };
    return html`
      ${choice.targets?.length ? this.#datas(choice.targets) : nothing}
      ${choice.step ? this.#stepper(choice.step) : nothing}
      <label class="field">${t('rulings.words')} <input maxlength="200" .value=${this.#reason} @input=${write} /></label>
      ${this.#asking.render()}
      <button type="button" class="big go" ?disabled=${!this.#asking.preview} ${hold(() => this.#record())}>
        ${t('rulings.record')}<small>${t('hold')}</small>
      </button>
    `;
  }

  render() {
    const rulings = this.#screen.table.legal.filter(({ jugada }) => RULINGS.includes(jugada));
    return html`
      <p class="lead">${t('rulings.explain')}</p>
      <div class="rares">
        ${rulings.map(
          (choice) => html`<button
            type="button"
            class="rare"
            aria-pressed=${this.#choice?.jugada === choice.jugada && this.#choice.subject === choice.subject ? 'true' : 'false'}
            aria-disabled=${choice.allowed ? 'false' : 'true'}
            @click=${() => this.#pick(choice)}
          >
            <span>${choice.subject ? badge(choice.subject) : nothing} ${choice.label}</span>
          </button>`,
        )}
      </div>
      ${this.#details()}
    `;
  }
}
