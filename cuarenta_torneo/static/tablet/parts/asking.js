/** Asking the table about something while it is being put together, a line above all; only the last answer counts. */

import { html, nothing } from 'lit/html.js';

import { Refusal, Unreachable } from '../api.js';
import { whyText } from '../names.js';
import { t } from '../texts.js';

const PAUSE_MS = 120;

/** @template {object} [Answer=import('../types.js').Preview] */
export class Asking {
  /** @type {Answer|null} */
  preview = null;
  /** @type {{code: string, message: string, article: string|null}|null} */
  refusal = null;
  unreachable = false;
  waiting = false;

  #screen;
  #query;
  #offline;
  #turn = 0;
  #timer = 0;

  /**
   * @param {import('../screens/mesa.js').Mesa} screen
   * @param {(asked: any) => Promise<any>} [query] what a line would do, unless something else is asked
   * @param {string} [offline] what to say without network
   */
  constructor(screen, query = (line) => screen.table.preview(line), offline = t('preview.unreachable')) {
    this.#screen = screen;
    this.#query = query;
    this.#offline = offline;
  }

  /** @param {unknown} asked a line, or what `query` takes */
  ask(asked) {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    this.waiting = true;
    this.#timer = setTimeout(() => this.#answer(turn, asked), PAUSE_MS);
  }

  forget() {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#set({});
  }

  /** @param {number} turn @param {unknown} asked */
  async #answer(turn, asked) {
    let answer = {};
    try {
      answer = { preview: await this.#query(asked) };
    } catch (error) {
      if (error instanceof Refusal) answer = { refusal: { ...error.body, message: error.message } };
      else if (error instanceof Unreachable) answer = { unreachable: true };
      else throw error;
    }
    if (turn !== this.#turn) return;
    this.#set(answer);
    this.#screen.app.update();
  }

  /** @param {Partial<Pick<Asking<Answer>, "preview"|"refusal"|"unreachable">>} answer */
  #set({ preview = null, refusal = null, unreachable = false }) {
    Object.assign(this, { preview, refusal, unreachable, waiting: false });
  }

  /** The answer in a line. */
  render() {
    if (this.refusal) return html`<p class="preview refused" role="status">${whyText(this.refusal)}</p>`;
    if (this.unreachable) return html`<p class="preview" role="status">${this.#offline}</p>`;
    if (this.preview) return html`<p class="preview" role="status">${/** @type {any} */ (this.preview).text}</p>`;
    return html`<p class="preview">${this.waiting ? t('preview.waiting') : nothing}</p>`;
  }
}
