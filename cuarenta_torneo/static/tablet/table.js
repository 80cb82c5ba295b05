/**
 * The table: the one object that the screens talk to, whoever decides behind it.
 *
 * THE SEAM. Screens read `state`, `legal`, `log`, `pending`, `refused`, `saved`, `link`, `planilla`; they call
 * `record`, `undo`, `preview`, `retry`, `refresh`, `takeOver`, `freeze`, `reopen`, `sign`; they listen to `change`
 * and `refused`. Nothing above this file knows that there is a server, and nothing below it knows that there is a
 * screen. Today the server decides: a tap waits in the queue, goes out in order with its own client_id, one request
 * at a time, and counts as saved when the server acknowledges it. An engine that runs the rulebook on the tablet
 * replaces `#send`, `preview` and what `#adopt` reads; `saved` then means "on this tablet's disk" and `pending` what
 * the server has yet to acknowledge, and no screen changes.
 *
 * No rule lives here. `state` and `legal` are always the answer to what is saved; what is pending is shown as such
 * and never added up.
 */

import { Refusal, Unreachable } from './api.js';
import { word } from './lines.js';
import { Queue } from './queue.js';
import { t } from './texts.js';
import { uuid } from './uuid.js';

/**
 * @typedef {import('./types.js').Choice} Choice
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Points} Points
 * @typedef {import('./types.js').MesaPayload} MesaPayload
 * @typedef {import('./types.js').Pending} Pending
 * @typedef {"saved"|"sending"|"unreachable"|"fenced"|"signed-out"|"blocked"} Link
 * @typedef {{line: string, label: string, subject?: Side|null, points?: Points|null, key?: string}} Tap
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

export class Table extends EventTarget {
  /** @type {Link} */
  link = 'saved';
  /** @type {string|null} why the link is blocked, for people */
  problem = null;

  #api;
  #storage;
  #queue;
  #mesa;
  #sending = false;
  #closed = false;
  #failures = 0;
  #timer = 0;

  /**
   * @param {import('./api.js').Api} api
   * @param {import('./storage.js').Storage} storage
   * @param {MesaPayload} mesa
   * @param {Queue} queue
   */
  constructor(api, storage, mesa, queue) {
    super();
    this.#api = api;
    this.#storage = storage;
    this.#mesa = mesa;
    this.#queue = queue;
  }

  /**
   * The table of a mesa that this tablet holds, with what it had not sent when it was last closed.
   * @param {import('./api.js').Api} api
   * @param {import('./storage.js').Storage} storage
   * @param {MesaPayload} mesa
   */
  static async open(api, storage, mesa) {
    const kept = await storage.get(`pending:${mesa.id}`);
    const queue = new Queue(kept);
    const table = new Table(api, storage, mesa, queue);
    if (!mesa.lease.mine) table.link = 'fenced';
    else if (kept && kept.epoch !== mesa.lease_epoch) table.#setAside();
    table.#send();
    return table;
  }

  get mesa() {
    return this.#mesa;
  }

  get state() {
    return this.#mesa.state;
  }

  get legal() {
    return this.#mesa.legal;
  }

  get log() {
    return this.#mesa.log;
  }

  get planilla() {
    return this.#mesa.planilla;
  }

  get lease() {
    return this.#mesa.lease;
  }

  /** Number of the last jugada that is saved. */
  get saved() {
    return this.#mesa.head.seq;
  }

  /** Tapped and not saved, oldest first. */
  get pending() {
    return this.#queue.items;
  }

  get refused() {
    return this.#queue.refused;
  }

  get readOnly() {
    return this.link === 'fenced' || (this.planilla !== null && this.planilla.status !== 'reopened');
  }

  /**
   * What the rulebook says about a jugada now.
   * @param {string} jugada @param {Side|null} [subject] @param {string|null} [finding]
   * @returns {Choice|undefined}
   */
  choice(jugada, subject = null, finding = null) {
    return this.legal.find(
      (choice) => choice.jugada === jugada && choice.subject === subject && (choice.finding ?? null) === finding,
    );
  }

  /**
   * Take down jugadas, each of them only if the one before it was accepted.
   * @param {...Tap} taps
   */
  record(...taps) {
    let after = null;
    for (const tap of taps) {
      const item = this.#queued({ ...tap, after });
      this.#queue.add(item);
      after = item.clientId;
    }
    this.#changed();
    this.#send();
  }

  /**
   * The last effective jugada never happened: the tap that has not left the tablet, or else what is saved.
   * @param {string} label how the undo is listed while it is pending
   */
  undo(label) {
    if (!this.#queue.withdraw()) {
      const after = this.#queue.items.at(-1)?.clientId ?? null;
      this.#queue.add(this.#queued({ line: null, label, after, key: 'anula ' }));
    }
    this.#changed();
    this.#send();
  }

  /**
   * What a jugada would do; raises Refusal with the article when the rulebook refuses it, Unreachable without network.
   * @param {string} notation
   * @returns {Promise<import('./types.js').Preview>}
   */
  preview(notation) {
    return this.#api.post(`/mesas/${this.#mesa.id}/preview`, { notation });
  }

  /** Try now, without waiting for the next turn. */
  retry() {
    this.#failures = 0;
    if (this.link !== 'fenced') this.#again();
  }

  /** Ask for the saved state again, when nothing of ours is under way. */
  async refresh() {
    if (this.#sending) return;
    try {
      await this.#reload();
      if (this.link === 'unreachable') this.#settle('saved');
    } catch (error) {
      this.#failed(error);
    }
    this.#changed();
    this.#send();
  }

  /** Make this tablet the one that writes. What it had not sent is set aside for the Juez to look at. */
  async takeOver() {
    await this.#act('lease');
    this.#setAside();
    this.#settle('saved');
    this.#changed();
  }

  /** Close the log for signing. */
  freeze() {
    return this.#act('freeze');
  }

  /** Open the log again: the signatures given so far are void. */
  reopen() {
    return this.#act('reopen');
  }

  /**
   * Add the answer of one party to the frozen Planilla; the same `client_id` again is harmless.
   * @param {object} signature
   */
  sign(signature) {
    return this.#act('signatures', signature);
  }

  /** Take a refused jugada off the list, once it has been read. @param {string} clientId */
  dismiss(clientId) {
    this.#queue.dismiss(clientId);
    this.#changed();
  }

  /** Stop sending: nobody looks at this table any more. What is pending stays kept for the next time. */
  close() {
    clearTimeout(this.#timer);
    this.#closed = true;
  }

  /** @param {Partial<Pending> & {line: string|null, label: string}} tap @returns {Pending} */
  #queued(tap) {
    const { subject = null, points = null, after = null, key } = tap;
    const { line, label } = tap;
    const fallback = `${line ? word(line) : ''} ${subject ?? ''}`;
    const identity = { clientId: uuid(), at: Date.now(), tries: 0 };
    return { ...identity, line, label, subject, points, after, key: key ?? fallback };
  }

  /** @param {string} action @param {object} [body] */
  async #act(action, body) {
    this.#adopt(await this.#api.post(`/mesas/${this.#mesa.id}/${action}`, body));
    this.#changed();
  }

  async #reload() {
    this.#adopt(await this.#api.get(`/mesas/${this.#mesa.id}`));
  }

  /** The server's word replaces ours; what is pending stays on top of it, untouched. @param {any} answer */
  #adopt(answer) {
    const { log_tail: tail, ...rest } = answer;
    const log = tail ? merge(this.#mesa.log, tail) : (rest.log ?? this.#mesa.log);
    this.#mesa = { ...this.#mesa, ...rest, log };
  }

  async #send() {
    if (this.#sending || this.#closed || this.link === 'fenced' || this.#queue.items.length === 0) return;
    clearTimeout(this.#timer);
    this.#sending = true;
    this.#settle('sending');
    this.#changed();
    try {
      for (let gaps = 0; this.#queue.items.length > 0 && gaps <= GAPS_IN_A_ROW; ) {
        const batch = this.#queue.batch(this.choice('anula')?.line ?? null, gaps > 0);
        if (batch.length === 0) this.#refuse(this.#queue.items[0], nothingToUndo());
        else gaps = (await this.#deliver(batch)) ? 0 : gaps + 1;
        this.#changed();
      }
      if (this.#queue.items.length > 0) throw new Unreachable('the log moves faster than this tablet');
      this.#failures = 0;
      this.#settle('saved');
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#sending = false;
      this.#changed();
    }
  }

  /**
   * One request. False when the server's log had moved on and the batch must be sent again on top of it.
   * @param {Pending[]} batch
   */
  async #deliver(batch) {
    const base = this.saved;
    for (const item of batch) item.tries += 1;
    this.#keep();
    try {
      const answer = await this.#api.post(`/mesas/${this.#mesa.id}/jugadas`, {
        lease_epoch: this.#mesa.lease_epoch,
        base_seq: base,
        jugadas: batch.map(({ clientId, line, at }) => ({
          client_id: clientId,
          notation: line,
          device_ts: new Date(at).toISOString(),
        })),
      });
      this.#queue.acknowledge(batch);
      this.#adopt(answer);
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
      await this.#reload();
      return false;
    }
    if (status !== 422) throw refusal;
    this.#refuse(batch[body.seq - base - 1] ?? batch[0], body);
    await this.#reload();
    return true;
  }

  /** @param {Pending} item @param {import('./queue.js').Why} why */
  #refuse(item, why) {
    const { code, message, article } = why;
    this.#queue.refuse(item, { code, message, article: article ?? null });
    this.dispatchEvent(new CustomEvent('refused', { detail: { ...item, code, message, article } }));
  }

  /** @param {unknown} error */
  #failed(error) {
    if (error instanceof Unreachable || (error instanceof Refusal && error.status === TOO_MANY)) {
      this.#settle('unreachable');
      const wait = Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, LAST_RETRY_MS);
      if (this.#closed) return;
      this.#timer = setTimeout(() => this.#again(), wait * (0.8 + 0.4 * Math.random()));
    } else if (error instanceof Fenced) {
      this.#settle('fenced');
      this.#mesa = { ...this.#mesa, lease: { ...error.lease, mine: false } };
    } else if (error instanceof Refusal) {
      this.#settle(error.status === 401 ? 'signed-out' : 'blocked', error.message);
    } else {
      throw error;
    }
  }

  /** @param {Link} link @param {string|null} [problem] */
  #settle(link, problem = null) {
    this.link = link;
    this.problem = problem;
  }

  /** The link is down: sending is the test whether it is back; with nothing to send, asking is. */
  #again() {
    if (this.#queue.items.length > 0) this.#send();
    else this.refresh();
  }

  #setAside() {
    for (const item of [...this.#queue.items]) {
      if (this.#queue.items.includes(item)) this.#refuse(item, { code: 'relevo', message: t('refused.takeover'), article: null });
    }
  }

  #changed() {
    this.#keep();
    this.dispatchEvent(new Event('change'));
  }

  #keep() {
    const { items, refused } = this.#queue;
    this.#storage.set(`pending:${this.#mesa.id}`, { items, refused, epoch: this.#mesa.lease_epoch });
  }
}

const nothingToUndo = () => ({ code: 'nada-que-deshacer', message: t('refused.nothing'), article: null });

/**
 * The rows of the tail replace those of the same number: an `anula` marks older rows too.
 * @param {import('./types.js').LogRow[]} log @param {import('./types.js').LogRow[]} tail
 */
function merge(log, tail) {
  const rows = new Map(log.map((row) => [row.seq, row]));
  for (const row of tail) rows.set(row.seq, row);
  return [...rows.values()].sort((a, b) => a.seq - b.seq);
}
