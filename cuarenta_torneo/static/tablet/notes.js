/**
 * Notes of the Juez beside the log: on disk first, sent until the server has them. They change no score, so they need no turn
 * among the jugadas and no lease: who wrote one under the network's nose, overtaken or not, wrote it.
 */

import { Refusal, Unreachable } from './api.js';
import { uuid } from './uuid.js';

const KEY = 'notes';

/**
 * @typedef {object} Note
 * @property {string} mesa
 * @property {string} client_id
 * @property {number} jugada
 * @property {string} text
 * @property {string} written_at
 * @property {boolean} received whether the server has it
 */

/** One after another: each takes the list up as the one before it left it. @type {Promise<unknown>} */
let turn = Promise.resolve();

/** @template T @param {() => Promise<T>} action @returns {Promise<T>} */
function alone(action) {
  const mine = turn.then(action, action);
  turn = mine.catch(() => {});
  return mine;
}

/** @param {import('./app.js').App} app @returns {Promise<Note[]>} */
export const kept = async (app) => (await app.storage.get(KEY)) ?? [];

/** Written on the disk when this is done. @param {import('./app.js').App} app @param {string} mesa @param {number} jugada @param {string} text */
export async function write(app, mesa, jugada, text) {
  const note = { mesa, client_id: uuid(), jugada, text, written_at: new Date().toISOString(), received: false };
  await alone(async () => app.storage.set(KEY, [...(await kept(app)), note]));
}

/** Send what was not received; what cannot be sent now is tried again. @param {import('./app.js').App} app */
export function bring(app) {
  return alone(async () => {
    const notes = await kept(app);
    for (const note of notes.filter(({ received }) => !received)) {
      const { mesa, received, ...body } = note;
      try {
        await app.api.post(`/mesas/${mesa}/notes`, body);
        note.received = true;
        await app.storage.set(KEY, notes);
      } catch (error) {
        if (error instanceof Unreachable) return;
        if (!(error instanceof Refusal)) throw error; // one that the server does not take stays here, told as not sent
      }
    }
  });
}

/** Those of a mesa, also from other tablets where there is a network. @param {import('./app.js').App} app @param {string} mesa @returns {Promise<Note[]>} */
export async function notesOf(app, mesa) {
  const own = (await kept(app)).filter((note) => note.mesa === mesa);
  try {
    const there = (await app.api.get(`/mesas/${mesa}/notes`)).notes.map((/** @type {any} */ note) => ({ ...note, mesa, received: true }));
    const known = new Set(there.map((/** @type {Note} */ { client_id }) => client_id));
    return [...there, ...own.filter(({ client_id }) => !known.has(client_id))];
  } catch (error) {
    if (error instanceof Unreachable || error instanceof Refusal) return own;
    throw error;
  }
}
