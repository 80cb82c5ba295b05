/**
 * What the browser does for the app: it opens it without a network, and brings a new version at a quiet moment.
 *
 * All of it needs a secure context; where there is none, `offline` stays 'never' and the screens say so.
 */

const WORKER = '/tablet/sw.js';
const LOOK_MS = 30 * 60 * 1000;
const SETTLE_MS = 2 * 1000;
const ANSWER_MS = 5 * 60 * 1000;

/**
 * @typedef {"never"|"failed"|"bringing"|"app"|"whole"} Offline what opens without a network: nothing and never will,
 *   nothing because it failed, nothing yet, the app, the app with its rulebook
 */

export class Shell extends EventTarget {
  /** @type {Offline} */
  offline = 'serviceWorker' in navigator && window.isSecureContext ? 'bringing' : 'never';
  version = document.documentElement.dataset.version ?? '';

  #isQuiet;
  /** @type {ServiceWorkerRegistration|null} */
  #registration = null;

  /** @param {() => Promise<boolean>} isQuiet nothing pending and no mesa open, in any tab: a reload disturbs nobody */
  constructor(isQuiet) {
    super();
    this.#isQuiet = isQuiet;
  }

  /** Keep the app on this tablet. Begins in the background and never throws. */
  async start() {
    if (this.offline === 'never') return;
    const { serviceWorker } = navigator;
    let controlled = Boolean(serviceWorker.controller);
    serviceWorker.addEventListener('controllerchange', () => {
      if (controlled) this.#reload();
      controlled = true;
    });
    try {
      this.#registration = await serviceWorker.register(WORKER, { updateViaCache: 'none' });
      await Promise.race([serviceWorker.ready, refused(this.#registration?.installing)]);
    } catch {
      if (!this.#registration?.active) return this.#settled('failed');
    }
    setInterval(() => this.#look(), LOOK_MS);
    setInterval(() => this.settle(), SETTLE_MS);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#look());
    window.addEventListener('online', () => this.fill());
    this.#settled('app');
    await this.settle();
    await this.fill();
  }

  /** Bring what is still missing, the rulebook's engine at last; again when the network returns. */
  async fill() {
    const standing = await this.#ask('fill');
    if (standing?.missing === 0) this.#settled('whole');
  }

  /** A new version waits until a reload disturbs nobody; whoever leaves a mesa asks. */
  async settle() {
    const waiting = this.#registration?.waiting;
    if (waiting && (await this.#isQuiet())) waiting.postMessage('activate');
  }

  async #look() {
    await this.#registration?.update().catch(() => null); // without network there is no news
    await this.settle();
  }

  /** Another version serves this page now. Whoever has just begun something ends it with the modules it has. */
  async #reload() {
    if (await this.#isQuiet()) window.location.reload();
    else setTimeout(() => this.#reload(), SETTLE_MS);
  }

  /** @param {Offline} offline */
  #settled(offline) {
    this.offline = offline;
    this.dispatchEvent(new Event('change'));
  }

  /** @param {string} what @returns {Promise<{version: string, missing: number}|null>} */
  #ask(what) {
    const { port1, port2 } = new MessageChannel();
    return new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
      setTimeout(() => resolve(null), ANSWER_MS);
      this.#registration?.active?.postMessage(what, [port2]);
    });
  }
}

/** Rejects when what is being installed cannot be. @param {ServiceWorker|null} [installing] @returns {Promise<never>} */
function refused(installing) {
  return new Promise((_, reject) => {
    installing?.addEventListener('statechange', () => installing.state === 'redundant' && reject(new Error('redundant')));
  });
}

/** Ask the browser not to clear what this app keeps when space is short. Says whether it will. */
export async function keepStorage() {
  const { storage } = navigator;
  if (!storage?.persist) return false;
  return (await storage.persisted()) || storage.persist();
}
