/** S9, first step: the result is frozen for signing. */

import { html, nothing } from 'lit/html.js';

import { said } from '../names.js';
import { failure } from '../parts/failure.js';
import { hold } from '../parts/hold.js';
import { resultTable } from '../signing/result.js';
import { t } from '../texts.js';

export class Freeze {
  title = t('freeze');
  busy = false;
  /** @type {string|null} */
  error = null;

  #screen;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
  }

  #freeze() {
    const { app, table } = this.#screen;
    app.attempt(this, async () => {
      await table.freeze();
      this.#screen.hush();
      app.close();
    });
  }

  render() {
    const { table } = this.#screen;
    const unsaved = table.pending.length > 0;
    return html`
      ${resultTable(table)}
      <p class="lead">${said(table.mesa, 'freeze.explain')}</p>
      ${unsaved ? html`<p class="failure">${t('freeze.unsaved')}</p>` : nothing} ${failure(this.error)}
      <button type="button" class="big go" ?disabled=${this.busy || unsaved} ${hold(() => this.#freeze())}>
        ${t('freeze')}<small>${t('hold')}</small>
      </button>
    `;
  }
}
