/** The result as everybody reads it before signing: parejas, chicas, who won and how. */

import { html, nothing } from 'lit/html.js';

import { badge, parejaName, playersBelow, said, SIDES } from '../names.js';
import { known, t } from '../texts.js';

/** @param {import('../table.js').Table} table */
export function resultTable({ mesa, state }) {
  const { chicas, ganadas, ganador, motivo } = state;
  const how = `final.how.${motivo}`;
  return html`
    <table class="result">
      <thead>
        <tr>
          <th scope="col"><span class="unseen">${said(mesa, 'final.pareja')}</span></th>
          ${chicas.map((_, index) => html`<th scope="col">${t('final.chica', { number: index + 1 })}</th>`)}
          <th scope="col">${t('final.chicas')}</th>
        </tr>
      </thead>
      <tbody>
        ${SIDES.map(
          (side) => html`<tr class=${ganador === side ? 'winner' : ''}>
            <th scope="row">
              <div class="result-pareja">${badge(side)} <span>${parejaName(mesa, side)}${playersBelow(mesa, side)}</span></div>
            </th>
            ${chicas.map((chica) => html`<td>${chica[side]}</td>`)}
            <td class="won">${ganadas[side]}</td>
          </tr>`,
        )}
      </tbody>
    </table>
    ${ganador
      ? html`<p class="verdict">
          ${t('final.verdict', { side: ganador, name: parejaName(mesa, ganador) })}
          <span class="how-${motivo}">${known(how) ? t(how) : nothing}</span>
        </p>`
      : nothing}
  `;
}

/** By which ruling a sealed version is being changed. @param {import('../table.js').Table} table */
export const correctionNote = ({ mesa: { correction } }) =>
  correction ? html`<p class="correction">${t('correction.open', { ...correction, next: correction.version + 1 })}</p>` : nothing;
