/** Jugadas tapped on this tablet and not yet acknowledged, in the order of the taps. No network, no clock. */

/**
 * @typedef {import('./types.js').Pending} Pending
 * @typedef {import('./types.js').Refused} Refused
 * @typedef {{code: string, message: string, article: string|null}} Why
 */

const BATCH = 50;

export class Queue {
  /** @type {Pending[]} */
  items;
  /** @type {Refused[]} */
  refused;

  /** @param {{items?: Pending[], refused?: Refused[]}} [kept] */
  constructor({ items = [], refused = [] } = {}) {
    this.items = items;
    this.refused = refused;
  }

  /** @param {Pending} item */
  add(item) {
    this.items.push(item);
  }

  /**
   * What to send next: consecutive jugadas whose line is known. An undo has none until everything before it is
   * acknowledged, since only then `undoLine`, the rulebook's own answer, says what it undoes.
   *
   * @param {string|null} undoLine
   * @param {boolean} [alone] one at a time: the first may already be in the log, in an answer that was lost
   * @returns {Pending[]}
   */
  batch(undoLine, alone = false) {
    const first = this.items[0];
    if (first && first.line === null) first.line = undoLine;
    const end = this.items.findIndex((item) => item.line === null);
    const known = end === -1 ? this.items.length : end;
    return this.items.slice(0, Math.min(known, alone ? 1 : BATCH));
  }

  /** @param {Pending[]} batch */
  acknowledge(batch) {
    const done = new Set(batch.map((item) => item.clientId));
    this.items = this.items.filter((item) => !done.has(item.clientId));
  }

  /**
   * Set aside a refused jugada and with it those that only made sense after it.
   * @param {Pending} item @param {Why} why
   */
  refuse(item, why) {
    this.items = this.items.filter((other) => other !== item);
    this.refused.push({ ...item, ...why });
    for (const other of this.items.filter((each) => each.after === item.clientId)) this.refuse(other, why);
  }

  /** Take back the last tap if it never left the tablet; what may have arrived must be undone by a jugada. */
  withdraw() {
    const last = this.items.at(-1);
    if (!last || last.line === null || last.tries > 0) return null;
    this.items.pop();
    return last;
  }

  /** @param {string} clientId */
  dismiss(clientId) {
    this.refused = this.refused.filter((item) => item.clientId !== clientId);
  }
}
