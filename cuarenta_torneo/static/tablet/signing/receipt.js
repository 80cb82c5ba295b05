/**
 * What the parejas take with them: a QR that says which mesa, which version, the fingerprint and the result. It is made
 * here, so that it needs no network; who follows it later learns on the public page whether the Planilla says the same.
 */

import { html } from 'lit/html.js';

import { qr } from '../parts/qr.js';
import { t } from '../texts.js';

/** The result as the public page compares it: who won, and each chica. @param {import('../types.js').State} state */
const resultOf = ({ ganador, chicas }) => [ganador, ...chicas.map(({ A, B }) => `${A}-${B}`)].join('.');

/** @param {import('../table.js').Table} table @param {import('../types.js').Planilla} planilla */
export function receiptUrl({ mesa, state }, { version, fingerprint }) {
  const asked = new URLSearchParams({ v: String(version), h: fingerprint.replaceAll('-', ''), r: resultOf(state) });
  return `${mesa.public_url || location.origin}/planilla/${mesa.id}/?${asked}`;
}

/** @param {import('../table.js').Table} table @param {import('../types.js').Planilla} planilla */
export function receipt(table, planilla) {
  const url = receiptUrl(table, planilla);
  return html`<section class="receipt">
    ${qr(url, t('sealed.receipt'))}
    <div>
      <h3>${t('sealed.receipt')}</h3>
      <p>${t('sealed.receipt.explain')}</p>
      <p class="fingerprint">${t('fingerprint', { fingerprint: planilla.fingerprint })}</p>
      <p><a href=${url}>${new URL(url).host}${new URL(url).pathname}</a></p>
    </div>
  </section>`;
}
