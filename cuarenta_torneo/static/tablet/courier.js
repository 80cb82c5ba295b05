/**
 * Carries pending jugadas to the server: in order, one request at a time, again and again until each is acknowledged
 * or refused. A jugada keeps its client_id, so that sending it twice records it once.
 */

import { Refusal, Unreachable } from './api.js';
import { Queue } from './queue.js';
import { t } from './texts.js';

/**
 * @typedef {import('./types.js').Pending} Pending
 * @typedef {"saved"|"sending"|"unreachable"|"fenced"|"signed-out"|"blocked"} Link
 *
 * @typedef {object} Log what the courier must know of the log it writes to
 * @property {() => number} saved number of the last row
 * @property {() => number} epoch
 * @property {() => string|null} undoLine the line that undoes the last effective row
 * @property {(answer: any) => void} adopt take over the server's word
 * @property {() => Promise<void>} reload
 * @property {(lease: {holder: string|null, epoch: number}) => void} fenced
 * @property {(item: import('./types.js').Refused) => void} refused
 * @property {() => void} changed
 */

const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30000;
const GAPS_IN_A_ROW = 3;
const TOO_MANY = 429;

/** Another tablet holds the mesa. */
class Fenced extends Error {
  /** @param {{holder: string|null, epoch: number}} lease */
  constructor(lease) {
    super('fenced');
    this.lease = lease;
  }
}

export class Courier {
  /** @type {Link} */
  link = 'saved';
  /** Why the link is blocked, for people. @type {string|null} */
  problem = null;

  #api;
  #storage;
  #id;
  #log;
  #sending = false;
  #closed = false;
  #failures = 0;
  #timer = 0;

  /**
   * @param {import('./api.js').Api} api
   * @param {import('./storage.js').Storage} storage
   * @param {string} id of the mesa
   * @param {Queue} queue
   * @param {Log} log
   */
  constructor(api, storage, id, queue, log) {
    this.#api = api;
    this.#storage = storage;
    this.#id = id;
    this.queue = queue;
    this.#log = log;
  }


  close() {
    clearTimeout(this.#timer);
    this.#closed = true;
  }

  /** Try now, without waiting for the next turn. With nothing to send, asking tells whether the server is there. */
  retry() {
    this.#failures = 0;
    if (this.link !== 'fenced') this.#again();
  }

  /** What was tapped before another tablet took over is not sent by itself any more. */
  setAside() {
    const why = { code: 'relevo', message: t('refused.takeover'), article: null };
    while (this.queue.items.length > 0) this.#refuse(this.queue.items[0], why);
  }

  /** Ask for the saved state, when nothing of ours is under way. */
  async refresh() {
    if (this.#sending || this.#closed) return;
    try {
      await this.#log.reload();
      if (this.link === 'unreachable') this.settle('saved');
    } catch (error) {
      this.#failed(error);
    }
    this.#changed();
    this.send();
  }

  async send() {
    if (this.#sending || this.#closed || this.link === 'fenced' || this.queue.items.length === 0) return;
    clearTimeout(this.#timer);
    this.#sending = true;
    this.settle('sending');
    this.#changed();
    try {
      await this.#empty();
      this.#failures = 0;
      this.settle('saved');
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#sending = false;
      this.#changed();
    }
  }

  /** @param {Link} link @param {string|null} [problem] */
  settle(link, problem = null) {
    this.link = link;
    this.problem = problem;
  }

  /** On disk, so that a reload does not lose what is not sent. */
  keep() {
    const { items, refused } = this.queue;
    return this.#storage.set(`pending:${this.#id}`, { items, refused, epoch: this.#log.epoch() });
  }

  async #empty() {
    for (let gaps = 0; this.queue.items.length > 0; ) {
      if (gaps > GAPS_IN_A_ROW) throw new Unreachable('the log moves faster than this tablet');
      const batch = this.queue.batch(this.#log.undoLine(), gaps > 0);
      if (batch.length === 0) this.#refuse(this.queue.items[0], nothingToUndo());
      else gaps = (await this.#deliver(batch)) ? 0 : gaps + 1;
      this.#changed();
    }
  }

  /**
   * One request. False when the log had moved on and the batch must be sent again on top of it.
   * @param {Pending[]} batch
   */
  async #deliver(batch) {
    const base = this.#log.saved();
    for (const item of batch) item.tries += 1;
    await this.keep();
    try {
      const answer = await this.#api.post(`/mesas/${this.#id}/jugadas`, {
        lease_epoch: this.#log.epoch(),
        base_seq: base,
        jugadas: batch.map(({ clientId, line, at }) => ({
          client_id: clientId,
          notation: line,
          device_ts: new Date(at).toISOString(),
        })),
      });
      this.queue.acknowledge(batch);
      this.#log.adopt(answer);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#refusedBatch(batch, base, error);
    }
  }

  /** @param {Pending[]} batch @param {number} base @param {Refusal} refusal */
  async #refusedBatch(batch, base, refusal) {
    const { status, body } = refusal;
    if (status === 409 && body.lease) throw new Fenced(body.lease);
    if (status === 409 && 'expected' in body) {
      await this.#log.reload();
      return false;
    }
    if (status !== 422) throw refusal;
    // What came before the refused one is in the log; sent again, it is known and passed over.
    this.#refuse(batch[body.seq - base - 1] ?? batch[0], body);
    await this.#log.reload();
    return true;
  }

  /** @param {Pending} item @param {import('./queue.js').Why} why */
  #refuse(item, { code, message, article = null }) {
    const why = { code, message, article };
    this.queue.refuse(item, why);
    this.#log.refused({ ...item, ...why });
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof Unreachable || (error instanceof Refusal && error.status === TOO_MANY)) {
      this.settle('unreachable');
      if (!this.#closed) this.#schedule();
    } else if (error instanceof Fenced) {
      this.settle('fenced');
      this.#log.fenced(error.lease);
    } else if (error instanceof Refusal) {
      this.settle(error.status === 401 ? 'signed-out' : 'blocked', error.message);
    } else {
      this.settle('blocked', t('chip.broken'));
      throw error;
    }
  }

  /** Twice as long each time, never together with the other tablets of the hall. */
  #schedule() {
    clearTimeout(this.#timer);
    const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.#again(), wait * (0.8 + 0.4 * Math.random()));
  }

  #again() {
    if (this.queue.items.length > 0) this.send();
    else this.refresh();
  }

  #changed() {
    this.keep();
    this.#log.changed();
  }
}

const nothingToUndo = () => ({ code: 'nada-que-deshacer', message: t('refused.nothing'), article: null });
