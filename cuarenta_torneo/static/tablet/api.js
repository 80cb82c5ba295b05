/** The server's API: JSON both ways, a device token and never a cookie, and no waiting for ever. */

import { preferences } from './preferences.js';

const BASE = '/api/v1';
const TIMEOUT_MS = 8000;
/** What is about the tablet itself and who is at it. */
const OWN = '/devices';

/** Nobody who could answer answered: whether the request arrived is unknown. */
export class Unreachable extends Error {}

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
    let response, answer;
    try {
      response = await fetch(BASE + path, {
        method,
        headers,
        body: body && JSON.stringify(body),
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      answer = response.status === 204 ? null : await response.json();
    } catch (cause) {
      throw new Unreachable(`${method} ${path}`, { cause });
    }
    if (isPassing(response.status)) throw new Unreachable(`${method} ${path}: ${response.status}`);
    if (!response.ok) throw new Refusal(response.status, answer);
    return answer;
  }
}
