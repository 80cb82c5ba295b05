/** Which key does what: the list, and a new key for any line of it. */

import { html, nothing } from 'lit/html.js';

import { assign, BUTTONS, keyMap, keyOf } from '../keys.js';
import { preferences } from '../preferences.js';
import { t } from '../texts.js';

const NOT_A_KEY = ['shift', 'control', 'alt', 'meta', 'altgraph', 'capslock', 'tab', 'escape'];

export class Keys {
  #app;
  /** What waits for its key. @type {string|null} */
  #asked = null;
  #onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.#app = app;
    document.addEventListener('keydown', this.#onKey, { capture: true });
  }

  closed() {
    document.removeEventListener('keydown', this.#onKey, { capture: true });
  }

  get title() {
    return t('keys.title');
  }

  /** @param {KeyboardEvent} event */
  async #key(event) {
    const key = keyOf(event);
    if (!this.#asked || NOT_A_KEY.includes(key)) return;
    event.preventDefault();
    event.stopPropagation();
    const action = this.#asked;
    this.#asked = null;
    await assign(action, key);
    this.#app.update();
  }

  async #reset() {
    this.#asked = null;
    await preferences.choose({ keys: null });
    this.#app.update();
  }

  /** @param {string} action */
  #line(action) {
    const asked = this.#asked === action;
    const ask = () => {
      this.#asked = asked ? null : action;
      this.#app.update();
    };
    return html`<li>
      <button type="button" class="key-line" data-action=${action} aria-pressed=${asked ? 'true' : 'false'} @click=${ask}>
        <span>${t(/** @type {any} */ (`keys.${action}`))}</span>
        <kbd>${asked ? t('keys.press') : keyName(keyMap()[action])}</kbd>
      </button>
    </li>`;
  }

  render() {
    return html`
      <p class="lead">${t('keys.explain')}</p>
      <ul class="key-lines">
        ${Object.keys(BUTTONS).map((action) => this.#line(action))}
      </ul>
      ${preferences.keys ? html`<button type="button" class="big" @click=${() => this.#reset()}>${t('keys.reset')}</button>` : nothing}
    `;
  }
}

/** @param {string} key */
const keyName = (key) => (key === ' ' ? '␣' : key === 'backspace' ? '⌫' : key === 'enter' ? '↵' : key.toUpperCase());
