/**
 * What the tablet keeps between reloads, in IndexedDB. A write that returns is on the disk (`durability: 'strict'`);
 * one that fails left nothing behind.
 */

import { openDB } from 'idb';

/**
 * KEPT: single things by name. MESAS: what the server last said of a mesa. FOLDS: what that and the unsent come to.
 * OUTBOX: taps that the server has not acknowledged, in their order. ASIDE: what waits for a person to decide.
 * @typedef {"kept"|"mesas"|"folds"|"outbox"|"aside"} Store
 * @typedef {import('idb').IDBPTransaction<any, Store[], 'readwrite'>} Writing
 */

const VERSION = 2;
/** A disk that has not answered by then is told to people as one that does not save. */
const PATIENCE_MS = 6000;

/** The disk did not take it, or did not say so. */
export class NotWritten extends Error {}

export class Storage {
  /** @type {Promise<import('idb').IDBPDatabase<any>>|null} */
  #opened = null;

  /** @param {string} key @returns {Promise<any>} */
  get(key) {
    return this.read('kept', key);
  }

  /** @param {string} key @param {unknown} value */
  async set(key, value) {
    await this.write(['kept'], (tx) => tx.objectStore('kept').put(value, key));
  }

  /** @param {string} key */
  async remove(key) {
    await this.write(['kept'], (tx) => tx.objectStore('kept').delete(key));
  }

  /** @param {Store} store @param {string} key @returns {Promise<any>} */
  async read(store, key) {
    return (await this.#db()).get(store, key);
  }

  /** The same, for what a write needs to know. Raises NotWritten. @param {Store} store @param {string} key @returns {Promise<any>} */
  patiently(store, key) {
    return inTime(this.read(store, key), store);
  }

  /** What a store has of one mesa, or of all, in its order. @param {"outbox"|"aside"} store @param {string} [mesa] @returns {Promise<any[]>} */
  async all(store, mesa) {
    const db = await this.#db();
    return mesa === undefined ? db.getAll(store) : db.getAllFromIndex(store, 'mesa', mesa);
  }

  /**
   * All of it on the disk, or nothing.
   * @template T
   * @param {Store[]} stores @param {(tx: Writing) => T|Promise<T>} change @returns {Promise<T>}
   */
  write(stores, change) {
    return inTime(this.#written(stores, change), stores.join());
  }

  /** @param {Store[]} stores @param {(tx: Writing) => any} change */
  async #written(stores, change) {
    const db = await this.#db();
    const tx = /** @type {Writing} */ (db.transaction(stores, 'readwrite', { durability: 'strict' }));
    tx.done.catch(() => {}); // told below, once
    try {
      const answer = await change(tx);
      await tx.done;
      return answer;
    } catch (error) {
      try {
        tx.abort();
      } catch {
        // It is over already.
      }
      throw error;
    }
  }

  #db() {
    this.#opened ??= openDB('cuarenta-tablet', VERSION, {
      upgrade,
      blocking: (_current, _wanted, event) => {
        /** @type {IDBDatabase} */ (event.target).close(); // a newer version of the app waits for it
        this.#opened = null;
      },
      terminated: () => {
        this.#opened = null;
      },
    });
    this.#opened.catch(() => {
      this.#opened = null;
    });
    return this.#opened;
  }
}

/** Raises NotWritten. @template T @param {Promise<T>} answer @param {string} what @returns {Promise<T>} */
async function inTime(answer, what) {
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('the disk does not answer')), PATIENCE_MS);
  });
  try {
    return /** @type {T} */ (await Promise.race([answer, late]));
  } catch (cause) {
    throw new NotWritten(what, { cause });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {import('idb').IDBPDatabase<any>} db @param {number} from @param {number|null} _to
 * @param {import('idb').IDBPTransaction<any, string[], 'versionchange'>} tx
 */
async function upgrade(db, from, _to, tx) {
  if (from < 1) db.createObjectStore('kept');
  if (from >= 2) return;
  db.createObjectStore('mesas');
  db.createObjectStore('folds');
  for (const store of ['outbox', 'aside']) {
    const made = db.createObjectStore(store, { keyPath: 'order', autoIncrement: true });
    made.createIndex('mesa', 'mesa');
    made.createIndex('clientId', 'clientId', { unique: true });
  }
  if (from === 1) await carryOver(tx);
}

/** Version 1 had the unsent of a mesa under one name. @param {import('idb').IDBPTransaction<any, string[], 'versionchange'>} tx */
async function carryOver(tx) {
  const kept = tx.objectStore('kept');
  for (const key of await kept.getAllKeys()) {
    const [name, mesa] = String(key).split(':');
    if (name !== 'pending') continue;
    const { items, refused, epoch } = await kept.get(key);
    for (const item of items) await tx.objectStore('outbox').add({ ...item, mesa, epoch, kind: 'jugada', seq: null });
    for (const item of refused) await tx.objectStore('aside').add({ ...item, mesa, epoch, kind: 'jugada', seq: null });
    await kept.delete(key);
  }
}
