/** What is saved and what is not, in words, colour and shape; where trying again helps, it is the button for it. */

import { html } from 'lit/html.js';

import { t } from '../texts.js';
import { hourglass } from './hourglass.js';

/** @param {import('../screens/mesa.js').Mesa} screen */
export function chip({ app, table }) {
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
  const again = link === 'signed-out' ? () => app.signedOut() : () => table.retry();
  return html`<button type="button" class="chip chip-trouble" @click=${again}>
    ${t('chip.pending', { pending })} · ${why}
    <strong>${t(link === 'signed-out' ? 'chip.enter' : 'chip.retry')}</strong>
  </button>`;
}
