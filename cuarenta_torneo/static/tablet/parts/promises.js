/** What this tablet cannot promise as it is opened now, said before a mesa begins. */

import { html, nothing } from 'lit/html.js';

import { t } from '../texts.js';

/** @param {import('../app.js').App} app */
export function promises({ shell }) {
  if (shell.offline === 'never') return html`<p class="promise" role="note">⚠ ${t('shell.insecure')}</p>`;
  if (shell.offline === 'failed') return html`<p class="promise" role="note">⚠ ${t('shell.failed')}</p>`;
  return nothing;
}
