/**
 * The table: the one object that the screens talk to, whoever decides behind it.
 *
 * THE SEAM. Screens read `state`, `legal`, `log`, `pending`, `refused`, `saved`, `unsent`, `link`, `planilla`; they call
 * `record`, `undo`, `preview`, `retry`, `refresh`, `takeOver`, `freeze`, `reopen`, `sign`; they listen to `change`,
 * `refused` and `fenced`. Nothing above this file knows that there is a server or a disk, nothing below it that there
 * is a screen. A tap is judged by the engine, written to this tablet's disk, shown as saved, and sent, in this order.
 * The server's word replaces what it acknowledged; what is pending is put on top of it again.
 *
 * No rule lives here. Without engine `state` and `legal` belong to what was last known, and the rest is `unfolded`: only listed.
 */

import { actOf } from './acts.js';
import { Refusal, Unreachable } from './api.js';
import { Book } from './book.js';
import { Courier } from './courier.js';
import { Reading } from './reading.js';
import { isJugada, touched } from './stack.js';
import { NotWritten } from './storage.js';
import { claim } from './tab.js';
import { t } from './texts.js';
import { uuid } from './uuid.js';

/**
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Points} Points
 * @typedef {import('./types.js').MesaPayload} MesaPayload
 * @typedef {import('./types.js').Item} Item
 * @typedef {{line: string, label: string, subject?: Side|null, points?: Points|null, key?: string, ask?: import('./types.js').Ask|null}} Tap
 * @typedef {{api: import('./api.js').Api, storage: import('./storage.js').Storage, key?: import('./tablet_key.js').TabletKey|null, engine?: import('./engine/engine.js').Engine|null}} Means
 */

/** How long the lock of a tab that was just left may take to be free. */
const CLAIM_MS = 500;
/** What the engine judged is on the screen by then, and its way to the server takes no time from it. */
const SEEN_MS = 80;

export class Table extends Reading {
  #api;
  #engine;
  #book;
  #courier;
  #closed = false;
  #leave = () => {};
  #onEngine = () => void this.#book.serially(() => this.#book.refold());

  /** @param {Means} means @param {MesaPayload} mesa */
  constructor(means, mesa) {
    const book = new Book(means, mesa, {
      changed: () => this.#changed(),
      refused: (item) => this.dispatchEvent(new CustomEvent('refused', { detail: item })),
    });
    const courier = new Courier(means.api, mesa.id, {
      items: () => book.outbox.items,
      acked: () => book.acked,
      resolve: (item) => book.serially(() => book.resolve(item)),
      sign: (most) => book.serially(() => book.sign(most)),
      adopt: (answer, done) => this.#adopt(answer, done),
      reload: () => this.#reload(),
      fenced: (lease) => this.#fenced(lease),
      refuse: (item, why) => book.serially(() => book.refuse(item, why)),
      changed: () => this.#changed(),
    });
    super(book, courier);
    this.#api = means.api;
    this.#engine = means.engine;
    this.#book = book;
    this.#courier = courier;
  }

  /**
   * The table of a mesa, with what this tablet has not sent: as the server just said (`fresh`), else as this tablet
   * last knew it, else as the server says when it is asked.
   * @param {Means} means @param {string} id @param {MesaPayload|null} [fresh]
   */
  static async open(means, id, fresh = null) {
    const known = fresh ? null : await means.storage.read('mesas', id).catch(() => null);
    const table = new Table(means, known ?? fresh ?? (await means.api.get(`/mesas/${id}`)));
    await table.#claim();
    await table.#start(!known);
    return table;
  }

