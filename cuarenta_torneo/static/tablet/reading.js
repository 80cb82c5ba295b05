/** What a table shows: the state of the mesa, what may follow, and the truth about what is saved and what is sent. */

import { withActs } from './acts.js';
import { isJugada } from './stack.js';

/**
 * @typedef {import('./types.js').Choice} Choice
 * @typedef {import('./types.js').Side} Side
 */

export class Reading extends EventTarget {
  /** Whether nothing of it is kept. @type {boolean} */
  practice = false;
  #book;
  #courier;

  /** @param {import('./book.js').Book} book @param {import('./courier.js').Courier} courier */
  constructor(book, courier) {
    super();
    this.#book = book;
    this.#courier = courier;
  }

  get mesa() {
    return this.#book.mesa;
  }

  get state() {
    return this.#book.view.state;
  }

  get legal() {
    return this.#book.view.legal;
  }

  get log() {
    return this.#book.view.log;
  }

  /** As the server has it, with what was done here since. */
  get planilla() {
    return withActs(this.mesa, this.#book.outbox.items.filter((item) => !isJugada(item)));
  }

  get lease() {
    return this.mesa.lease;
  }

  /** Number of the last jugada that the server has. */
  get acked() {
    return this.#book.acked;
  }

  /** Number of the last jugada that is on this tablet's disk. */
  get saved() {
    return this.acked + this.pending.length;
  }

  /** Jugadas that the server has not acknowledged, oldest first. */
  get pending() {
    return this.#book.jugadas;
  }

  /** Those of them that nobody could add up yet. */
  get unfolded() {
    const folded = new Set(this.#book.view.ids);
    return this.pending.filter(({ clientId }) => !folded.has(clientId));
  }

  /** Whether the score is still to be confirmed. */
  get provisional() {
    return this.unfolded.length > 0;
  }

  /** How many jugadas and acts the server has not acknowledged. */
  get unsent() {
    return this.#book.outbox.items.length;
  }

  /** When the oldest of them was touched, in milliseconds since the epoch. @type {number|null} */
  get oldestUnsent() {
    return this.#book.outbox.items[0]?.at ?? null;
  }

  /** What is kept beside the log until a person decides. */
  get aside() {
    return this.#book.outbox.aside;
  }

  /** Not recorded, and nobody said to have read it. @returns {import('./types.js').Refused[]} */
  get refused() {
    return [...this.aside.filter(({ seen }) => !seen), ...this.#book.denied];
  }

  /** What the disk did not take: it is recorded nowhere. */
  get unwritten() {
    return this.#book.unwritten;
  }

  /** Whether the result can be frozen now: here, or where the server has all of it. */
  get canFreeze() {
    return this.#book.engine !== null || this.unsent === 0;
  }

  /** How things stand with whoever keeps the log. */
  get link() {
    return this.#courier.link;
  }

  /** Why nothing can be sent, for people, where the link does not say it all. */
  get problem() {
    return this.#courier.problem;
  }

  get readOnly() {
    const { link, planilla } = this;
    return link === 'fenced' || link === 'elsewhere' || (planilla !== null && planilla.status !== 'reopened');
  }

  /**
   * What the rulebook says about a jugada now.
   * @param {string} jugada @param {Side|null} [subject] @param {string|null} [finding]
   * @returns {Choice|undefined}
   */
  choice(jugada, subject = null, finding = null) {
    return this.legal.find(
      (choice) => choice.jugada === jugada && choice.subject === subject && (choice.finding ?? null) === finding,
    );
  }
}
