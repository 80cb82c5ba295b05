/**
 * What this tablet knows of a mesa: the server's word, what is pending on top of it, and what the two come to. Every
 * change goes through here, one after another, and each is on the disk before anybody is told of it.
 */

import { Unreachable } from './api.js';
import { Fold } from './fold.js';
import { word } from './lines.js';
import { Outbox } from './outbox.js';
import { isJugada, restacked, withDependents } from './stack.js';
import { t } from './texts.js';

/**
 * @typedef {import('./types.js').MesaPayload} MesaPayload
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Why} Why
 * @typedef {{changed: () => void, refused: (item: import('./types.js').Refused) => void}} Heard
 */

export class Book {
  /** As the server last said. @type {MesaPayload} */
  mesa;
  /** What is shown: the engine's word where it has one; `ids` are the pending jugadas in it. @type {import('./fold.js').Known & {ids: string[]}} */
  view;
  /** Touched, and not on the disk: recorded nowhere. @type {Item[]} */
  unwritten = [];
  /** Refused before it was saved. @type {import('./types.js').Refused[]} */
  denied = [];
  outbox;

  #storage;
  #key;
  #fold;
  #heard;
  /** @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /** @param {import('./table.js').Means} means @param {MesaPayload} mesa @param {Heard} heard */
  constructor({ storage, key = null, engine = null }, mesa, heard) {
    this.mesa = mesa;
    this.view = { ...mesa, ids: [] };
    this.outbox = new Outbox(storage, mesa.id);
    this.#storage = storage;
    this.#key = key;
    this.#fold = new Fold(engine);
    this.#heard = heard;
  }

  get jugadas() {
    return this.outbox.items.filter(isJugada);
  }

  /** Number of the last jugada that the server has. */
  get acked() {
    return this.mesa.head.seq;
  }

  /** The engine, while it has all that is known here open. */
  get engine() {
    return this.#fold.covers(this.jugadas) ? this.#fold.engine : null;
  }

  /** What people sign of all that is known here; null without engine. @returns {Promise<string|null>} */
  async digest() {
    const rows = this.view.log.map(({ client_id, notation, device_ts }) => ({ client_id, notation, device_ts }));
    return (await this.engine?.digest(rows).catch(() => null)) ?? null;
  }

  /** What the disk has, shown as it was shown last. */
  async load() {
    await this.outbox.load();
    const known = new Set(this.mesa.log.map(({ client_id }) => client_id));
    const items = this.outbox.items.filter(({ clientId }) => !known.has(clientId));
    if (items.length < this.outbox.items.length) await this.#settle(this.mesa, items); // acknowledged when the disk failed
    this.#fold.restore(await this.#storage.read('folds', this.mesa.id), this.mesa, this.jugadas);
    this.#show();
  }

