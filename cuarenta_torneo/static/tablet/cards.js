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
  #app;
  #changed;
  #busy = false;
  #closed = false;
  #timer = 0;

  /** @param {import('./table.js').Table} table @param {import('./app.js').App} app */
  constructor(table, app) {
    this.#table = table;
    this.#app = app;
    this.#changed = () => app.update();
    this.#start();
  }

  async #start() {
    this.pending = (await this.#app.storage.get(this.#kept)) ?? null;
    this.load();
  }

  /** What was not acknowledged outlives a reload, under this name. */
  get #kept() {
    return `card:${this.#table.mesa.id}`;
  }

  get #path() {
    return `/mesas/${this.#table.mesa.id}/naipes`;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** Look again once the log has gone on: what the cards come to may be in it, or may have been annulled. */
  follow() {
    if (!this.pending && this.saved && this.#table.acked > this.saved.log_seq) this.load();
  }

  load(error = '') {
    this.#ask(() => this.#app.api.get(this.#path), error);
  }

  /** @param {string} notation */
  async send(notation) {
    if (this.pending) return;
    this.error = '';
    this.pending = { client_id: uuid(), notation, device_ts: new Date().toISOString() };
    try {
      await this.#app.storage.set(this.#kept, this.pending);
    } catch {
      this.pending = null;
      this.error = t('outbox.failed');
      this.#changed();
      return;
    }
    this.retry();
  }

  /** Send what is pending: the same line again is taken down once. */
  retry() {
    const { pending, saved } = this;
    if (!pending || !saved) return this.load();
    this.#ask(async () => {
      const answer = await this.#app.api.post(this.#path, { lease_epoch: this.#table.mesa.lease_epoch, base_seq: saved.seq, cards: [pending] });
      await this.#done();
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

  /** A disk that fails here loses nothing: it is sent again, and known. */
  #done() {
    this.pending = null;
    return this.#app.storage.remove(this.#kept).catch(() => {});
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
    this.#done(); // nothing of it was kept
    return () => this.load(why);
  }
}
