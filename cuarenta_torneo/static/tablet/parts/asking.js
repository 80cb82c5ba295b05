/** Asking the table what a line would do while it is being put together; only the last answer counts. */

import { html, nothing } from 'lit/html.js';

import { Refusal, Unreachable } from '../api.js';
import { whyText } from '../names.js';
import { t } from '../texts.js';

const PAUSE_MS = 120;

export class Asking {
  /** @type {import('../types.js').Preview|null} */
  preview = null;
  /** @type {{code: string, message: string, article: string|null}|null} */
  refusal = null;
  unreachable = false;
  waiting = false;

  #screen;
  #turn = 0;
  #timer = 0;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
  }

  /** @param {string} line */
  ask(line) {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    this.waiting = true;
    this.#timer = setTimeout(() => this.#answer(turn, line), PAUSE_MS);
  }

  forget() {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#set({});
  }

  /** @param {number} turn @param {string} line */
  async #answer(turn, line) {
    let answer = {};
    try {
      answer = { preview: await this.#screen.table.preview(line) };
    } catch (error) {
      if (error instanceof Refusal) answer = { refusal: { ...error.body, message: error.message } };
      else if (error instanceof Unreachable) answer = { unreachable: true };
      else throw error;
    }
    if (turn !== this.#turn) return;
    this.#set(answer);
    this.#screen.app.update();
  }

  /** @param {Partial<Pick<Asking, "preview"|"refusal"|"unreachable">>} answer */
  #set({ preview = null, refusal = null, unreachable = false }) {
    Object.assign(this, { preview, refusal, unreachable, waiting: false });
  }

  /** The answer in a line. */
  render() {
    if (this.refusal) return html`<p class="preview refused" role="status">${whyText(this.refusal)}</p>`;
    if (this.unreachable) return html`<p class="preview" role="status">${t('preview.unreachable')}</p>`;
    if (this.preview) return html`<p class="preview" role="status">${this.preview.text}</p>`;
    return html`<p class="preview">${this.waiting ? t('preview.waiting') : nothing}</p>`;
  }
}
