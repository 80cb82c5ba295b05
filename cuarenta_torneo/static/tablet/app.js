/** The application: which screen and which sheet are up, what is said aloud, and one way to paint. */

import { html, nothing, render } from 'lit/html.js';

import { Api, Refusal, Unreachable } from './api.js';
import { whyText } from './names.js';
import { Login } from './screens/login.js';
import { Mesas } from './screens/mesas.js';
import { Storage } from './storage.js';
import { t } from './texts.js';

/**
 * @typedef {import('./types.js').View} View
 * @typedef {View & {busy?: boolean, error?: string|null}} Asking a view that waits for answers
 */

export class App {
  api = new Api();
  storage = new Storage();
  /** @type {import('./types.js').Session|null} */
  session = null;
  /** @type {View|null} */
  screen = null;
  /** @type {(View & {title: string})|null} */
  sheet = null;
  spoken = '';

  #root;
  #painting = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
  }

  async start() {
    this.session = (await this.storage.get('session')) ?? null;
    this.api.token = this.session?.token ?? null;
    this.home();
  }

  /** The first screen for whoever is or is not signed in. */
  home() {
    this.show(this.session ? new Mesas(this) : new Login(this));
  }

  /** @param {import('./types.js').Session} session */
  async signedIn(session) {
    this.session = session;
    this.api.token = session.token;
    await this.storage.set('session', session);
    this.home();
  }

  /** The token is worth nothing any more: what is pending stays kept for the next time. */
  async signedOut() {
    this.session = this.api.token = null;
    await this.storage.remove('session');
    this.home();
  }

  /** @param {View} screen */
  show(screen) {
    this.screen?.closed?.();
    this.screen = screen;
    this.close();
    window.scrollTo(0, 0);
  }

  /** @param {View & {title: string}} sheet */
  open(sheet) {
    this.sheet = sheet;
    this.update();
  }

  close() {
    this.sheet?.closed?.();
    this.sheet = null;
    this.update();
  }

  /** For those who do not see the screen. @param {string} text */
  speak(text) {
    this.spoken = text;
    this.update();
  }

  /**
   * Do what may fail because of the network or the rules, and show why beside what was asked.
   * @param {Asking} view @param {() => Promise<void>} action
   */
  async attempt(view, action) {
    view.busy = true;
    view.error = null;
    this.update();
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
      view.error = error instanceof Refusal ? whyText({ ...error.body, message: error.message }) : t('net.unreachable');
      if (error instanceof Refusal && error.status === 401 && this.session) await this.signedOut();
    } finally {
      view.busy = false;
      this.update();
    }
  }

  /** Paint soon: many changes in one turn are one painting. */
  update() {
    if (this.#painting) return;
    this.#painting = true;
    queueMicrotask(() => {
      this.#painting = false;
      this.#paint();
    });
  }

  #paint() {
    render(this.#view(), this.#root);
    const dialog = /** @type {HTMLDialogElement} */ (this.#root.querySelector('dialog'));
    if (this.sheet && !dialog.open) dialog.showModal();
    if (!this.sheet && dialog.open) dialog.close();
  }

  #view() {
    const close = () => this.close();
    const { sheet } = this;
    return html`
      ${this.screen?.render()}
      <dialog class="sheet" aria-labelledby="sheet-title" @cancel=${close} @close=${() => this.sheet && close()}>
        ${sheet
          ? html`<header class="sheet-head">
                <h2 id="sheet-title">${sheet.title}</h2>
                <button type="button" class="sheet-close" aria-label=${t('close')} @click=${close}>✕</button>
              </header>
              <div class="sheet-body">${sheet.render()}</div>`
          : nothing}
      </dialog>
      <p class="unseen" role="status" aria-live="polite">${this.spoken}</p>
    `;
  }
}
