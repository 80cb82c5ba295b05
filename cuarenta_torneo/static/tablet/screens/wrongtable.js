/** S2's guard: this tablet stands at one table and was asked for another. Somebody of the desk may move it. */

import { html } from 'lit/html.js';

import { Refusal } from '../api.js';
import { failure } from '../parts/failure.js';
import { askPin } from '../pin.js';
import { t } from '../texts.js';

export class WrongTable {
  busy = false;
  /** @type {string|null} */
  error = null;

  #app;
  #wanted;
  #back;

  /** @param {import('../app.js').App} app @param {number} wanted @param {(moved: boolean) => void} back */
  constructor(app, wanted, back) {
    this.#app = app;
    this.#wanted = wanted;
    this.#back = back;
  }

  #move() {
    const app = this.#app;
    const title = t('table.move', { table: this.#wanted });
    const move = async (/** @type {import('../proof.js').Shown} */ { pin }) => {
      if (!pin) throw new Refusal(403, { message: t('table.no-desk') });
      await app.device.move(this.#wanted, pin);
      this.#back(true);
    };
    askPin(app, this, title, move, { who: 'desk', explain: t('table.desk-pin') });
  }

  render() {
    const here = this.#app.session?.device.table ?? 0;
    return html`
      <main class="wrong-table" role="alert">
        <p class="wrong-sign" aria-hidden="true">⚠</p>
        <h1>${t('table.wrong', { here })}</h1>
        <p class="lead">${t('table.wanted', { wanted: this.#wanted })}</p>
        ${failure(this.error)}
        <div class="actions">
          <button type="button" class="big go" @click=${() => this.#back(false)}>${t('table.stay', { here })}</button>
          <button type="button" class="big" ?disabled=${this.busy} @click=${() => this.#move()}>${t('table.move', { table: this.#wanted })}</button>
        </div>
      </main>
    `;
  }
}
