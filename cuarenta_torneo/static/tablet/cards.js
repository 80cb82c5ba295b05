/** The cards of the data in play as the server has them, and the one line that is on its way to it. */

import { Refusal, Unreachable } from './api.js';
import { whyText } from './names.js';
import { t } from './texts.js';
import { uuid } from './uuid.js';

const RETRY_MS = 2000;

/** @typedef {import('./types.js').CardsAnswer} CardsAnswer */

export class CardRecord {
  /** What is saved. @type {CardsAnswer|null} */
  saved = null;
  /** Not acknowledged: nothing else is taken down before it. @type {import('./types.js').CardSent|null} */
  pending = null;
  /** Why the last line was refused, or that nobody answers. */
  error = '';

  #table;
  #changed;
  #busy = false;
  #closed = false;
  #timer = 0;

  /** @param {import('./table.js').Table} table @param {() => void} changed */
  constructor(table, changed) {
    this.#table = table;
    this.#changed = changed;
    this.load();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Look again once the log has gone on: what the cards come to may be in it, or may have been annulled. */
  follow() {
    if (!this.pending && this.saved && this.#table.saved > this.saved.log_seq) this.load();
  }

  load(error = '') {
    this.#ask(() => this.#table.cards(), error);
  }

  /** @param {string} notation */
  send(notation) {
    if (this.pending) return;
    this.error = '';
    this.pending = { client_id: uuid(), notation, device_ts: new Date().toISOString() };
    this.retry();
  }

  /** Send what is pending: the same line again is taken down once. */
  retry() {
    const { pending, saved } = this;
    if (!pending || !saved) return this.load();
    this.#ask(async () => {
      const answer = await this.#table.recordCards(saved.seq, pending);
      this.pending = null;
      return answer;
    });
  }

  /** One request at a time. @param {() => Promise<CardsAnswer>} request @param {string} [error] to be read meanwhile */
  async #ask(request, error = '') {
    if (this.#busy || this.#closed) return;
    clearTimeout(this.#timer);
    this.#busy = true;
    this.#changed();
    let next = () => (this.pending ? this.retry() : this.follow());
    try {
      this.saved = await request();
      this.error = error;
    } catch (cause) {
      next = this.#failed(cause);
    } finally {
      this.#busy = false;
      this.#changed();
    }
    next();
  }

  /** @param {unknown} cause @returns {() => void} what to do next */
  #failed(cause) {
    if (cause instanceof Unreachable) {
      this.error = t('cards.unreachable');
      return () => {
        this.#timer = setTimeout(() => this.retry(), RETRY_MS);
      };
    }
    if (!(cause instanceof Refusal)) throw cause;
    const why = whyText({ ...cause.body, message: cause.message });
    this.error = why;
    if (!this.pending) return () => {};
    this.pending = null; // nothing of it was kept
    return () => this.load(why);
  }
}
