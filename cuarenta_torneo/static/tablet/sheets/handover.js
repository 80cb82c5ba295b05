/** Another tablet keeps this mesa: going on here takes it from there. */

import { html } from 'lit/html.js';

import { failure } from '../parts/failure.js';
import { hold } from '../parts/hold.js';
import { t } from '../texts.js';

export class HandOver {
  title = t('handover.title');
  busy = false;
  /** @type {string|null} */
  error = null;

  #app;
  #holder;
  #goOn;

  /**
   * @param {import('../app.js').App} app
   * @param {{lease: import('../types.js').Lease}} mesa
   * @param {() => Promise<void>} goOn
   */
  constructor(app, mesa, goOn) {
    this.#app = app;
    this.#holder = mesa.lease.holder ?? '';
    this.#goOn = goOn;
  }

  render() {
    const goOn = () => this.#app.attempt(this, this.#goOn);
    return html`
      <p class="lead">${t('handover.explain', { holder: this.#holder })}</p>
      ${failure(this.error)}
      <div class="actions">
        <button type="button" class="big" @click=${() => this.#app.close()}>${t('handover.leave')}</button>
        <button type="button" class="big go" ?disabled=${this.busy} ${hold(goOn)}>${t('handover.take')}<small>${t('hold')}</small></button>
      </div>
    `;
  }
}
