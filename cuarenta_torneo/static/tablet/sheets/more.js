/** Everything rare: each jugada that has no place of its own, the endings, and the Director's rulings. */

import { html, nothing } from 'lit/html.js';

import { ENDINGS, isRest, RULINGS } from '../layout.js';
import { badge, pointsText, whyText } from '../names.js';
import { hold } from '../parts/hold.js';
import { openPrecedents, precedentsLine } from '../parts/precedents.js';
import { openRare } from '../rare.js';
import { t } from '../texts.js';
import { Arranche } from './arranche.js';
import { Dealer } from './dealer.js';
import { Reason } from './reason.js';

/** @typedef {import('../types.js').Choice} Choice */

export class More {
  title = t('more.title');

  #screen;
  /** @type {Choice|null} */
  #refused = null;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
  }

  /** @param {Choice} choice */
  #tap(choice) {
    const { app } = this.#screen;
    const { line, label, subject, points, ask } = choice;
    this.#refused = choice.allowed ? null : choice;
    if (!choice.allowed) app.update();
    else if (choice.needs.includes('reason')) app.open(new Reason(this.#screen, choice));
    else if (choice.needs.includes('dealer')) app.open(new Dealer(this.#screen, choice));
    else if (choice.needs.includes('n')) app.open(new Arranche(this.#screen, choice));
    else if (line) {
      this.#screen.record({ line, label, subject, points, ...(ask ? { ask } : {}) });
      app.close();
    }
  }

  /** @param {Choice} choice */
  #button(choice) {
    const { jugada, subject, label, points, allowed } = choice;
    const words = html`<span>${subject ? badge(subject) : nothing} ${label}</span><small>${pointsText(points)}</small>`;
    // What annuls a whole data for good reason asks for more than a touch.
    const held = allowed && !subject && choice.needs.length === 0;
    return held
      ? html`<button type="button" class="rare" data-jugada=${jugada} ${hold(() => this.#tap(choice))}>${words}<small>${t('hold')}</small></button>`
      : html`<button
          type="button"
          class="rare"
          data-jugada=${jugada}
          data-subject=${subject ?? nothing}
          aria-disabled=${allowed ? 'false' : 'true'}
          @click=${() => this.#tap(choice)}
        >
          ${words}
        </button>`;
  }

  /** Those of what is recorded here without a sheet of its own, each article once. @param {Choice[]} rest */
  #precedents(rest) {
    const held = rest.filter(({ needs, allowed, article }) => allowed && article && needs.length === 0);
    const some = [...new Map(held.map((choice) => [choice.article, choice])).values()].filter(({ article }) => this.#screen.law?.about(article).length);
    return some.map(({ label, article }) => html`<p class="precedents-of">${label}: ${precedentsLine(this.#screen, article)}</p>`);
  }

  render() {
    const { app, table } = this.#screen;
    const rest = table.legal.filter(isRest);
    const endings = table.legal.filter(({ jugada }) => ENDINGS.includes(jugada));
    const rulings = table.legal.some(({ jugada }) => RULINGS.includes(jugada));
    return html`
      ${this.#refused ? html`<p class="failure" role="alert">${this.#refused.label}: ${whyText(this.#refused)}</p> ${precedentsLine(this.#screen, this.#refused.article)}` : nothing}
      <div class="rares">
        <button type="button" class="rare" @click=${() => openRare(app, 'Lift', this.#screen)}>${t('lift.title')}</button>
        ${table.practice ? nothing : html`<button type="button" class="rare" @click=${() => this.#screen.followCards(true)}>${t('cards.title')}</button>`}
        ${this.#screen.law ? html`<button type="button" class="rare" @click=${() => openPrecedents(this.#screen)}>${t('precedents.title')}</button>
              <button type="button" class="rare" @click=${() => openRare(app, 'Conduct', this.#screen)}>${t('conduct.title')}</button>
              <button type="button" class="rare" @click=${() => openRare(app, 'Appeal', this.#screen)}>${t('appeal.title')}</button>` : nothing}
        ${rest.map((choice) => this.#button(choice))}
        ${table.practice
          ? nothing
          : html`<button type="button" class="rare" @click=${() => openRare(app, 'Rescue', this.#screen)}>${t('rescue.open')}<small>${t('chip.pending', { pending: table.unsent })}</small></button>
              <button type="button" class="rare" @click=${() => openRare(app, 'Quarantine', this.#screen)}>${t('quarantine.title')}</button>`}
        <button type="button" class="rare" @click=${() => openRare(app, 'Settings', app)}>${t('settings')}</button>
      </div>
      ${this.#precedents(rest)}
      <h3>${t('more.endings')}</h3>
      <div class="rares">
        ${endings.map((choice) => this.#button(choice))}
        ${rulings ? html`<button type="button" class="rare" @click=${() => openRare(app, 'Rulings', this.#screen)}>${t('rulings.title')}</button>` : nothing}
      </div>
    `;
  }
}
