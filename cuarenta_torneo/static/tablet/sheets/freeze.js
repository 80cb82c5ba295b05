/** S9, first step: the result is frozen for signing. */

import { html, nothing } from 'lit/html.js';

import { said } from '../names.js';
import { failure } from '../parts/failure.js';
import { hold } from '../parts/hold.js';
import { askPin } from '../pin.js';
import { correctionNote, resultTable } from '../signing/result.js';
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

  /** Only the Juez himself closes the log: where he has a PIN, with it. */
  #ask() {
    const { app, table } = this.#screen;
    const freeze = async (/** @type {import('../proof.js').Shown} */ shown) => {
      await table.freeze(shown);
      this.#screen.hush();
      app.close();
    };
    if (table.practice) app.attempt(this, () => freeze({}));
    else askPin(app, this, t('freeze'), freeze);
  }

  render() {
    const { table } = this.#screen;
    const unsaved = !table.canFreeze;
    return html`
      ${correctionNote(table)} ${resultTable(table)}
      <p class="lead">${said(table.mesa, 'freeze.explain')}</p>
      ${unsaved ? html`<p class="failure">${t('freeze.unsaved')}</p>` : nothing} ${failure(this.error)}
      <button type="button" class="big go" ?disabled=${this.busy || unsaved} ${hold(() => this.#ask())}>
        ${t('freeze')}<small>${t('hold')}</small>
      </button>
    `;
  }
}
