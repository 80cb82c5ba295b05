/** What the tablet keeps between reloads, in IndexedDB: who signed in, and what is still to be sent. */

import { openDB } from 'idb';

const KEPT = 'kept';

export class Storage {
  #db = openDB('cuarenta-tablet', 1, { upgrade: (db) => void db.createObjectStore(KEPT) });

  /** @param {string} key @returns {Promise<any>} */
  async get(key) {
    return (await this.#db).get(KEPT, key);
  }

  /** @param {string} key @param {unknown} value */
  async set(key, value) {
    await (await this.#db).put(KEPT, value, key);
  }

  /** @param {string} key */
  async remove(key) {
    await (await this.#db).delete(KEPT, key);
  }
}
