/**
 * The receipts of this tablet: every row of the log that the server acknowledged or showed here, whole, with its hash. None
 * is replaced: where the server shows another row in the place of one, both are kept, and the tablet says so.
 */

import { openDB } from 'idb';

/**
 * @typedef {object} Receipt
 * @property {number} seq
 * @property {string} client_id
 * @property {string} notation
 * @property {string|null} device
 * @property {string} user
 * @property {number} lease_epoch
 * @property {string|null} device_ts
 * @property {string} signed
 * @property {string} received_at
 * @property {string} prev_hash
 * @property {string} hash
 *
 * @typedef {"other"|"shorter"|"withheld"} Fault
 */

/** By this tablet's own clock: the server has no word in when they go. */
const DAYS = 90;
/** So long a server may fail to show the rows that it was asked for. */
const PATIENCE_MS = 120_000;

/** @param {Receipt[]} rows */
const last = (rows) => Math.max(0, ...rows.map(({ seq }) => seq));

/**
 * What the rows of one mesa say against the server that showed them; null where nothing.
 * @param {Receipt[]} rows kept, each once
 * @param {Receipt[]|null} shown all that the server showed now, where it was asked
 * @returns {Fault|null}
 */
export function fault(rows, shown) {
  const numbers = new Map(rows.map((row) => [row.seq, row]));
  const names = new Set(rows.map(({ client_id }) => client_id));
  const follows = (/** @type {Receipt} */ row) => (numbers.get(row.seq - 1)?.hash ?? row.prev_hash) === row.prev_hash;
  if (numbers.size < rows.length || names.size < rows.length || !rows.every(follows)) return 'other';
  return shown && shown.length < last(rows) ? 'shorter' : null;
}

export class Receipts {
  #mesa;
  #ask;
  /** Whether the server was asked for all rows since the app was opened. */
  #asked = false;
  /** Since when it has not shown the rows that its head contradicts. @type {number|null} */
  #silent = null;
  /** @type {Fault|null} */
  #fault = null;
  /** @type {Promise<Map<string, Receipt>>|null} */
  #kept = null;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /** @param {string} mesa its id @param {() => Promise<Receipt[]>} ask for all its rows */
  constructor(mesa, ask) {
    this.#mesa = mesa;
    this.#ask = ask;
  }

  /**
   * Keep the receipts of an answer of the server, compare its head, and say loudly what contradicts.
   * @param {{receipts?: Receipt[], head?: {seq: number, hash: string}, lease?: {mine: boolean}}} answer
   */
  adopt(answer) {
    const done = this.#turn.then(() => this.#adopt(answer));
    this.#turn = done.catch(() => {});
    return done;
  }

  /** @param {Parameters<Receipts["adopt"]>[0]} answer */
  async #adopt({ receipts = [], head, lease }) {
    const before = await this.#keep(receipts);
    const isWhole = head && lease;
    const asks = isWhole && this.#differs(before, head, lease.mine);
    const shown = asks ? await this.#ask().catch(() => null) : null;
    const rows = shown ? await this.#keep(shown) : before;
    this.#asked ||= shown !== null;
    if (isWhole) this.#silent = asks && !shown ? (this.#silent ?? Date.now()) : null;
    const isAnswered = isWhole && this.#silent === null;
    const found = fault(rows, shown) ?? (isAnswered ? null : this.#unanswered());
    if (found || this.#fault) (await import('./receipts_warning.js')).warn(this.#mesa, found, rows);
    this.#fault = found;
  }

  /** What was wrong stays so; who shows no rows for long hides them. @returns {Fault|null} */
  #unanswered() {
    return this.#silent !== null && Date.now() - this.#silent > PATIENCE_MS ? (this.#fault ?? 'withheld') : this.#fault;
  }

  /** Whether the head alone does not tell that the log is the one kept here. @param {Receipt[]} rows @param {{seq: number, hash: string}} head @param {boolean} mine */
  #differs(rows, head, mine) {
    if (head.seq < last(rows)) return true;
    return (mine || !this.#asked) && head.seq > 0 && !rows.some(({ hash }) => hash === head.hash);
  }

  /** @param {Receipt[]} receipts @returns {Promise<Receipt[]>} all that is kept of this mesa */
  async #keep(receipts) {
    const db = await connected();
    const reading = (this.#kept ??= keptOf(db, this.#mesa));
    reading.catch(() => {
      this.#kept = null;
    });
    const kept = await reading;
    const fresh = receipts.filter((row) => !kept.has(textOf(row)));
    if (fresh.length > 0) {
      const tx = db.transaction('receipts', 'readwrite');
      await whole(tx, async () => {
        for (const row of fresh) await tx.store.add({ mesa: this.#mesa, at: Date.now(), row });
      });
      for (const row of fresh) kept.set(textOf(row), row);
    }
    return [...kept.values()];
  }
}

/** @type {Map<string, Receipts>} */
const opened = new Map();

/** @param {import('./api.js').Api} api @param {string} mesa its id @param {any} answer with receipts, or a head to compare with those kept */
export async function keep(api, mesa, answer) {
  const receipts = opened.get(mesa) ?? new Receipts(mesa, async () => (await api.get(`/mesas/${mesa}/receipts`)).receipts);
  opened.set(mesa, receipts);
  await receipts.adopt(answer);
}

/** @param {Receipt} row */
const textOf = (row) => JSON.stringify(Object.entries(row).sort());

/** @type {Promise<import('idb').IDBPDatabase<any>>|null} */
let database = null;

/** A database of their own: what is to be sent never waits for it. */
function connected() {
  database ??= openDB('cuarenta-receipts', 1, {
    upgrade(db) {
      const made = db.createObjectStore('receipts', { keyPath: 'order', autoIncrement: true });
      made.createIndex('mesa', 'mesa');
      made.createIndex('at', 'at');
    },
    terminated() {
      database = null;
    },
  }).then(swept);
  database.catch(() => {
    database = null;
  });
  return database;
}

/** @param {import('idb').IDBPDatabase<any>} db */
async function swept(db) {
  const tx = db.transaction('receipts', 'readwrite');
  await whole(tx, async () => {
    const old = await tx.store.index('at').getAllKeys(IDBKeyRange.upperBound(Date.now() - DAYS * 86_400_000));
    for (const key of old) await tx.store.delete(key);
  });
  return db;
}

/** @param {import('idb').IDBPDatabase<any>} db @param {string} mesa @returns {Promise<Map<string, Receipt>>} */
async function keptOf(db, mesa) {
  const tx = db.transaction('receipts');
  const found = await whole(tx, () => tx.store.index('mesa').getAll(mesa));
  return new Map(found.map(({ row }) => [textOf(row), row]));
}

/**
 * What the work gives, once its transaction is done: whichever of the two is not waited for fails unheard where the disk fails.
 * @template T
 * @param {{done: Promise<void>}} tx @param {() => Promise<T>} work
 */
async function whole(tx, work) {
  const [given] = await Promise.all([work(), tx.done]);
  return given;
}
