/** What is saved and what is not, in words, colour and shape; where trying again helps, it is the button for it. */

import { html } from 'lit/html.js';

import { t } from '../texts.js';
import { hourglass } from './hourglass.js';

/** @param {import('../table.js').Table} table */
export function chip(table) {
  const { link, saved, problem } = table;
  const pending = table.pending.length;
  if (link === 'saved') {
    return html`<p class="chip chip-saved">${saved ? t('chip.saved', { saved }) : t('chip.saved-none')} <small>${t('chip.pending', { pending })}</small></p>`;
  }
  if (link === 'sending') {
    return html`<p class="chip chip-sending"><span>${hourglass} ${t('chip.sending')}</span> <small>${t('chip.pending', { pending })}</small></p>`;
  }
  if (link === 'fenced') return html`<p class="chip chip-fenced">${t('chip.fenced')} <small>${t('chip.pending', { pending })}</small></p>`;
  const why = link === 'unreachable' ? t('chip.unreachable') : link === 'signed-out' ? t('chip.signed-out') : problem;
  return html`<button type="button" class="chip chip-trouble" @click=${() => table.retry()}>
    ${t('chip.pending', { pending })} · ${why}
    <strong>${t('chip.retry')}</strong>
  </button>`;
}
