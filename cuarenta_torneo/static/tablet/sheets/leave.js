/** Leaving the tablet while something on it is not sent yet: it stays here, and somebody must know. */

import { html } from 'lit/html.js';

import { failure } from '../parts/failure.js';
import { hold } from '../parts/hold.js';
import { t } from '../texts.js';

export class Leave {
  busy = false;
  /** @type {string|null} */
  error = null;

  #app;
  #pending;
  #go;

  /** @param {import('../app.js').App} app @param {number} pending @param {() => Promise<void>} go */
  constructor(app, pending, go) {
    this.#app = app;
    this.#pending = pending;
    this.#go = go;
  }

  get title() {
    return t('leave.title');
  }

  render() {
    return html`
      <p class="lead">${t('leave.pending', { pending: this.#pending })}</p>
      ${failure(this.error)}
      <div class="actions">
        <button type="button" class="big go" @click=${() => this.#app.close()}>${t('leave.stay')}</button>
        <button type="button" class="big" ?disabled=${this.busy} ${hold(() => this.#app.attempt(this, this.#go))}>
          ${t('leave.go')}<small>${t('hold')}</small>
        </button>
      </div>
    `;
  }
}
