/**
 * Carries what is on this tablet's disk to the server: in order, one request at a time, again and again until each
 * jugada and each act is acknowledged or refused. Each keeps its client_id, so that sending it twice records it once.
 */

import { Refusal, Unreachable } from './api.js';
import { NotWritten } from './storage.js';
import { t } from './texts.js';

/**
 * @typedef {import('./types.js').Item} Item
 * @typedef {import('./types.js').Why} Why
 * @typedef {{holder: string|null, epoch: number}} Holder
 * @typedef {"saved"|"sending"|"unreachable"|"fenced"|"elsewhere"|"signed-out"|"blocked"} Link
 *
 * @typedef {object} Log what the courier must know of the log it writes to
 * @property {() => Item[]} items not acknowledged, oldest first
 * @property {() => number} acked number of the last row that the server has
 * @property {(item: Item) => Promise<void>} resolve find the line of an undo that had none, or set it aside
 * @property {(most: number) => Promise<void>} sign sign the first of them that are not signed as they are by now
 * @property {(answer: any, done: Item[]) => Promise<void>} adopt take over the server's word, which acknowledges `done`
 * @property {() => Promise<void>} reload
 * @property {(lease: Holder) => Promise<void>} fenced
 * @property {(item: Item, why: Why) => Promise<void>} refuse
 * @property {() => void} changed
 */

const BATCH = 50;
const FIRST_RETRY_MS = 2000;
const LAST_RETRY_MS = 30000;
const GAPS_IN_A_ROW = 5;
const TOO_MANY = 429;
const PATHS = { freeze: 'freeze', reopen: 'reopen', sign: 'signatures' };

/** What goes together: jugadas whose lines are known, of one lease. @param {Item[]} items */
function batchOf(items) {
  const [first] = items;
  const fits = (/** @type {Item} */ item) => item.kind === 'jugada' && item.line !== null && item.epoch === first.epoch;
  const end = items.findIndex((item) => !fits(item));
  return items.slice(0, Math.min(end === -1 ? items.length : end, BATCH));
}

export class Courier {
  /** @type {Link} */
  link = 'saved';
  /** Why the link is blocked, for people. @type {string|null} */
  problem = null;

  #api;
  #path;
  #log;
  #busy = false;
  #closed = false;
  #failures = 0;
  #timer = 0;
  /** Whether to try once more at once if what is under way fails. */
  #eager = false;

  /** @param {import('./api.js').Api} api @param {string} id of the mesa @param {Log} log */
  constructor(api, id, log) {
    this.#api = api;
    this.#path = `/mesas/${id}`;
    this.#log = log;
  }

  close() {
    clearTimeout(this.#timer);
    this.#closed = true;
  }

  /** Try now, without waiting for the next turn. With nothing to send, asking tells whether the server is there. */
  retry() {
    this.#failures = 0;
    this.#eager = this.#busy;
    if (this.#log.items().length > 0 && this.#sends) this.send();
    else this.refresh();
  }

  /** Ask for what the server has, when nothing of ours is under way. */
  async refresh() {
    await this.#alone(async () => {
      await this.#log.reload();
      if (this.link === 'unreachable') this.settle('saved');
    });
    this.send();
  }

