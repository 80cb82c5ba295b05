/**
 * The engine: the rulebook on the tablet, asked like a server that is always there.
 *
 * It loads in the background; until `status` is 'ready', and on a tablet that cannot run it, nothing here answers and
 * the table works without it. One mesa is open at a time. Questions are answered in the order in which they were asked.
 */

import { Refusal } from '../api.js';

/**
 * @typedef {import('../types.js').State} State
 * @typedef {import('../types.js').Choice} Choice
 * @typedef {Omit<import('../types.js').LogRow, 'client_id'|'device_ts'>} Row
 *
 * @typedef {object} Header what a log starts from, as the server gives it
 * @property {string} mesa
 * @property {string} reglamento
 * @property {number} version
 * @property {Record<string, string>} settings
 * @property {string[]} seats
 *
 * @typedef {object} Folded what a log comes to; `log` has the rows after `base`, the older ones are as told before
 * @property {State} state
 * @property {Choice[]} legal
 * @property {Row[]} log
 * @property {number} base
 *
 * @typedef {{code: string, message: string, article: string|null}} Why
 * @typedef {{client_id: string, notation: string, device_ts: string|null}} Line a row as it is signed
 */

const RULEBOOK = '/tablet/rulebook.js';
/** How long after a failure it is tried again, in milliseconds: a browser that has just started may be short of anything. */
const AGAIN_MS = [2000, 10_000, 60_000];

/** The engine is not there, or broke: only the server can answer. */
export class EngineFailed extends Error {}

export class Engine extends EventTarget {
  /** @type {'idle'|'loading'|'ready'|'failed'} */
  status = 'idle';
  /** Of what the rulebook says to people. @type {'es'|'en'} */
  language = 'es';
  /** Whether it could be loaded; told once, after `start`. @type {Promise<boolean>} */
  ready;

  /** @type {Worker|null} */
  #worker = null;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  #asked = 0;
  #failures = 0;
  /** @type {(ready: boolean) => void} */
  #settle = () => {};

  constructor() {
    super();
    this.ready = new Promise((resolve) => (this.#settle = resolve));
    this.#tell('idle');
  }

  /** Begin to load, and again after each of the first failures. Never throws. */
  start() {
    if (this.#worker) return;
    if (this.status === 'failed') this.ready = new Promise((resolve) => (this.#settle = resolve));
    this.#tell('loading');
    try {
      this.#worker = new Worker(RULEBOOK, { type: 'module', name: 'rulebook' });
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#worker.onmessage = ({ data }) => this.#heard(data);
    this.#worker.onerror = (event) => this.#fail(event.message || 'the worker could not start');
    this.#worker.onmessageerror = () => this.#fail('an answer could not be read');
  }

  /**
   * Open a mesa with the log that it has.
   * @param {Header} header @param {string[]} lines @returns {Promise<Folded>}
   */
  open(header, lines) {
    return this.#ask('open', { header, lines });
  }

  /**
   * Judge lines and fold them onto what is open, up to the first that is refused.
   * @param {string[]} lines @returns {Promise<{done: number, refused: Why|null, folded: Folded}>}
   */
  record(lines) {
    return this.#ask('record', { lines });
  }

  /** The whole log. @returns {Promise<Row[]>} */
  rows() {
    return this.#ask('rows');
  }

  /** What a jugada would do after `before`. @param {string} notation @param {string[]} [before] @returns {Promise<import('../types.js').Preview>} */
  preview(notation, before = []) {
    return this.#ask('preview', { notation, before });
  }

  /** Whether cards could be lifted. @param {import('../types.js').LiftAsked} asked @returns {Promise<import('../types.js').Verdict>} */
  lift(asked) {
    return this.#ask('lift', asked);
  }

  /**
   * Whether the result would be another without these rows; null where they cannot just be left out.
   * @param {number[]} seqs @returns {Promise<boolean|null>}
   */
  contested(seqs) {
    return this.#ask('contested', { seqs });
  }

  /** The digest that people sign, of the open mesa with this log. @param {Line[]} rows @returns {Promise<string>} */
  digest(rows) {
    return this.#ask('digest', { rows });
  }

  /**
   * What logs come to, each in a few bytes, to compare with what another engine says.
   * @param {object[]} games @returns {Promise<string[]>}
   */
  checksums(games) {
    return this.#ask('checksums', { games });
  }

  /** @param {string} what @param {object} [about] @returns {Promise<any>} */
  #ask(what, about = {}) {
    const worker = this.#worker;
    if (!worker) return Promise.reject(new EngineFailed(`${what}: ${this.status}`));
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, asked: JSON.stringify({ do: what, language: this.language, ...about }) });
    });
  }

  /** @param {{loaded?: boolean, id?: number, told?: string, failed?: string}} data */
  #heard({ loaded, id, told, failed }) {
    if (loaded === true) {
      this.#tell('ready');
      this.#settle(true);
      return;
    }
    const waiting = this.#waiting.get(id ?? 0);
    if (!waiting) {
      this.#fail(failed);
      return;
    }
    this.#waiting.delete(id ?? 0);
    if (told === undefined) {
      waiting.reject(new EngineFailed(failed));
      return;
    }
    const { answer, refused } = JSON.parse(told);
    if (refused) waiting.reject(new Refusal(422, refused));
    else waiting.resolve(answer);
  }

  /** @param {unknown} why */
  #fail(why) {
    console.warn('engine:', why);
    this.#worker?.terminate();
    this.#worker = null;
    this.#tell('failed');
    this.#settle(false);
    for (const { reject } of this.#waiting.values()) reject(new EngineFailed(String(why)));
    this.#waiting.clear();
    const wait = 'Worker' in globalThis ? AGAIN_MS[this.#failures] : undefined;
    this.#failures += 1;
    if (wait !== undefined) setTimeout(() => this.start(), wait);
  }

  /** @param {Engine['status']} status */
  #tell(status) {
    this.status = status;
    document.documentElement.dataset.engine = status;
    this.dispatchEvent(new Event('status'));
  }
}
