/** The last entries: saved with a tick, saved but not added up with an hourglass, refused with a cross. */

import { html, nothing } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';

import { itemText, rowText } from '../log.js';
import { whyText } from '../names.js';
import { t } from '../texts.js';
import { hourglass } from './hourglass.js';

const SHOWN = 8;
const REFUSED_SHOWN = 2;

/** @param {import('../screens/mesa.js').Mesa} screen */
export function latest({ table }) {
  const { refused, unfolded, acked, log } = table;
  return html`
    <section class="latest" aria-label=${t('latest.title')}>
      <h2>${t('latest.title')}</h2>
      ${log.length + unfolded.length + refused.length === 0 ? html`<p>${t('latest.none')}</p>` : nothing}
      <ol>
        ${refused.slice(-REFUSED_SHOWN).reverse().map(
          (item) => html`<li class="refused" title=${whyText(item)}>
            <span>✕</span> ${itemText(item)} <small>${t(item.code === 'relevo' ? 'latest.quarantine' : 'latest.refused')}</small>
          </li>`,
        )}
        ${[...unfolded].reverse().map(
          (item) => html`<li class="pending" data-id=${item.clientId}><span>${hourglass}</span> ${itemText(item)} <small>${t('latest.pending')}</small></li>`,
        )}
        ${repeat(
            log.slice(-SHOWN).reverse(),
            ({ seq }) => seq, // a new row moves the others and writes none of them anew
            (row) => html`<li class=${row.annulled_by === null ? 'saved' : 'annulled'} data-id=${row.client_id ?? nothing}>
              <span>${row.annulled_by === null ? '✓' : '⌫'}</span> ${row.seq} · ${rowText(row)}
              ${row.seq > acked ? html`<small>${t('latest.unsent')}</small>` : nothing}
            </li>`,
        )}
      </ol>
    </section>
  `;
}
