/**
 * What is on this tablet's disk, how much of it the server does not have yet and since when, in words, colour and
 * shape; where trying again helps, it is the button for it.
 */

import { html, nothing } from 'lit/html.js';

import { t } from '../texts.js';
import { hourglass } from './hourglass.js';

/** How long ago, roughly. @param {number} since milliseconds since the epoch */
export function ago(since) {
  const seconds = Math.max(0, Math.round((Date.now() - since) / 1000)); // the clock may have been set back
  return seconds < 60 ? t('chip.seconds', { count: seconds }) : t('chip.minutes', { count: Math.floor(seconds / 60) });
}

/** @param {import('../screens/mesa.js').Mesa} screen */
export function chip({ app, table }) {
  const { link, saved, problem, unsent, oldestUnsent } = table;
  const disk = saved ? t('chip.saved', { saved }) : t('chip.saved-none');
  const waiting = html`<small>${t('chip.pending', { pending: unsent })}${oldestUnsent === null ? nothing : html` · ${ago(oldestUnsent)}`}</small>`;
  if (link === 'fenced') return html`<p class="chip chip-fenced">${t('chip.fenced')} <small>${t('chip.pending', { pending: unsent + table.aside.filter(({ kept }) => !kept).length })}</small></p>`;
  if (link === 'elsewhere') return html`<p class="chip chip-fenced">${t('chip.fenced')} <small>${t('chip.elsewhere')}</small></p>`;
  if (link === 'saved' || link === 'sending') {
    return html`<p class="chip ${unsent ? 'chip-sending' : 'chip-saved'}"><span>${disk} ${unsent ? hourglass : nothing}</span> ${waiting}</p>`;
  }
  const why = link === 'unreachable' ? t('chip.unreachable') : link === 'signed-out' ? t('chip.signed-out') : problem;
  const again = link === 'signed-out' ? () => app.signedOut() : () => table.retry();
  return html`<button type="button" class="chip chip-trouble" @click=${again}>
    <span>${disk} · <strong>${t(link === 'signed-out' ? 'chip.enter' : 'chip.retry')}</strong></span>
    <small>${t('chip.pending', { pending: unsent })} · ${why}${oldestUnsent === null ? nothing : html` · ${ago(oldestUnsent)}`}</small>
  </button>`;
}
