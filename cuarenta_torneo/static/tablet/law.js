/**
 * The law at the table: precedents of the championship, the doubts of this mesa, what is on record of its parejas. Kept on this
 * tablet since it was last heard of, so that it is there without network.
 */

import { Refusal, Unreachable } from './api.js';
import { Beside } from './beside.js';

const EVERY_MS = 60_000;

/**
 * @typedef {{number: number, article: string, label: string, question: string, resolution: string, at: string}} Precedent
 * @typedef {{number: number, client_id: string, question: string, resolution: string, withdrawn: boolean}} Consulta
 * @typedef {{client_id: string, pareja: import('./types.js').Side, player: string, kind: string, grade: string, article: string, text: string, at: string, final: boolean}} Incident
 * @typedef {{places: {article: string, label: string}[], articles: Record<string, string>, precedents: Precedent[], consultas: Consulta[], conduct: Incident[]}} Known
 */

/** Doubts exposed on this tablet. */
export const consultas = new Beside('consultas');

/** Conduct put on record on this tablet. */
export const conduct = new Beside('conduct');

/** Send what was written here. @param {import('./app.js').App} app */
export async function bring(app) {
  await consultas.bring(app);
  await conduct.bring(app);
}

/** Whether one of these places is the other or a part of it: `5` and `5.c`. @param {string} a @param {string} b */
const meet = (a, b) => a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);

export class Law {
  /** @type {Known} */
  known = { places: [], articles: {}, precedents: [], consultas: [], conduct: [] };

  #app;
  #mesa;
  #timer;

  /** @param {import('./app.js').App} app @param {string} mesa */
  constructor(app, mesa) {
    this.#app = app;
    this.#mesa = mesa;
    this.#timer = setInterval(() => void this.refresh(), EVERY_MS);
    void this.#start();
  }

  get #key() {
    return `law:${this.#mesa}`;
  }

  close() {
    clearInterval(this.#timer);
  }

  /** The precedents about a jugada or a refusal that rests on these articles, as it cites them. @param {string|null|undefined} cited @returns {Precedent[]} */
  about(cited) {
    const articles = (cited ?? '').split(',').map((each) => each.trim()).filter(Boolean);
    return this.known.precedents.filter(({ article }) => article && articles.some((each) => meet(each, article)));
  }

  /** What the server knows by now; without network, what it knew. */
  async refresh() {
    try {
      this.known = await this.#app.api.get(`/mesas/${this.#mesa}/law`);
      this.#app.update();
      await this.#app.storage.set(this.#key, this.known);
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) console.error(error);
    }
  }

  async #start() {
    this.known = (await this.#app.storage.get(this.#key).catch(() => null)) ?? this.known;
    await this.refresh();
  }
}
