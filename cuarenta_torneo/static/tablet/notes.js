/** Notes of the Juez to the rows of the log. */

import { Refusal, Unreachable } from './api.js';
import { Beside } from './beside.js';

/**
 * @typedef {object} Note
 * @property {string} mesa
 * @property {string} client_id
 * @property {number} jugada
 * @property {string} text
 * @property {string} written_at
 * @property {boolean} received whether the server has it
 */

const notes = new Beside('notes');

/** @param {import('./app.js').App} app @returns {Promise<Note[]>} */
export const kept = (app) => notes.kept(app);

/** Written on the disk when this is done. @param {import('./app.js').App} app @param {string} mesa @param {number} jugada @param {string} text */
export const write = (app, mesa, jugada, text) => notes.write(app, mesa, { jugada, text, written_at: new Date().toISOString() });

/** @param {import('./app.js').App} app */
export const bring = (app) => notes.bring(app);

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
