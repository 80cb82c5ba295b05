/** Wrong PINs in a row make the tablet wait, longer each time; it remembers that over a reload. */

const KEY = 'pin-lock';
const FREE = 4;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 15 * 60_000;

/** @typedef {{failures: number, until: number}} Kept */

export class PinLock {
  #storage;
  /** @type {Promise<Kept>} */
  #kept;

  /** @param {import('./storage.js').Storage} storage */
  constructor(storage) {
    this.#storage = storage;
    this.#kept = storage.get(KEY).then((kept) => kept ?? { failures: 0, until: 0 });
  }

  /** How long to wait before the next try, in milliseconds. */
  async wait() {
    const { until } = await this.#kept;
    return Math.min(Math.max(0, until - Date.now()), LONGEST_WAIT_MS);
  }

  async failed() {
    const failures = (await this.#kept).failures + 1;
    const over = failures - FREE - 1;
    const wait = over < 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** over, LONGEST_WAIT_MS);
    await this.#keep({ failures, until: Date.now() + wait });
  }

  async passed() {
    await this.#keep({ failures: 0, until: 0 });
  }

  /** @param {Kept} kept */
  async #keep(kept) {
    this.#kept = Promise.resolve(kept);
    await this.#storage.set(KEY, kept);
  }
}
