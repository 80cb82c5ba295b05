/** S0: the Mesa de Control lets this tablet in, by six digits or by the QR that opened this page. */

import { html, nothing } from 'lit/html.js';

import { failure } from '../parts/failure.js';
import { promises } from '../parts/promises.js';
import { openRare, rare } from '../rare.js';
import { t } from '../texts.js';
import { Login } from './login.js';

const DIGITS = 6;
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

export class Pair {
  busy = false;
  /** @type {string|null} */
  error = null;

  #app;
  #login;
  #typed = '';

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.#app = app;
    this.#login = new Login(app);
    const secret = app.pairing;
    app.pairing = null;
    if (secret) this.#pair(secret);
  }

  /** @param {string} code */
  #pair(code) {
    this.#app.attempt(this, async () => {
      try {
        await this.#app.device.pair(code);
      } finally {
        this.#typed = '';
      }
      this.#app.unchecked = await rare(this.#app, 'Check');
      this.#app.home();
    });
  }

  /** @param {string} typed */
  #type(typed) {
    if (this.busy) return;
    this.#typed = typed.replace(/\D/g, '').slice(0, DIGITS);
    this.error = null;
    this.#app.update();
    if (this.#typed.length === DIGITS) this.#pair(this.#typed);
  }

  /** @param {string} key */
  #key(key) {
    return html`<button type="button" class="pin-key" ?disabled=${this.busy} @click=${() => this.#type(this.#typed + key)}>${key}</button>`;
  }

  #code() {
    const told = this.busy ? t('pair.pairing') : nothing;
    return html`<section class="pair-code" aria-labelledby="pair-code">
      <h2 id="pair-code">${t('pair.code')}</h2>
      <p>${t('pair.explain')}</p>
      <div class="pinpad">
        <input
          class="pin-line shown"
          inputmode="none"
          autocomplete="off"
          aria-label=${t('pair.digits')}
          placeholder=${'·'.repeat(DIGITS)}
          maxlength=${DIGITS}
          .value=${this.#typed}
          ?disabled=${this.busy}
          @input=${(/** @type {any} */ event) => this.#type(event.target.value)}
        />
        ${this.error ? failure(this.error) : html`<p class="pin-told" role="status">${told}</p>`}
        <div class="pin-keys">
          ${KEYS.map((key) => this.#key(key))}
          <button type="button" class="pin-key" aria-label=${t('pin.erase')} ?disabled=${this.busy || !this.#typed} @click=${() => this.#type(this.#typed.slice(0, -1))}>⌫</button>
          ${this.#key('0')}
        </div>
      </div>
    </section>`;
  }

  render() {
    const { notice } = this.#app.device;
    return html`
      <main class="page">
        <header class="page-head">
          <div><h1>${t('pair.title')}</h1></div>
          <button type="button" class="plain" @click=${() => openRare(this.#app, 'Settings', this.#app)}>${t('settings')}</button>
        </header>
        ${notice ? html`<p class="promise" role="alert">⚠ ${notice}</p>` : nothing} ${promises(this.#app)}
        <div class="pair">${this.#code()} ${this.#login.render()}</div>
      </main>
    `;
  }
}
