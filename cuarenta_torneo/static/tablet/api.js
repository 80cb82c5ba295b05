/** The server's API: JSON both ways, a device token and never a cookie, and no waiting for ever. */

import { preferences } from './preferences.js';

const BASE = '/api/v1';
const TIMEOUT_MS = 8000;
/** What is about the tablet itself and who is at it. */
const OWN = '/devices';

/** Jugadas are signed as they are saved, and a tap is not to wait for more. */
const SIGNED_EACH = '/jugadas';

/** Nobody who could answer answered: whether the request arrived is unknown. */
export class Unreachable extends Error {
  /** @param {string} message @param {{cause?: unknown, busy?: boolean}} [of] busy: there is a server, which would rather be left alone */
  constructor(message, { cause, busy = false } = {}) {
    super(message, { cause });
    this.busy = busy;
  }
}

/** The server understood and said no. */
export class Refusal extends Error {
  /** @param {number} status @param {any} body */
  constructor(status, body) {
    super(body?.message ?? `HTTP ${status}`);
    this.status = status;
    this.body = body ?? {};
  }
}

/** A server in trouble or a proxy without one: the same request may work later. */
const isPassing = (/** @type {number} */ status) => status >= 500 || status === 408;

export class Api {
  /** @type {string|null} */
  token = null;
  /** What must be told before anything else is asked; throws where it cannot be. @type {(() => Promise<void>)|null} */
  first = null;

  /** What signs a request that asks for something to be done; it answers null where this tablet has no key. @type {((said: string) => Promise<string|null>)|null} */
  signed = null;

  /** Requests under way. @type {Set<AbortController>} */
  #under = new Set();

  constructor() {
    // Another network: what went by the old one will not be answered.
    window.addEventListener('online', () => this.#under.forEach((controller) => controller.abort()));
  }

  /** @param {string} path */
  get(path) {
    return this.#call('GET', path);
  }

  /** @param {string} path @param {object} [body] */
  post(path, body = {}) {
    return this.#call('POST', path, body);
  }

  /** @param {string} path */
  delete(path) {
    return this.#call('DELETE', path);
  }

  /**
   * @param {string} method @param {string} path @param {object} [body]
   * @returns {Promise<any>}
   */
  async #call(method, path, body) {
    if (!path.startsWith(OWN)) await this.first?.();
    /** @type {Record<string, string>} */
    const headers = { Accept: 'application/json', 'Accept-Language': preferences.language };
    if (this.token) headers.Authorization = `Device ${this.token}`;
    if (body) headers['Content-Type'] = 'application/json';
    const text = body && JSON.stringify(body);
    if (this.token && method !== 'GET' && !path.endsWith(SIGNED_EACH)) {
      const signature = await this.signed?.(`${method} ${BASE}${path}\n${text ?? ''}`);
      if (signature) headers['Device-Signature'] = signature;
    }
    const { status, answer } = await this.#answered(path, { method, headers, body: text });
    if (isPassing(status)) throw new Unreachable(`${method} ${path}: ${status}`, { busy: true });
    if (status >= 400) throw new Refusal(status, answer);
    return answer;
  }

  /** @param {string} path @param {RequestInit} asked @returns {Promise<{status: number, answer: any}>} */
  async #answered(path, asked) {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
    this.#under.add(controller);
    try {
      // Signing in, a device that did so before is known by its cookie; nothing else of the tablet has one.
      const credentials = path === OWN ? 'same-origin' : 'omit';
      const response = await fetch(BASE + path, { ...asked, credentials, cache: 'no-store', signal: controller.signal });
      const { status } = response;
      return { status, answer: status === 204 || isPassing(status) ? null : await response.json() };
    } catch (cause) {
      throw new Unreachable(`${asked.method} ${path}`, { cause });
    } finally {
      clearTimeout(timer);
      this.#under.delete(controller);
    }
  }
}
