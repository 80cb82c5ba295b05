/** What this tablet cannot promise as it is opened now, said before a mesa begins. */

import { html, nothing } from 'lit/html.js';

import { hasKeys } from '../tablet_key.js';
import { t } from '../texts.js';

/** @param {import('../app.js').App} app */
export function promises(app) {
  return html`${opens(app)} ${signs(app)}`;
}

/** @param {import('../app.js').App} app */
function signs({ session }) {
  if (!session?.device || session.device.signs) return nothing;
  return html`<p class="lead" role="note">${t(hasKeys() ? 'key.unkept' : 'key.insecure')}</p>`;
}

/** @param {import('../app.js').App} app */
function opens({ shell }) {
  if (shell.offline === 'never') return html`<p class="promise" role="note">⚠ ${t('shell.insecure')}</p>`;
  if (shell.offline === 'failed') return html`<p class="promise" role="note">⚠ ${t('shell.failed')}</p>`;
  return nothing;
}
