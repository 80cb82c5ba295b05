/**
 * A call to the Mesa de Control: on disk first, sent again until the server has it, then asked about until somebody
 * goes. What is shown as received was acknowledged; until then the Juez is told to raise his hand.
 */

import { hallTime } from '../site/hall_time.js';
import { Refusal, Unreachable } from './api.js';
import { whyText } from './names.js';
import { t } from './texts.js';
import { uuid } from './uuid.js';

const EVERY_MS = 4000;

export const REASONS = /** @type {const} */ (['reglas', 'apelacion', 'incidente', 'equipo', 'medico']);

/**
 * @typedef {object} Call
 * @property {string} client_id
 * @property {string} reason
 * @property {string} called_at
 * @property {boolean} withdrawn
 * @property {string|null} received when the server took it, by the server's clock
 * @property {{by: string, at: string}|null} attended
 * @property {string|null} problem why the last attempt failed
 */

export class Calling {
  /** @type {Call|null} */
  current = null;

  #app;
  #mesa;
  #timer = 0;
  #closed = false;

  /** @param {import('./app.js').App} app @param {string} mesa */
  constructor(app, mesa) {
    this.#app = app;
    this.#mesa = mesa;
    app.storage.get(this.#key).then((kept) => {
      if (!kept || this.current) return;
      this.current = kept;
      this.#send();
    });
  }

  get #key() {
    return `call:${this.#mesa}`;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  /** @param {string} reason */
  async call(reason) {
    this.current = {
      client_id: uuid(),
      reason,
      called_at: new Date().toISOString(),
      withdrawn: false,
      received: null,
      attended: null,
      problem: null,
    };
    await this.#keep();
    await this.#send();
  }

  /** Nobody needs to come: told to the server too, since it may know of the call without our knowing. */
  async withdraw() {
    if (!this.current) return;
    if (this.current.attended) return this.#forget();
    this.current.withdrawn = true;
    await this.#keep();
    await this.#send();
  }

  /** How the call stands, in a line. */
  get text() {
    const { current } = this;
    if (!current || current.withdrawn) return '';
    const reason = t(/** @type {any} */ (`call.${current.reason}`));
    if (current.attended) return t('call.attended', { reason, by: current.attended.by, at: hallTime(current.attended.at) });
    if (current.received) return t('call.received', { reason, at: hallTime(current.received) });
    return current.problem ?? t('call.sending', { reason });
  }

  async #send() {
    clearTimeout(this.#timer);
    const call = this.current;
    if (!call) return;
    this.#app.update();
    try {
      const { client_id, reason, called_at, withdrawn } = call;
      const answer = await this.#app.api.post(`/mesas/${this.#mesa}/calls`, { client_id, reason, called_at, withdrawn });
      call.received = answer.received_at;
      call.problem = null;
      // Whoever said to be coming may take it back: heard of until the Juez puts it away.
      call.attended = answer.attended_at ? { by: answer.attended_by, at: answer.attended_at } : null;
      if (answer.withdrawn || (withdrawn && call.attended)) return this.#forget(call);
    } catch (error) {
      if (error instanceof Refusal) call.problem = whyText({ ...error.body, message: error.message });
      else if (error instanceof Unreachable) call.problem = call.received ? null : t('call.unreachable');
      else throw error;
    }
    if (call !== this.current) return;
    this.#keep();
    if (!this.#closed) this.#timer = setTimeout(() => this.#send(), EVERY_MS);
    this.#app.update();
  }

  /** @param {Call|null} [call] */
  async #forget(call = this.current) {
    if (call !== this.current) return;
    this.current = null;
    await this.#app.storage.remove(this.#key);
    this.#app.update();
  }

  #keep() {
    return this.#app.storage.set(this.#key, this.current);
  }
}