  /** After all that was begun before. @template T @param {() => Promise<T>} action @returns {Promise<T>} */
  serially(action) {
    const done = this.#turn.then(action);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Put what is pending on top of the server's log anew, where the engine can. */
  async refold() {
    const before = this.outbox.items;
    const items = await this.#folded(this.mesa, before);
    if (items.some((item, index) => item !== before[index])) await this.#settle(this.mesa, items);
    this.#show();
  }

  /**
   * Judge, keep and show what was touched. What the disk does not take stays in `unwritten`, and what comes after it
   * too: nothing overtakes it.
   * @param {Item[]} items @param {boolean} [again] a write of them was given up
   * @returns {Promise<boolean>} whether all of it is saved
   */
  async commit(items, again = false) {
    if (this.unwritten.length > 0) {
      this.unwritten = [...this.unwritten, ...items];
      return false;
    }
    const { now, ids } = this.#fold;
    const { kept, refused } = isJugada(items[0]) ? await this.#judged(items) : { kept: items, refused: null };
    const stacked = restacked([...this.outbox.items, ...kept], this.acked).slice(this.outbox.items.length);
    try {
      if (stacked.length > 0) await this.#add(stacked, again);
    } catch (error) {
      console.error(error);
      this.#fold.back(now, ids);
      this.unwritten = items;
      this.#heard.changed();
      return false;
    }
    for (const item of refused ? items.slice(kept.length) : []) this.#deny({ ...item, .../** @type {Why} */ (refused) });
    this.#show();
    return !refused;
  }

  /** Sign the next that are to be sent and are not signed as they are by now. Raises NotWritten. @param {number} most */
  async sign(most) {
    const open = this.jugadas.slice(0, most).filter(({ line, signed }) => line !== null && !signed);
    if (this.#key && open.length > 0) await this.#key.sign(open, this.mesa.head.hash, (items, signings) => this.outbox.sign(items, signings));
  }

  /** Try to save again what was not, in its order. */
  rewrite() {
    return this.serially(async () => {
      const items = this.unwritten;
      this.unwritten = [];
      if (items.length > 0) await this.commit(items, true);
    });
  }

  /** A person decided that what was not saved is not wanted. */
  drop() {
    return this.serially(async () => {
      const items = this.unwritten;
      this.unwritten = [];
      this.#heard.changed();
      await this.outbox.withdraw(items).catch(() => {}); // a write that was given up may have happened
    });
  }

  /**
   * The server's word replaces ours; what it does not have stays pending on top of it, in its order. What was touched
   * before another tablet took over is set aside.
   * @param {any} answer @param {Item[]} [done] acknowledged by it
   */
  async adopt({ acked: _, receipts: __, log_tail: tail, ...answer }, done = []) {
    const log = tail ? merged(this.mesa.log, tail) : (answer.log ?? this.mesa.log);
    const mesa = { ...this.mesa, ...answer, log };
    if (mesa.head.seq < this.acked) return; // overtaken on the way
    if (log.length !== mesa.head.seq) throw new Unreachable('rows are missing');
    const gone = new Set(done.map(({ clientId }) => clientId));
    const seqs = new Map(log.map((/** @type {import('./types.js').LogRow} */ row) => [row.client_id, row.seq]));
    const left = this.outbox.items.filter(({ clientId }) => !gone.has(clientId) && !seqs.has(clientId));
    /** @type {Map<number, number>} */
    const numbers = new Map(this.jugadas.filter(({ clientId }) => seqs.has(clientId)).map((item) => [item.seq ?? 0, seqs.get(item.clientId)]));
    const overtaken = 'lease' in answer ? left.filter(({ epoch }) => !mesa.lease.mine || epoch !== mesa.lease_epoch) : [];
    const staying = restacked(left.filter((item) => !overtaken.includes(item)), mesa.head.seq, numbers);
    const items = await this.#folded(mesa, staying);
    this.mesa = mesa;
    const settled = this.#settle(mesa, [...overtaken, ...items]);
    if (overtaken.length === 0) this.#show(); // nothing is told sent before what it comes to is on the screen, however slow the disk
    await settled;
    if (overtaken.length === 0) return;
    await this.#setAside(overtaken, { code: 'relevo', message: t('refused.takeover'), article: null }, items);
    this.#show();
  }

  /** Say what an undo undoes, now that the server has all that came before it. @param {Item} item */
  async resolve(item) {
    const undo = this.mesa.legal.find(({ jugada }) => jugada === 'anula');
    const meant = this.mesa.log.find(({ client_id }) => client_id === item.after);
    const other = meant && meant.annulled_by === null && word(meant.notation) !== 'anula' && meant.seq !== undo?.last;
    if (!undo?.line || other) await this.refuse(item, { code: 'nada-que-deshacer', message: t('refused.nothing'), article: null });
    else await this.#settle(this.mesa, this.outbox.items.map((each) => (each.clientId === item.clientId ? { ...each, line: undo.line } : each)));
  }

  /** Set aside what the server refused, with what only made sense after it. @param {Item} item @param {Why} why */
  async refuse(item, { code, message, article = null }) {
    const fallen = withDependents(this.outbox.items, item);
    const left = restacked(this.outbox.items.filter((each) => !fallen.includes(each)), this.acked);
    const items = await this.#folded(this.mesa, left);
    await this.#setAside(fallen, { code, message, article }, items);
    this.#show();
  }

  /** A person has read of it. @param {string} clientId */
  async dismiss(clientId) {
    this.denied = this.denied.filter((item) => item.clientId !== clientId);
    await this.outbox.note([clientId], { seen: true });
    this.#heard.changed();
  }

  /** @param {Item[]} items jugadas touched now @returns {Promise<{kept: Item[], refused: Why|null}>} */
  async #judged(items) {
    if (!this.#fold.covers(this.jugadas)) await this.refold();
    if (!this.#fold.covers(this.jugadas)) return this.#unjudged(items);
    const { done, refused } = await this.#fold.push(items);
    return { kept: refused ? done : [...done, ...items.slice(done.length)], refused };
  }

  /** Onto the disk, signed where this tablet has a key and the line is known. @param {Item[]} items @param {boolean} again */
  async #add(items, again) {
    const fold = this.#fold.kept(this.mesa);
    const known = this.#key && isJugada(items[0]) ? items.filter(({ line }) => line !== null) : [];
    if (!this.#key || known.length === 0) return this.outbox.add(items, fold, null, again);
    await this.#key.sign(known, this.mesa.head.hash, (signed, signings) => {
      const now = new Map(signed.map((item) => [item.clientId, item]));
      return this.outbox.add(items.map((item) => now.get(item.clientId) ?? item), fold, signings, again);
    });
  }

  /** Without engine an undo names its jugada only where nothing is pending. @param {Item[]} items */
  #unjudged(items) {
    const last = this.jugadas.at(-1);
    const undo = this.view.legal.find(({ jugada }) => jugada === 'anula');
    const kept = items.map((item) => {
      if (item.line !== null) return item;
      return last ? { ...item, after: last.clientId } : { ...item, line: undo?.line ?? null };
    });
    return { kept, refused: null };
  }

