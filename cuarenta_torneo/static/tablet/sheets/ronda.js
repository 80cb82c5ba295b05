/** A ronda needs its rank and that the Juez verified it (3.e): touching the rank says both. */

import { html, nothing } from 'lit/html.js';

import { badge, figureName, parejaName, signed } from '../names.js';
import { hourglass } from '../parts/hourglass.js';
import { precedentsLine } from '../parts/precedents.js';
import { t } from '../texts.js';

export class RondaSheet {
  #screen;
  #choice;
  #chosen;

  /**
   * @param {import('../screens/mesa.js').Mesa} screen
   * @param {import('../types.js').Choice} choice
   * @param {((tap: import('../table.js').Tap) => void)|null} [chosen] what to do with it, other than recording it
   */
  constructor(screen, choice, chosen = null) {
    this.#screen = screen;
    this.#choice = choice;
    this.#chosen = chosen;
    this.title = t('ronda.title', { label: choice.label, side: choice.subject ?? '' });
  }

  /** @param {string} rank */
  #verified(rank) {
    const { jugada, subject, label, points } = this.#choice;
    this.#screen.app.close();
    const tap = { line: `${jugada} ${subject} ${rank}`, label, subject, points };
    if (this.#chosen) this.#chosen(tap);
    else this.#screen.record(tap);
  }

  /** The Juez has not seen the cards yet: he, or an Inspector, will. */
  #claim() {
    this.#screen.app.close();
    this.#screen.rondas.claim(this.#choice);
  }

  render() {
    const { subject, points, note, hold = note, ranks = [] } = this.#choice;
    const side = /** @type {import('../types.js').Side} */ (subject);
    return html`
      <p class="lead">${badge(side)} ${parejaName(this.#screen.table.mesa, side)} ${points ? signed(points[side]) : ''}</p>
      ${hold ? html`<p class="hold-hands" role="alert">${hold}</p>` : nothing}
      ${precedentsLine(this.#screen, this.#choice.article)}
      <h3>${t('ronda.verified')}</h3>
      <div class="ranks">
        ${ranks.map(
          (rank) => html`<button type="button" class="rank" data-rank=${rank} @click=${() => this.#verified(rank)}>
            ${rank}<small>${figureName(this.#screen.table, rank)} ${t('ronda.is-verified')}</small>
          </button>`,
        )}
      </div>
      ${this.#chosen ? nothing : html`<button type="button" class="big claim" @click=${() => this.#claim()}>${hourglass} ${t('ronda.later')}</button>`}
    `;
  }
}
