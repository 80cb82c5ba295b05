/**
 * What is written beside the log: on disk first, sent until the server has it. It changes no score, so it needs no turn among
 * the jugadas and no lease: who wrote it under the network's nose, overtaken or not, wrote it.
 */

import { Refusal, Unreachable } from './api.js';
import { whyText } from './names.js';
import { uuid } from './uuid.js';

/**
 * @typedef {{mesa: string, client_id: string, received: boolean, problem?: string} & Record<string, any>} Entry
 * `received`: whether the server has it; `problem`: why it does not take it
 */

export class Beside {
  #key;
  /** One after another: each takes the list up as the one before it left it. @type {Promise<unknown>} */
  #turn = Promise.resolve();

  /** @param {string} key what the list is called, on this disk and in the addresses of the server */
  constructor(key) {
    this.#key = key;
  }

  /** @param {import('./app.js').App} app @returns {Promise<any[]>} */
  async kept(app) {
    return (await app.storage.get(this.#key)) ?? [];
  }

  /** Written on the disk when this is done. @param {import('./app.js').App} app @param {string} mesa @param {object} body */
  async write(app, mesa, body) {
    const entry = { mesa, client_id: uuid(), ...body, received: false };
    await this.#alone(async () => app.storage.set(this.#key, [...(await this.kept(app)), entry]));
  }

  /** Send what was not received; what cannot be sent now is tried again. @param {import('./app.js').App} app */
  bring(app) {
    return this.#alone(async () => {
      const entries = /** @type {Entry[]} */ (await this.kept(app));
      for (const entry of entries.filter(({ received }) => !received)) {
        const { mesa, received, problem, ...body } = entry;
        try {
          await app.api.post(`/mesas/${mesa}/${this.#key}`, body);
          entry.received = true;
          delete entry.problem;
        } catch (error) {
          if (error instanceof Unreachable) return;
          if (!(error instanceof Refusal)) throw error;
          entry.problem = whyText({ ...error.body, message: error.message }); // it stays here, told as not sent
        }
        await app.storage.set(this.#key, entries);
      }
    });
  }

  /** @template T @param {() => Promise<T>} action @returns {Promise<T>} */
  #alone(action) {
    const mine = this.#turn.then(action, action);
    this.#turn = mine.catch(() => {});
    return mine;
  }
}
