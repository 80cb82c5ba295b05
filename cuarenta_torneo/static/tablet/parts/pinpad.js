/** Ten keys and a line of dots: for a PIN of four digits, or six. A keyboard types it as well. */

import { html, nothing } from 'lit/html.js';

import { Refusal, Unreachable } from '../api.js';
import { prove } from '../proof.js';
import { PinLock } from '../pinlock.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').Person} Person */

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const SECOND_MS = 1000;

export class PinPad {
  busy = false;
  /** @type {string|null} */
  error = null;

  #app;
  #people;
  #act;
  #lock;
  #lengths;
  #typed = '';
  /** When the tablet takes PINs again, in milliseconds since the epoch. */
  #locked = 0;
  #ticking = 0;

  /**
   * @param {import('../app.js').App} app @param {Person[]} people whose PINs are right
   * @param {(shown: import('../proof.js').Shown) => Promise<void>} act what it is for; why it cannot be done is told here
   */
  constructor(app, people, act) {
    this.#app = app;
    this.#people = people;
    this.#act = act;
    this.#lengths = new Set(people.map(({ digits }) => /** @type {number} */ (digits)));
    this.#lock = new PinLock(app.storage);
    this.#hold();
  }

  closed() {
    clearInterval(this.#ticking);
  }

  get #longest() {
    return Math.max(...this.#lengths);
  }

  /** @param {string} typed */
  #type(typed) {
    if (this.busy || this.#locked) return;
    this.#typed = typed.replace(/\D/g, '').slice(0, this.#longest);
    this.error = null;
    this.#app.update();
    if (this.#lengths.has(this.#typed.length)) this.#try(this.#typed.length === this.#longest);
  }

  /**
   * Where some have longer PINs, what is nobody's may be the beginning of one.
   * @param {boolean} whole
   */
  async #try(whole) {
    const session = /** @type {import('../types.js').Session} */ (this.#app.session);
    await this.#app.attempt(this, async () => {
      const shown = await prove(session, this.#typed, this.#people, whole);
      if (!shown && !whole) return;
      this.#typed = '';
      if (!shown) return this.#wrong(new Refusal(403, { message: t('pin.wrong') }));
      await this.#act(shown).catch((error) => this.#undone(error, shown));
      await this.#lock.passed();
    });
  }

  /** @param {unknown} error @param {import('../proof.js').Shown} shown */
  #undone(error, { pin }) {
    if (pin && error instanceof Unreachable) throw new Refusal(503, { message: t('pin.unreachable') });
    if (error instanceof Refusal && error.body.code === 'pin') return this.#wrong(error);
    throw error;
  }

  /** @param {Refusal} why */
  async #wrong(why) {
    await this.#lock.failed();
    await this.#hold();
    throw why;
  }

  /** Nothing can be typed while the tablet waits after many wrong PINs. */
  async #hold() {
    const wait = await this.#lock.wait();
    if (wait === 0) return;
    this.#locked = Date.now() + wait;
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => this.#tick(), SECOND_MS);
    this.#app.update();
  }

  #tick() {
    if (Date.now() >= this.#locked) {
      clearInterval(this.#ticking);
      this.#locked = 0;
      this.error = null;
    }
    this.#app.update();
  }

  #told() {
    if (this.#locked) {
      const seconds = Math.max(1, Math.ceil((this.#locked - Date.now()) / SECOND_MS));
      return html`<p class="failure" role="alert">${t('pin.locked', { seconds })}</p>`;
    }
    if (this.error) return html`<p class="failure" role="alert">${this.error}</p>`;
    return html`<p class="pin-told" role="status">${this.busy ? t('pin.checking') : nothing}</p>`;
  }

  render() {
    const off = this.busy || this.#locked > 0;
    const typed = this.#typed.length;
    const shorter = typed >= Math.min(...this.#lengths) && typed < this.#longest;
    return html`<div class="pinpad">
      <input
        class="pin-line"
        inputmode="none"
        autocomplete="off"
        aria-label=${t('pin.label')}
        placeholder=${'·'.repeat(this.#longest)}
        maxlength=${this.#longest}
        .value=${this.#typed}
        ?disabled=${off}
        @input=${(/** @type {any} */ event) => this.#type(event.target.value)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && shorter && this.#try(true)}
      />
      ${this.#told()}
      <div class="pin-keys">
        ${KEYS.map((key) => this.#key(key, off))}
        <button type="button" class="pin-key" aria-label=${t('pin.erase')} ?disabled=${off || typed === 0} @click=${() => this.#type(this.#typed.slice(0, -1))}>⌫</button>
        ${this.#key('0', off)}
        ${this.#lengths.size > 1
          ? html`<button type="button" class="pin-key go" aria-label=${t('pin.accept')} ?disabled=${off || !shorter} @click=${() => this.#try(true)}>✓</button>`
          : nothing}
      </div>
    </div>`;
  }

  /** @param {string} key @param {boolean} off */
  #key(key, off) {
    return html`<button type="button" class="pin-key" ?disabled=${off} @click=${() => this.#type(this.#typed + key)}>${key}</button>`;
  }
}
