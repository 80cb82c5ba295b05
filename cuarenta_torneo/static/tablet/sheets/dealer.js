/** Who deals: after a misdeal, whom the pareja chose; or who dealt this data though it was another's turn. */

import { html, nothing } from 'lit/html.js';

import { badge, parejaName, person, pointsText, said } from '../names.js';
import { hold } from '../parts/hold.js';
import { precedentsLine } from '../parts/precedents.js';
import { t } from '../texts.js';

export class Dealer {
  #screen;
  #choice;

  /** @param {import('../screens/mesa.js').Mesa} screen @param {import('../types.js').Choice} choice */
  constructor(screen, choice) {
    this.#screen = screen;
    this.#choice = choice;
    this.title = choice.label;
  }

  /** @param {string} seat */
  #record(seat) {
    const { app } = this.#screen;
    const { jugada, label, points } = this.#choice;
    app.close();
    this.#screen.record({ line: `${jugada} ${jugada === 'mal-reparto' ? 'reparte=' : ''}${seat}`, label, points });
  }

  render() {
    const { mesa } = this.#screen.table;
    const { jugada, article, points, subjects = [] } = this.#choice;
    return html`
      <p class="lead">${jugada === 'mal-reparto' ? said(mesa, 'dealer.misdeal') : t('dealer.other')} ${pointsText(points)}</p>
      ${precedentsLine(this.#screen, article)}
      <div class="rares">
        ${subjects.map((seat) => {
          const side = /** @type {import('../types.js').Side} */ (seat[0]);
          const name = person(mesa, seat);
          return html`<button type="button" class="rare" data-dealer=${seat} ${hold(() => this.#record(seat))}>
            <span>${badge(side)} ${name}</span>
            ${name === parejaName(mesa, side) ? nothing : html`<small>${parejaName(mesa, side)}</small>`}<small>${t('hold')}</small>
          </button>`;
        })}
      </div>
    `;
  }
}
