/** The last entries: saved with a tick, waiting with an hourglass, refused with a cross. */

import { html, nothing } from 'lit/html.js';

import { rowText } from '../log.js';
import { pointsText, whyText } from '../names.js';
import { t } from '../texts.js';
import { hourglass } from './hourglass.js';

const SHOWN = 8;
const REFUSED_SHOWN = 2;

/** @param {import('../types.js').Pending} item */
const itemText = (item) => [item.subject, item.label, pointsText(item.points).replace(`${item.subject} `, '')].filter(Boolean).join(' ');

/** @param {import('../screens/mesa.js').Mesa} screen */
export function latest({ table }) {
  const { refused, pending, log } = table;
  return html`
    <section class="latest" aria-label=${t('latest.title')}>
      <h2>${t('latest.title')}</h2>
      ${log.length + pending.length + refused.length === 0 ? html`<p>${t('latest.none')}</p>` : nothing}
      <ol>
        ${refused.slice(-REFUSED_SHOWN).reverse().map(
          (item) => html`<li class="refused" title=${whyText(item)}>
            <span>✕</span> ${itemText(item)} <small>${t('latest.refused')}</small>
          </li>`,
        )}
        ${[...pending].reverse().map(
          (item) => html`<li class="pending"><span>${hourglass}</span> ${itemText(item)} <small>${t('latest.pending')}</small></li>`,
        )}
        ${log
          .slice(-SHOWN)
          .reverse()
          .map(
            (row) => html`<li class=${row.annulled_by === null ? 'saved' : 'annulled'}>
              <span>${row.annulled_by === null ? '✓' : '⌫'}</span> ${row.seq} · ${rowText(row)}
            </li>`,
          )}
      </ol>
    </section>
  `;
}
