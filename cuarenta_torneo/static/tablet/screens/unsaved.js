/** NO SE GUARDÓ: the disk did not take what was touched. Nothing else can be done until a person says how it goes on. */

import { html } from 'lit/html.js';

import { itemText } from '../log.js';
import { hold } from '../parts/hold.js';
import { t } from '../texts.js';

/** @param {import('./mesa.js').Mesa} screen */
export function unsaved({ table }) {
  return html`
    <main class="page not-saved" role="alert">
      <h1>✕ ${t('outbox.failed')}</h1>
      <p class="lead">${t('outbox.explain')}</p>
      <p>${t('outbox.taps')}</p>
      <ul>
        ${table.unwritten.map((item) => html`<li>${itemText(item)}</li>`)}
      </ul>
      <div class="actions">
        <button type="button" class="big go" @click=${() => table.rewrite()}>${t('outbox.retry')}</button>
        <button type="button" class="big" ${hold(() => table.drop())}>${t('outbox.drop')}<small>${t('hold')}</small></button>
      </div>
    </main>
  `;
}
