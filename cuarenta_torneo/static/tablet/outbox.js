/**
 * What was tapped on this tablet and the server has not acknowledged, in the order of the taps; and beside it what was
 * set aside and waits for a person. `items` and `aside` say what is on the disk: each changes only after its write.
 */

import { unproved } from './stack.js';
import { SIGNINGS } from './tablet_key.js';

/**
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Aside} Aside
 * @typedef {import('./types.js').Why} Why
 * @typedef {import('./types.js').MesaPayload} MesaPayload
 * @typedef {import('./types.js').KeptFold} KeptFold
 * @typedef {import('./tablet_key.js').Signings} Signings
 *
 * @typedef {object} Settled what the server's word changes
 * @property {MesaPayload} mesa
 * @property {Item[]} items what remains to be sent, with what changed in it
 * @property {KeptFold|null} fold
 */

export class Outbox {
  /** Not acknowledged, oldest first. @type {Item[]} */
  items = [];
  /** Refused, or overtaken by another tablet. @type {Aside[]} */
  aside = [];

  #storage;
  #mesa;

  /** @param {import('./storage.js').Storage} storage @param {string} mesa its id */
  constructor(storage, mesa) {
    this.#storage = storage;
    this.#mesa = mesa;
  }

  /** What the disk has. */
  async load() {
    this.items = await this.#storage.all('outbox', this.#mesa);
    this.aside = await this.#storage.all('aside', this.#mesa);
  }

  /**
   * Keep taps, and what they come to.
   * @param {Item[]} items @param {KeptFold|null} fold @param {Signings|null} [signings] with them
   * @param {boolean} [again] after a write that was given up: what it left there stays as it is
   */
  async add(items, fold, signings = null, again = false) {
    const orders = await this.#storage.write(['outbox', 'folds', 'kept'], async (tx) => {
      const outbox = tx.objectStore('outbox');
      const key = (/** @type {Item} */ item) => (again ? outbox.index('clientId').getKey(item.clientId) : undefined);
      const adding = async () => {
        const keys = [];
        for (const item of items) keys.push((await key(item)) ?? (await outbox.add(item)));
        return /** @type {number[]} */ (keys);
      };
      const [keys] = await Promise.all([adding(), this.#putFold(tx, fold), putSignings(tx, signings)]); // the disk keeps their order
      return keys;
    });
    this.items = [...this.items, ...items.map((item, index) => ({ ...item, order: orders[index] }))];
  }

  /** Keep what was signed only now. @param {Item[]} items @param {Signings|null} signings */
  async sign(items, signings) {
    const now = new Map(items.map((item) => [item.order, item]));
    const signed = this.items.map((item) => now.get(item.order) ?? item);
    await this.#storage.write(['outbox', 'kept'], async (tx) => {
      await this.#rewrite(tx, this.items, signed);
      await putSignings(tx, signings);
    });
    this.items = signed;
  }

  /** Undo a write that may or may not have happened. @param {Item[]} items */
  async withdraw(items) {
    await this.#storage.write(['outbox'], async (tx) => {
      const outbox = tx.objectStore('outbox');
      for (const { clientId } of items) {
        const key = await outbox.index('clientId').getKey(clientId);
        if (key !== undefined) await outbox.delete(key);
      }
    });
  }

  /**
   * Keep what the server said, and what it leaves to be sent. What it acknowledged leaves the outbox; a disk that
   * fails here loses nothing: it is sent again, and known there.
   * @param {Settled} settled
   */
  async settle({ mesa, items, fold }) {
    const before = this.items;
    this.items = items;
    await this.#storage.write(['mesas', 'outbox', 'folds'], async (tx) => {
      await tx.objectStore('mesas').put(mesa, this.#mesa);
      await this.#rewrite(tx, before, items);
      await this.#putFold(tx, fold);
    });
  }

  /**
   * Move items aside, for a reason that people read; never without keeping them.
   * @param {Item[]} moved @param {Why} why @param {Item[]} rest what remains, with what changed in it @param {KeptFold|null} fold
   */
  async setAside(moved, why, rest, fold) {
    const asides = moved.map(({ order: _, ...item }) => ({ ...unproved(/** @type {Item} */ (item)), ...why, seen: false, kept: false }));
    const orders = await this.#storage.write(['outbox', 'aside', 'folds'], async (tx) => {
      const keys = [];
      for (const aside of asides) keys.push(await tx.objectStore('aside').add(aside));
      await this.#rewrite(tx, this.items, rest);
      await this.#putFold(tx, fold);
      return /** @type {number[]} */ (keys);
    });
    this.items = rest;
    const added = asides.map((aside, index) => ({ ...aside, order: orders[index] }));
    this.aside = [...this.aside, ...added];
    return added;
  }

  /**
   * Note that a person has read of items, or that the server keeps them in quarantine. With both they leave this disk.
   * @param {string[]} clientIds @param {{seen: true}|{kept: true}} news
   */
  async note(clientIds, news) {
    const noted = this.aside.map((item) => (clientIds.includes(item.clientId) ? { ...item, ...news } : item));
    await this.#storage.write(['aside'], async (tx) => {
      const store = tx.objectStore('aside');
      for (const item of noted.filter(({ clientId }) => clientIds.includes(clientId)))
        await (item.seen && item.kept ? store.delete(item.order) : store.put(item));
    });
    this.aside = noted.filter(({ seen, kept }) => !(seen && kept));
  }

  /** @param {import('./storage.js').Writing} tx @param {Item[]} before @param {Item[]} after */
  async #rewrite(tx, before, after) {
    const outbox = tx.objectStore('outbox');
    const now = new Map(after.map((item) => [item.order, item]));
    for (const item of before) {
      const then = now.get(item.order);
      if (!then) await outbox.delete(item.order);
      else if (then !== item) await outbox.put(then);
    }
  }

  /** @param {import('./storage.js').Writing} tx @param {KeptFold|null} fold */
  async #putFold(tx, fold) {
    const folds = tx.objectStore('folds');
    await (fold ? folds.put(fold, this.#mesa) : folds.delete(this.#mesa));
  }
}

/** @param {import('./storage.js').Writing} tx @param {Signings|null} signings */
async function putSignings(tx, signings) {
  if (signings) await tx.objectStore('kept').put(signings, SIGNINGS);
}
