/** S8: the Juez proclaims the chica, having seen what that means. */

import { html, nothing } from 'lit/html.js';

import { awards } from '../log.js';
import { badge, parejaName, signed, SIDES } from '../names.js';
import { Asking } from '../parts/asking.js';
import { hold } from '../parts/hold.js';
import { t } from '../texts.js';

export class Proclaim {
  title = t('proclaim.title');

  #screen;
  #asking;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    this.#asking = new Asking(screen);
    this.#asking.ask('proclama');
  }

  closed() {
    this.#asking.forget();
  }

  #record() {
    const { app, table } = this.#screen;
    this.#screen.record({ line: 'proclama', label: table.choice('proclama')?.label ?? '' });
    app.close();
  }

  render() {
    const { table } = this.#screen;
    const { marcador } = table.state;
    return html`
      <div class="result-line">
        ${SIDES.map((side) => html`<p class="result-side pareja-${side}">${badge(side)} <strong>${marcador[side]}</strong> <span>${parejaName(table.mesa, side)}</span></p>`)}
      </div>
      ${this.#asking.render()}
      <table class="causes">
        <tbody>
          ${awards(table).map(
            ({ label, points }) => html`<tr>
              <th scope="row">${label}</th>
              ${SIDES.map((side) => html`<td>${points[side] ? signed(points[side]) : nothing}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
      <button type="button" class="big go" ${hold(() => this.#record())}>${t('proclaim.do')}<small>${t('hold')}</small></button>
    `;
  }
}
