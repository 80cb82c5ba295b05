/**
 * This tablet to the server: how it is paired, who is at it, and how it tells every half minute that it is alive.
 *
 * Who entered with his PIN while there was no network is told to the server before anything else is.
 */

import { Refusal, Unreachable } from './api.js';
import { uuid } from './uuid.js';

/**
 * @typedef {import('./types.js').Session} Session
 * @typedef {import('./types.js').Person} Person
 */

const PULSE_MS = 30_000;
/** How long who enters waits for the server to hear of it. */
const PATIENCE_MS = 1500;

export class Device {
  /** How far this tablet's clock is from the server's, in milliseconds; null while nobody knows. @type {number|null} */
  offset = null;
  /** Why nobody is at it any more, for people. @type {string|null} */
  notice = null;

  #app;
  /** @type {Promise<void>|null} */
  #telling = null;

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.#app = app;
    app.api.first = () => this.tell();
  }

  start() {
    setInterval(() => this.#beat(), PULSE_MS);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#beat());
    window.addEventListener('online', () => this.#beat());
    this.#beat();
  }

  /**
   * Get a token for six digits, or for the secret of a QR. Asked again, it is for the same tablet.
   * @param {string} code
   */
  async pair(code) {
    const { api, storage } = this.#app;
    const asked = await storage.get('pairing');
    const client_id = asked?.code === code ? asked.client_id : uuid();
    await storage.set('pairing', { code, client_id });
    const public_key = await this.#app.ownKey.given();
    const session = await api.post('/pairings', { code, client_id, public_key });
    this.notice = null;
    await this.keep(session);
    await storage.remove('pairing');
  }

  /**
   * Somebody is at this tablet. Where his PIN was proved here that holds at once, also without network, and is told later.
   * @param {Person} person @param {import('./proof.js').Shown} shown
   */
  async enter(person, { pin, pin_proof }) {
    if (pin) await this.tell(); // who was there before him
    const { api, session } = this.#app;
    if (!session) return;
    this.notice = null;
    if (pin) return this.#adopt(session, await api.post('/devices/current/juez', { user: person.user, pin }));
    await this.keep({ ...session, user: { id: person.user, name: person.name }, entering: pin_proof });
    const told = this.tell().catch((error) => {
      if (!(error instanceof Unreachable)) throw error;
    });
    told.catch(() => {}); // a refusal that comes later is told on the first screen
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  }

  /** Whoever is at it goes. A paired tablet waits for the next; of another the token ends. */
  async leave() {
    const { api, session } = this.#app;
    if (!session) return;
    if (session.device.paired) {
      await this.keep({ ...session, user: null, entering: null, leaving: true });
      await this.tell().catch(passing);
    } else {
      await api.delete('/devices/current');
      await this.#forget();
    }
  }

  /** Stand at another table from now on. @param {number} table @param {string} pin of somebody at the desk */
  async move(table, pin) {
    const { api, session } = this.#app;
    if (session) await this.#adopt(session, await api.post('/devices/current/table', { table, pin }));
  }

  /** How much of what was touched here the server does not have. */
  async unsent() {
    return (await this.#app.storage.all('outbox').catch(() => [])).length;
  }

  /** Tell who came or went, if the server does not know. Throws Unreachable, and Refusal when it does not let him in. */
  async tell() {
    if (!this.#app.session?.entering && !this.#app.session?.leaving) return;
    this.#telling ??= this.#tell().finally(() => {
      this.#telling = null;
    });
    await this.#telling;
  }

  async #tell() {
    const { api } = this.#app;
    const session = /** @type {Session} */ (this.#app.session);
    try {
      if (session.entering) {
        await this.#adopt(session, await api.post('/devices/current/juez', { user: session.user?.id, pin_proof: session.entering }));
      } else {
        await api.delete('/devices/current');
        if (this.#app.session === session) await this.keep({ ...session, leaving: false });
      }
    } catch (error) {
      if (error instanceof Refusal) await this.#turnedAway(session, error);
      throw error;
    }
  }

  /** His PIN is another by now, or he has lost his role: nobody is at it. @param {Session} session @param {Refusal} why */
  async #turnedAway(session, why) {
    if (why.status === 429) return;
    if (why.status === 401) return this.out();
    await this.keep({ ...session, user: null, entering: null, leaving: false });
    this.notice = why.message;
    this.#app.home();
  }

  /** The server let nothing through with this token: is it nobody's, or only nobody at the tablet? */
  async out() {
    try {
      await this.refresh();
      if (this.#app.session?.user) return /** @type {any} */ (this.#app.screen)?.table?.retry();
    } catch (error) {
      if (!(error instanceof Refusal)) return;
      this.notice = error.message;
      await this.#forget();
    }
    this.#app.home();
  }

  /** What the server knows of this tablet now. */
  async refresh() {
    const { api, session } = this.#app;
    if (session) await this.#adopt(session, await api.get('/devices/current'));
  }

  /** @param {Session} session */
  async keep(session) {
    this.#app.session = session;
    this.#app.api.token = session.token;
    await this.#app.storage.set('session', session);
    this.#app.update();
  }

  /** Unless somebody came or went meanwhile. @param {Session} asked @param {Omit<Session, "token">} told */
  async #adopt(asked, told) {
    if (this.#app.session === asked) await this.keep({ ...told, token: asked.token });
  }

  async #forget() {
    this.#app.session = this.#app.api.token = null;
    await this.#app.storage.remove('session');
  }

  async #beat() {
    const { session } = this.#app;
    if (!session?.device) return;
    try {
      await this.tell();
      const began = Date.now();
      const told = await this.#app.api.post('/devices/current/pulse', await this.#standing());
      this.offset = (began + Date.now()) / 2 - Date.parse(told.server_time);
      const slug = session.championship?.slug;
      if (slug) void import('./log_watch.js').then(({ watch }) => watch(told.head, slug)).catch(() => {});
      await this.#hear(told);
      await this.#look();
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) await this.out();
      else passing(error);
    }
  }

  /** What the desk wrote into the mesa on the screen, such as a suspension, comes although nobody touches anything. */
  async #look() {
    const table = /** @type {any} */ (this.#app.screen)?.table;
    if (table && !table.practice && table.link === 'saved') await table.refresh();
  }

  /** What the desk changed meanwhile. @param {any} told */
  async #hear({ name, table, user, people }) {
    const { session } = this.#app;
    if (!session || session.entering || session.leaving) return;
    const { device } = session;
    const changed = device.name !== name || device.table !== table || session.people !== people;
    if (changed || (session.user?.id ?? null) !== user) await this.refresh();
    if (session.user && !this.#app.session?.user) this.#app.home();
  }

  async #standing() {
    const { storage, screen, shell } = this.#app;
    const table = /** @type {import('./table.js').Table|undefined} */ (/** @type {any} */ (screen)?.table);
    const unsent = await storage.all('outbox').catch(() => []);
    const oldest = unsent.length > 0 ? Math.min(...unsent.map(({ at }) => at)) : null;
    return {
      battery: await battery(),
      pending: unsent.length,
      oldest_unsent: oldest === null ? null : new Date(oldest).toISOString(),
      mesa: table && !table.practice ? table.mesa.id : null,
      version: shell.version.slice(0, 40),
    };
  }
}

/** In percent; null where the browser does not say. @returns {Promise<number|null>} */
export async function battery() {
  const manager = await /** @type {any} */ (navigator).getBattery?.().catch(() => null);
  return manager ? Math.round(manager.level * 100) : null;
}

/** What the network does is no fault of ours. @param {unknown} error */
function passing(error) {
  if (!(error instanceof Refusal || error instanceof Unreachable)) throw error;
}