  async send() {
    if (!this.#sends || this.#busy || this.#closed || this.#log.items().length === 0) return;
    await this.#alone(async () => {
      this.settle('sending');
      this.#log.changed();
      await this.#empty();
      this.settle('saved');
    });
    if (this.link === 'saved') this.send(); // what was touched meanwhile
  }

  /** @param {Link} link @param {string|null} [problem] */
  settle(link, problem = null) {
    this.link = link;
    this.problem = problem;
  }

  get #sends() {
    return this.link !== 'fenced' && this.link !== 'elsewhere';
  }

  /** One request at a time. @param {() => Promise<void>} action */
  async #alone(action) {
    if (this.#busy || this.#closed) return;
    clearTimeout(this.#timer);
    this.#busy = true;
    try {
      await action();
      this.#failures = 0;
      this.#eager = false;
    } catch (error) {
      await this.#failed(error);
    } finally {
      this.#busy = false;
      this.#log.changed();
    }
  }

  async #empty() {
    for (let gaps = 0; this.#log.items().length > 0; ) {
      if (this.#closed) return;
      if (gaps > GAPS_IN_A_ROW) throw new Unreachable('the log moves faster than this tablet', { busy: true });
      const [first] = this.#log.items();
      const sent = first.kind === 'act' ? await this.#act(first) : await this.#jugadas(first);
      gaps = sent ? 0 : gaps + 1;
      this.#log.changed();
    }
  }

  /** One request. False when the log had moved on and the batch must be sent again on top of it. @param {Item} first */
  async #jugadas(first) {
    if (first.line === null) await this.#log.resolve(first);
    await this.#log.sign(BATCH);
    const batch = batchOf(this.#log.items());
    if (batch.length === 0) return true;
    const jugadas = batch.map(({ clientId, line, at, signed }) => ({ client_id: clientId, notation: line, device_ts: new Date(at).toISOString(), signed }));
    const sent = { lease_epoch: batch[0].epoch, base_seq: this.#log.acked(), jugadas };
    try {
      const answer = await this.#api.post(`${this.#path}/jugadas`, sent);
      if (!(answer?.acked >= jugadas.length)) throw new Unreachable('no answer of ours');
      await this.#log.adopt(answer, batch);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return this.#refused(batch, error);
    }
  }

  /** @param {Item[]} batch @param {Refusal} refusal */
  async #refused(batch, refusal) {
    const { status, body } = refusal;
    if ('expected' in body) {
      for (const item of batch) delete item.signed; // on top of what is not there
      await this.#log.reload();
      return false;
    }
    if (status !== 422) throw refusal;
    await this.#log.reload();
    // The refused one is the first that the server does not have.
    const item = this.#log.items().find(({ clientId }) => batch.some((sent) => sent.clientId === clientId));
    if (item) await this.#log.refuse(item, body);
    return true;
  }

  /** @param {Item} item */
  async #act(item) {
    try {
      const answer = await this.#api.post(`${this.#path}/${PATHS[item.act ?? 'freeze']}`, item.body);
      if (!answer?.head) throw new Unreachable('no answer of ours');
      await this.#log.adopt(answer, [item]);
    } catch (error) {
      const lasting = error instanceof Refusal && [400, 403, 404, 409, 422].includes(error.status) && !error.body.lease;
      if (!lasting) throw error;
      await this.#log.reload();
      if (this.#log.items()[0]?.clientId === item.clientId) await this.#log.refuse(item, { ...error.body, message: error.message });
    }
    return true;
  }

  /** @param {unknown} error */
  async #failed(error) {
    if (error instanceof Refusal && error.body.lease) {
      this.settle('fenced');
      await this.#log.fenced(error.body.lease);
      if (this.#log.items().length > 0) this.#schedule(this.#longer); // what the server has of it is not known yet
    } else if (error instanceof Unreachable || (error instanceof Refusal && error.status === TOO_MANY)) {
      if (this.#sends) this.settle('unreachable');
      const gone = error instanceof Unreachable && !error.busy && this.#log.items().length > 0;
      this.#schedule(gone ? FIRST_RETRY_MS : this.#longer);
    } else if (error instanceof NotWritten) {
      this.settle('blocked', t('chip.broken'));
    } else if (error instanceof Refusal) {
      this.settle(error.status === 401 ? 'signed-out' : 'blocked', error.message);
    } else {
      this.settle('blocked', t('chip.broken'));
      throw error;
    }
  }

  get #longer() {
    return Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LAST_RETRY_MS);
  }

  /**
   * Never together with the other tablets of the hall. A server in trouble is given twice as long each time; where there
   * is none, what waits is on its way as soon as there is one again.
   * @param {number} wait
   */
  #schedule(wait) {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#failures += 1;
    this.#timer = setTimeout(() => {
      if (this.#log.items().length > 0 && this.#sends) this.send();
      else this.refresh();
    }, this.#eager ? 0 : wait * (0.8 + 0.4 * Math.random()));
    this.#eager = false;
  }
}
