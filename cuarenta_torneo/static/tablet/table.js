/**
 * The table: the one object that the screens talk to, whoever decides behind it.
 *
 * THE SEAM. Screens read `state`, `legal`, `log`, `pending`, `refused`, `saved`, `link`, `planilla`; they call
 * `record`, `undo`, `preview`, `retry`, `refresh`, `takeOver`, `freeze`, `reopen`, `sign`; they listen to `change`
 * and `refused`. Nothing above this file knows that there is a server, and nothing below it that there is a screen.
 * Today the server decides: a tap waits in the queue, the courier carries it, and it counts as saved when the server
 * acknowledges it. An engine that runs the rulebook on the tablet answers `preview` and folds what is pending into
 * `state` and `legal` itself; `saved` then means "on this tablet's disk", `pending` what the server has yet to
 * acknowledge, and no screen changes.
 *
 * No rule lives here. `state` and `legal` always belong to what is saved; what is pending is shown as such and never
 * added up.
 */

import { Courier } from './courier.js';
import { word } from './lines.js';
import { Queue } from './queue.js';
import { uuid } from './uuid.js';

/**
 * @typedef {import('./types.js').Choice} Choice
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').Points} Points
 * @typedef {import('./types.js').MesaPayload} MesaPayload
 * @typedef {import('./types.js').Pending} Pending
 * @typedef {{line: string, label: string, subject?: Side|null, points?: Points|null, key?: string}} Tap
 */

export class Table extends EventTarget {
  #api;
  #mesa;
  #courier;

  /**
   * @param {import('./api.js').Api} api
   * @param {import('./storage.js').Storage} storage
   * @param {MesaPayload} mesa
   * @param {Queue} queue
   */
  constructor(api, storage, mesa, queue) {
    super();
    this.#api = api;
    this.#mesa = mesa;
    this.#courier = new Courier(api, storage, mesa.id, queue, {
      saved: () => this.saved,
      epoch: () => this.#mesa.lease_epoch,
      undoLine: () => this.choice('anula')?.line ?? null,
      adopt: (answer) => this.#adopt(answer),
      reload: () => this.#reload(),
      fenced: (lease) => this.#adopt({ lease: { ...lease, mine: false } }),
      refused: (item) => this.dispatchEvent(new CustomEvent('refused', { detail: item })),
      changed: () => this.#changed(),
    });
  }

  /**
   * The table of a mesa, with what this tablet had not sent when it was last closed.
   * @param {import('./api.js').Api} api
   * @param {import('./storage.js').Storage} storage
   * @param {MesaPayload} mesa
   */
  static async open(api, storage, mesa) {
    const kept = await storage.get(`pending:${mesa.id}`);
    const table = new Table(api, storage, mesa, new Queue(kept));
    if (!mesa.lease.mine) table.#courier.settle('fenced');
    else if (kept && kept.epoch !== mesa.lease_epoch) table.#courier.setAside();
    table.#courier.send();
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
    return this.#courier.queue.items;
  }

  get refused() {
    return this.#courier.queue.refused;
  }

  /** How things stand with whoever keeps the log. */
  get link() {
    return this.#courier.link;
  }

  /** Why nothing can be saved, for people, where the link does not say it all. */
  get problem() {
    return this.#courier.problem;
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
      const item = queued({ ...tap, after });
      this.#courier.queue.add(item);
      after = item.clientId;
    }
    this.#tapped();
  }

  /**
   * The last effective jugada never happened: the tap that has not left the tablet, or else what is saved.
   * @param {string} label how the undo is listed while it is pending
   */
  undo(label) {
    const { queue } = this.#courier;
    if (!queue.withdraw()) queue.add(queued({ line: null, label, after: queue.items.at(-1)?.clientId ?? null }));
    this.#tapped();
  }

  /**
   * What a jugada would do; raises Refusal with the article when the rulebook refuses it, Unreachable without network.
   * @param {string} notation
   * @returns {Promise<import('./types.js').Preview>}
   */
  preview(notation) {
    return this.#api.post(`/mesas/${this.#mesa.id}/preview`, { notation });
  }

  /**
   * Whether these cards could be lifted; nothing is written. Raises as `preview` does.
   * @param {import('./types.js').LiftAsked} asked @returns {Promise<import('./types.js').Verdict>}
   */
  judgeLift(asked) {
    return this.#api.post(`/mesas/${this.#mesa.id}/levante`, asked);
  }

  /** The cards of the data in play. @returns {Promise<import('./types.js').CardsAnswer>} */
  cards() {
    return this.#api.get(`/mesas/${this.#mesa.id}/naipes`);
  }

  /**
   * Take down a card beside the log; the same `client_id` again is harmless.
   * @param {number} base rows that precede it @param {import('./types.js').CardSent} card
   * @returns {Promise<import('./types.js').CardsAnswer>}
   */
  recordCards(base, card) {
    return this.#api.post(`/mesas/${this.#mesa.id}/naipes`, { lease_epoch: this.#mesa.lease_epoch, base_seq: base, cards: [card] });
  }

  retry() {
    this.#courier.retry();
  }

  refresh() {
    return this.#courier.refresh();
  }

  /** Make this tablet the one that writes. What it had not sent is set aside for the Juez to look at. */
  async takeOver() {
    await this.#act('lease');
    this.#courier.setAside();
    this.#courier.settle('saved');
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
    this.#courier.queue.dismiss(clientId);
    this.#courier.keep();
    this.#changed();
  }

  /** Nobody looks at this table any more. What is pending stays kept for the next time. */
  close() {
    this.#courier.close();
  }

  #tapped() {
    this.#courier.keep();
    this.#changed();
    this.#courier.send();
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
  #adopt({ log_tail: tail, ...answer }) {
    const log = tail ? merge(this.#mesa.log, tail) : (answer.log ?? this.#mesa.log);
    this.#mesa = { ...this.#mesa, ...answer, log };
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/** @param {Partial<Pending> & {line: string|null, label: string}} tap @returns {Pending} */
function queued({ line, label, subject = null, points = null, after = null, key }) {
  const button = key ?? `${line ? word(line) : ''} ${subject ?? ''}`;
  return { clientId: uuid(), at: Date.now(), tries: 0, line, label, subject, points, after, key: button };
}

/**
 * The rows of the tail replace those of the same number: an `anula` marks older rows too.
 * @param {import('./types.js').LogRow[]} log @param {import('./types.js').LogRow[]} tail
 */
function merge(log, tail) {
  const rows = new Map(log.map((row) => [row.seq, row]));
  for (const row of tail) rows.set(row.seq, row);
  return [...rows.values()].sort((a, b) => a.seq - b.seq);
}