  /** @param {MesaPayload} mesa @param {Item[]} items @returns {Promise<Item[]>} */
  async #folded(mesa, items) {
    const jugadas = await this.#fold.sync(mesa, items.filter(isJugada));
    const lines = new Map(jugadas.map((item) => [item.clientId, item]));
    return items.map((item) => lines.get(item.clientId) ?? item);
  }

  /** A disk that does not take the server's word loses nothing: it is asked for again. @param {MesaPayload} mesa @param {Item[]} items */
  async #settle(mesa, items) {
    await this.outbox.settle({ mesa, items, fold: this.#fold.kept(mesa) }).catch((error) => console.error(error));
  }

  /** @param {Item[]} moved @param {Why} why @param {Item[]} rest */
  async #setAside(moved, why, rest) {
    const asides = await this.outbox.setAside(moved, why, rest, this.#fold.kept(this.mesa));
    for (const aside of asides) this.#heard.refused(aside);
  }

  /** @param {import('./types.js').Refused} item */
  #deny(item) {
    this.denied = [...this.denied, item];
    this.#heard.refused(item);
  }

  #show() {
    const { now, ids } = this.#fold;
    this.view = now ? { ...now, ids } : { ...this.mesa, ids: [] };
    this.#heard.changed();
  }
}

/**
 * The rows of the tail replace those of the same number: an `anula` marks older rows too.
 * @param {import('./types.js').LogRow[]} log @param {import('./types.js').LogRow[]} tail
 */
function merged(log, tail) {
  const rows = new Map(log.map((row) => [row.seq, row]));
  for (const row of tail) rows.set(row.seq, row);
  return [...rows.values()].sort((a, b) => a.seq - b.seq);
}
