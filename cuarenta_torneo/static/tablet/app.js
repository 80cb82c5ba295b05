/** The application: which screen and which sheet are up, what is said aloud, and one way to paint. */

import { html, nothing, render } from 'lit/html.js';

import { Api, Refusal, Unreachable } from './api.js';
import { Awake } from './awake.js';
import { Device } from './device.js';
import { Engine } from './engine/engine.js';
import { asked, entrance } from './entrance.js';
import { Keeping } from './keeping.js';
import { whyText } from './names.js';
import { listen } from './keys.js';
import { preferences } from './preferences.js';
import { isQuiet } from './quiet.js';
import { fetchSoon } from './rare.js';
import { resumed } from './resume.js';
import { keepStorage, Shell } from './shell.js';
import { Slips } from './slips.js';
import { NotWritten, Storage } from './storage.js';
import { TabletKey } from './tablet_key.js';
import { t } from './texts.js';

/** What a touch is answered with is on the screen by then; what follows from it takes no time from that. */
const REST_MS = 50;

/**
 * @typedef {import('./types.js').View} View
 * @typedef {View & {busy?: boolean, error?: string|null}} Asking a view that waits for answers
 */

export class App {
  api = new Api();
  storage = new Storage();
  ownKey = new TabletKey(this.storage);
  engine = new Engine();
  shell = new Shell(() => isQuiet(this));
  device = new Device(this);
  /** Brings to quarantine what the log did not take. */
  keeping = new Keeping(this);
  /** @type {import('./types.js').Session|null} */
  session = null;
  /** Secret of the QR that this page was opened with, until it is used. @type {string|null} */
  pairing = null;
  /** Table whose QR was scanned, until its mesa is left. @type {number|null} */
  table = null;
  /** Just paired: the screen on which its equipment is still to be tried. @type {typeof import('./screens/check.js').Check|null} */
  unchecked = null;
  /** @type {View|null} */
  screen = null;
  /** @type {(View & {title: string})|null} */
  sheet = null;
  spoken = '';
  /** Whether this painting is the first of two: what a touch is answered with, before all that follows from it. */
  brief = false;

  #root;
  #awake = new Awake();
  #slips;
  #painting = false;
  #soon = false;
  /** Its message comes after all promises that are settled by now; timers would wait longer. */
  #turn = new MessageChannel();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    this.api.signed = async (said) => (await this.key?.signed(said)) ?? null;
    this.#turn.port1.onmessage = () => this.#soon && this.#paint();
    this.#slips = new Slips(root);
  }

  /** What signs the jugadas that are recorded here; null where the server was given no key. */
  get key() {
    return this.session?.device?.signs ? this.ownKey : null;
  }

  async start() {
    await preferences.apply();
    listen();
    preferences.addEventListener('change', () => this.#chosen());
    this.engine.language = preferences.language;
    this.session = (await this.storage.get('session')) ?? null;
    this.api.token = this.session?.token ?? null;
    const scanned = this.#scanned();
    window.addEventListener('hashchange', () => this.#scanned() && this.home());
    if (scanned || !(await resumed(this))) this.home();
    this.device.start();
    this.engine.start();
    fetchSoon();
    if (this.session) keepStorage();
    this.shell.addEventListener('change', () => this.update());
    this.shell.start();
    this.keeping.start();
  }

  /** The first screen for whoever is or is not at this tablet. */
  home() {
    this.show(entrance(this));
  }

  /** Whether the page was opened by a QR that asks for another screen than the one that was up. */
  #scanned() {
    const { pairing, table } = asked();
    if (!this.session) this.pairing = pairing ?? this.pairing;
    this.table = table ?? this.table;
    return table !== null || (pairing !== null && !this.session);
  }

  /** @param {import('./types.js').Session} session */
  async signedIn(session) {
    await this.device.keep(session);
    keepStorage();
    this.home();
  }

  /** The server let nothing through any more: what is pending stays kept for the next time. */
  async signedOut() {
    await this.device.out();
  }

  /** @param {View} screen */
  show(screen) {
    this.screen?.closed?.();
    this.screen = screen;
    this.#awake.keep('table' in screen);
    this.#slips.changed();
    this.close();
    window.scrollTo(0, 0);
    this.shell.settle();
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
      if (!(error instanceof Refusal || error instanceof Unreachable || error instanceof NotWritten)) throw error;
      if (error instanceof Refusal) view.error = whyText({ ...error.body, message: error.message });
      else view.error = t(error instanceof NotWritten ? 'chip.broken' : 'net.unreachable');
      if (error instanceof Refusal && error.status === 401 && this.session) await this.signedOut();
    } finally {
      view.busy = false;
      this.update();
    }
  }

  /** Another language: what is on the screen, and what the rulebook says in it from now on. */
  async #chosen() {
    const other = this.engine.language !== preferences.language;
    this.engine.language = preferences.language;
    const { screen } = this;
    if (other) await screen?.again?.();
    this.update();
  }

  /** Paint before anything else is touched: many changes in one turn are one painting. */
  update() {
    if (this.#painting) return;
    this.#painting = true;
    queueMicrotask(() => this.#paint());
  }

  /** Paint what nobody touched just now, together with what follows from it at once. */
  updateSoon() {
    if (this.#soon) return;
    this.#soon = true;
    this.#turn.port2.postMessage(null);
  }

  #paint() {
    this.brief = this.#soon;
    this.#painting = this.#soon = false;
    if (this.brief) setTimeout(() => this.update(), REST_MS);
    render(this.#view(), this.#root);
    const dialog = /** @type {HTMLDialogElement} */ (this.#root.querySelector('dialog'));
    if (this.sheet && !dialog.open) dialog.showModal();
    if (!this.sheet && dialog.open) dialog.close();
  }

  /** A sheet that closed for another one tells so when that one may be open already. */
  #view() {
    const close = () => this.close();
    const { sheet } = this;
    return html`
      ${this.screen?.render()}
      <dialog class="sheet" aria-labelledby="sheet-title" @cancel=${close} @close=${(/** @type {any} */ { target }) => target.open || close()}>
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
