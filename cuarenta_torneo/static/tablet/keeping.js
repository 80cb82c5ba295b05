/**
 * What this tablet saved and the log did not take, to the server's quarantine: nothing leaves this disk before it is
 * acknowledged there. It looks at every mesa, open or not, and after a while of no answer tries again.
 */

import { Refusal, Unreachable } from './api.js';
import { refersTo } from './lines.js';
import { unproved } from './stack.js';
import { Table } from './table.js';
import { t } from './texts.js';

/**
 * @typedef {import('./types.js').Aside} Aside
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').QuarantineAnswer} QuarantineAnswer
 */

const EVERY_MS = 10_000;
/** Of what a request may hold, less than the server's 64 KiB. */
const MOST_BYTES = 40_000;
const MOST_ITEMS = 100;

export class Keeping {
  /** What waits in quarantine, of the mesa that is open. @type {{mesa: string, answer: QuarantineAnswer}|null} */
  known = null;

  #app;
  #running = false;
  #again = false;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.#app = app;
  }

  start() {
    setInterval(() => this.run(), EVERY_MS);
    window.addEventListener('online', () => this.run());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.run());
    this.run();
  }

  /** The mesa on the screen. @returns {Table|null} */
  get #table() {
    const table = /** @type {any} */ (this.#app.screen)?.table;
    return table && !table.practice ? table : null;
  }

  /** How many of this mesa wait for somebody to decide, as far as it is known. @param {string} mesa */
  waiting(mesa) {
    return this.known?.mesa === mesa ? this.known.answer.waiting : 0;
  }

  /** Bring what is to be brought, and look at what waits. */
  async run() {
    this.#again = true;
    if (this.#running || !this.#app.session) return;
    this.#running = true;
    try {
      while (this.#again) {
        this.#again = false;
        if (this.#app.session.user) await this.#overtaken(); // with nobody at it, it can only bring
        await this.#bring();
        await this.#look();
        await (await import('./notes.js').catch(() => null))?.bring(this.#app);
        await (await import('./law.js').catch(() => null))?.bring(this.#app);
        await (await import('./sheets/appeal.js').catch(() => null))?.appeals.bring(this.#app);
      }
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
    } finally {
      this.#running = false;
    }
  }

  /** Of mesas that are not on the screen, what is unsent is sent, and what another tablet overtook is set aside. */
  async #overtaken() {
    const { api, storage, key } = this.#app;
    const open = this.#table?.mesa.id;
    const outbox = await storage.all('outbox');
    const mesas = new Set(outbox.map(({ mesa }) => mesa).filter((mesa) => mesa !== open));
    for (const mesa of mesas) {
      try {
        const table = await Table.open({ api, storage, key }, mesa, await api.get(`/mesas/${mesa}`));
        await table.settled();
        table.close();
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 404) throw error;
        await this.#relieved(mesa);
      }
    }
  }

  /** Whoever is at this tablet has lost the mesa: what it saved there is for others to decide. @param {string} mesa */
  async #relieved(mesa) {
    const why = { code: 'relevo', message: t('refused.takeover'), article: null, seen: false, kept: false };
    await this.#app.storage.write(['outbox', 'aside'], async (tx) => {
      const outbox = tx.objectStore('outbox');
      for (const { order, ...item } of await outbox.index('mesa').getAll(mesa)) {
        await tx.objectStore('aside').add({ ...unproved(item), ...why });
        await outbox.delete(order);
      }
    });
  }

  async #bring() {
    const { api, storage } = this.#app;
    const asides = /** @type {Aside[]} */ (await storage.all('aside'));
    for (const mesa of new Set(asides.map((item) => item.mesa))) {
      const there = asides.filter((item) => item.mesa === mesa);
      const log = (await storage.read('mesas', mesa))?.log ?? [];
      for (const epoch of new Set(there.map((item) => item.epoch))) {
        const items = there.filter((item) => item.epoch === epoch && !item.kept).map((item) => sent(item, there, log));
        for (const batch of batches(items)) {
          const { kept } = await api.post(`/mesas/${mesa}/quarantine`, { lease_epoch: epoch, items: batch });
          await this.#note(mesa, kept);
        }
      }
    }
  }

  /** @param {string} mesa @param {string[]} kept */
  async #note(mesa, kept) {
    const table = this.#table;
    if (table?.mesa.id === mesa) return table.asideKept(kept);
    await this.#app.storage.write(['aside'], async (tx) => {
      const store = tx.objectStore('aside');
      for (const item of await store.index('mesa').getAll(mesa)) if (kept.includes(item.clientId)) await store.put({ ...item, kept: true });
    });
  }

  /** What waits of the mesa that is open, and whether it is still here. */
  async #look() {
    const table = this.#table;
    if (!table) return;
    this.known = { mesa: table.mesa.id, answer: await this.#app.api.get(`/mesas/${table.mesa.id}/quarantine`) };
    const other = this.known.answer.lease_epoch !== table.mesa.lease_epoch;
    if (other || table.link === 'fenced') await table.refresh(); // whoever only looks on sees what the other records
    await this.#letGo(table, this.known.answer);
    this.#app.update();
  }

  /** What somebody has decided about needs nobody to read it here. @param {Table} table @param {QuarantineAnswer} answer */
  async #letGo(table, answer) {
    const decided = new Set(answer.items.filter(({ outcome }) => outcome !== 'espera').map(({ client_id }) => client_id));
    for (const { clientId } of table.aside.filter((item) => decided.has(item.clientId))) await table.dismiss(clientId);
  }
}

/**
 * As the server wants it. `about` is the jugada that the line speaks of: by its number it would be another there.
 * @param {Item & Partial<import('./types.js').Why>} item @param {Item[]} beside @param {import('./types.js').LogRow[]} log
 */
export function sent(item, beside, log) {
  const number = refersTo(item.line);
  const mine = number ? beside.find(({ seq, epoch }) => seq === number && epoch === item.epoch) : undefined;
  const common = number < Math.min(...beside.map(({ seq }) => seq ?? Infinity)) ? log.find(({ seq }) => seq === number) : undefined;
  return {
    client_id: item.clientId,
    kind: item.kind === 'act' ? 'acto' : 'jugada',
    notation: (item.kind === 'act' ? item.act : item.line) ?? '',
    body: unproved(item).body,
    number: item.seq,
    about: mine?.clientId ?? common?.client_id ?? null,
    device_ts: new Date(item.at).toISOString(),
    why_code: (item.code ?? 'relevo').slice(0, 40),
    why: (item.message ?? '').slice(0, 300),
  };
}

/** Never more than a request may hold. @template T @param {T[]} items @returns {T[][]} */
function batches(items) {
  /** @type {T[][]} */
  const made = [];
  let room = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (room < size || (made.at(-1)?.length ?? 0) >= MOST_ITEMS) {
      made.push([]);
      room = MOST_BYTES;
    }
    made.at(-1)?.push(item);
    room -= size;
  }
  return made;
}