  /** Be the tab that writes here, now or when the other one is gone. @returns {Promise<void>} */
  #claim() {
    return new Promise((resolve) => {
      const wait = setTimeout(() => {
        this.#courier.settle('elsewhere');
        resolve();
      }, CLAIM_MS);
      this.#leave = claim(this.mesa.id, () => {
        clearTimeout(wait);
        if (this.link === 'elsewhere') this.dispatchEvent(new Event('alone'));
        resolve();
      });
    });
  }

  /** The same mesa read from the disk anew, in the place of this table. @param {Means} means */
  again(means) {
    this.close();
    return Table.open(means, this.mesa.id);
  }

  /** @param {boolean} fresh */
  async #start(fresh) {
    const book = this.#book;
    await book.load().catch((cause) => {
      throw new NotWritten('outbox', { cause });
    });
    this.#engine?.addEventListener('status', this.#onEngine);
    if (this.link === 'elsewhere') return;
    if (!this.lease.mine) this.#courier.settle('fenced');
    if (fresh) await this.#adopt(this.mesa);
    else this.#onEngine();
    if (fresh) this.#courier.send();
    else this.#courier.refresh();
  }

  /**
   * Take down jugadas, each of them only if the one before it was accepted.
   * @param {...Tap} taps @returns {Promise<boolean>} whether they are saved
   */
  record(...taps) {
    /** @type {Item[]} */
    const items = [];
    for (const tap of taps) items.push(touched(this.mesa, { ...tap, after: items.at(-1)?.clientId }));
    return this.#keep(items);
  }

  /** The last effective jugada never happened. @param {string} label how the undo is listed */
  undo(label) {
    return this.#keep([touched(this.mesa, { label })]);
  }

  /** Try again to save what could not be saved. */
  async rewrite() {
    await this.#book.rewrite();
    this.#courier.send();
  }

  /** What could not be saved is not wanted any more. */
  drop() {
    return this.#book.drop();
  }

  /**
   * What a jugada would do after all that was touched, and after `before`; raises Refusal with the article when the
   * rulebook refuses one of them, Unreachable without engine and network.
   * @param {string} notation @param {string[]} [before] @returns {Promise<import('./types.js').Preview>}
   */
  async preview(notation, before = []) {
    await this.idle();
    const { engine } = this.#book;
    if (engine) return engine.preview(notation, before);
    await this.#delivered();
    return this.#api.post(`/mesas/${this.mesa.id}/preview`, { notation, before });
  }

  /**
   * Whether these cards could be lifted; nothing is written. Raises as `preview` does.
   * @param {import('./types.js').LiftAsked} asked @returns {Promise<import('./types.js').Verdict>}
   */
  judgeLift(asked) {
    return this.#book.engine?.lift(asked) ?? this.#api.post(`/mesas/${this.mesa.id}/levante`, asked);
  }

  /** Whether the result would be another without these jugadas; null where nobody here can tell. @param {number[]} seqs */
  async contested(seqs) {
    return (await this.#book.engine?.contested(seqs)) ?? null;
  }

  retry() {
    this.#courier.retry();
  }

  refresh() {
    return this.#courier.refresh();
  }

  /** When all that was touched is judged and on the disk. @returns {Promise<void>} */
  idle() {
    return this.#book.serially(async () => {});
  }

  /** When what can be sent now is sent, or cannot be. */
  async settled() {
    while (this.link === 'sending') await new Promise((resolve) => this.addEventListener('change', resolve, { once: true }));
  }

  /** When the server has all that was touched; raises Unreachable where it cannot have it now. */
  async #delivered() {
    while (this.unsent > 0) {
      if (this.link !== 'saved' && this.link !== 'sending') throw new Unreachable(this.link);
      await new Promise((resolve) => this.addEventListener('change', resolve, { once: true }));
    }
  }

  /** Make this tablet the one that writes; raises Refusal. What it had not sent is set aside. @param {import('./proof.js').Shown} [shown] of a PIN */
  async takeOver(shown) {
    await this.#adopt(await this.#api.post(`/mesas/${this.mesa.id}/lease`, shown));
    this.#courier.settle('saved');
    this.#changed();
  }

  /**
   * Close the log for signing: here, where the engine tells its digest, else on the server; then it raises Refusal or
   * Unreachable.
   * @param {import('./proof.js').Shown} [shown] of a PIN
   */
  async freeze(shown = {}) {
    const body = { client_id: uuid(), at: new Date().toISOString(), ...shown };
    if (shown.pin) return this.#confirm('freeze', body);
    const here = await this.#book.serially(async () => {
      const digest = await this.#book.digest();
      if (digest) await this.#book.commit([actOf(this.mesa, 'freeze', { ...body, digest })]);
      return digest !== null;
    });
    if (here) this.#courier.send();
    else if (this.unsent > 0) throw new Refusal(409, { message: t('freeze.unsaved') });
    else await this.#adopt(await this.#api.post(`/mesas/${this.mesa.id}/freeze`, body));
  }

  /** Open the log again: the signatures given so far are void. */
  reopen() {
    return this.#keep([actOf(this.mesa, 'reopen', { client_id: uuid(), at: new Date().toISOString() })]);
  }

  /** Add the answer of one party to the frozen Planilla; the same `client_id` again is harmless. @param {{client_id: string} & Record<string, unknown>} signature */
  sign(signature) {
    const body = { digest: this.planilla?.digest, signed_at: new Date().toISOString(), ...signature };
    return signature.pin ? this.#confirm('signatures', body) : this.#keep([actOf(this.mesa, 'sign', body)]);
  }

  /** Take a refused jugada off the list, once it has been read. @param {string} clientId */
  dismiss(clientId) {
    return this.#book.serially(() => this.#book.dismiss(clientId));
  }

  /** The server keeps these in quarantine: once they were read, they may leave this tablet. @param {string[]} clientIds */
  async asideKept(clientIds) {
    await this.#book.serially(() => this.#book.outbox.note(clientIds, { kept: true }));
    this.#changed();
  }

  /** Nobody looks at this table any more. What is pending stays on the disk for the next time. */
  close() {
    this.#closed = true;
    this.#engine?.removeEventListener('status', this.#onEngine);
    this.#courier.close();
    this.#book.serially(async () => this.#leave()); // after what was touched last is on the disk
  }

  /** Only the server confirms this: after all that was touched, and nothing of it is kept here. @param {string} path @param {object} body with a PIN */
  async #confirm(path, body) {
    await this.idle();
    await this.#delivered();
    await this.#adopt(await this.#api.post(`/mesas/${this.mesa.id}/${path}`, body));
  }

  /** @param {Item[]} items */
  async #keep(items) {
    if (this.link === 'fenced' || this.link === 'elsewhere') {
      if (items.some((item) => !isJugada(item))) throw new Refusal(409, { message: t('read-only') });
      return false;
    }
    const saved = await this.#book.serially(() => this.#book.commit(items));
    setTimeout(() => this.#courier.send(), this.#book.engine ? SEEN_MS : 0);
    return saved;
  }

  async #reload() {
    await this.#adopt(await this.#api.get(`/mesas/${this.mesa.id}`));
  }

  /** @param {any} answer @param {Item[]} [done] */
  async #adopt(answer, done) {
    if (this.#closed) return; // another table may have this mesa: it asks again
    const before = this.aside.length;
    import('./receipts.js').then(({ keep }) => keep(this.#api, this.mesa.id, answer)).catch(() => {});
    await this.#book.serially(() => this.#book.adopt(answer, done));
    if (!('lease' in answer)) return;
    if (!this.lease.mine) this.#courier.settle('fenced');
    else if (this.link === 'fenced') this.#courier.settle('saved');
    if (this.aside.length > before) this.dispatchEvent(new Event('fenced'));
  }

  /** @param {import('./courier.js').Holder} lease */
  async #fenced(lease) {
    this.#book.mesa = { ...this.mesa, lease: { ...lease, mine: false } };
    await this.#reload().catch((error) => {
      if (!(error instanceof Unreachable)) throw error;
    });
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}
