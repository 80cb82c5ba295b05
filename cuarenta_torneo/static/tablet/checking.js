/** The equipment check: what this tablet can promise at a table, tried out and not believed. */

import { Awake } from './awake.js';
import { battery } from './device.js';
import { keepStorage } from './shell.js';

/**
 * @typedef {"good"|"fair"|"bad"} Mark fair: it works, and somebody should know
 * @typedef {{mark: Mark, values?: Record<string, string|number>}} Found
 * @typedef {"secure"|"offline"|"rules"|"persist"|"save"|"clock"|"awake"|"battery"} Item
 */

const WORKER_MS = 30_000;
const CLOCK_GOOD_MS = 5_000;
const CLOCK_FAIR_MS = 60_000;
const BATTERY_GOOD = 50;

/** In the order they are shown. @type {Record<Item, (app: import('./app.js').App) => Promise<Found>|Found>} */
export const CHECKS = {
  secure: () => ({ mark: window.isSecureContext ? 'good' : 'bad' }),
  offline: async ({ shell }) => {
    const ready = await settled(shell, () => ['app', 'whole', 'failed', 'never'].includes(shell.offline));
    return { mark: ready && ['app', 'whole'].includes(shell.offline) ? 'good' : 'bad' };
  },
  rules: async ({ engine }) => ({ mark: (await within(WORKER_MS, engine.ready)) ? 'good' : 'fair' }),
  persist: async () => ({ mark: (await keepStorage()) ? 'good' : 'fair' }),
  save: saving,
  clock,
  awake: () => ({ mark: Awake.possible ? 'good' : 'fair' }),
  battery: async () => {
    const percent = await battery();
    if (percent === null) return { mark: 'fair', values: { percent: '?' } };
    return { mark: percent >= BATTERY_GOOD ? 'good' : 'bad', values: { percent } };
  },
};

/** What may take minutes, and goes on while the Juez enters. @type {Item[]} */
export const SLOW = ['offline', 'rules'];

/** Written strictly, read again, and gone. @param {import('./app.js').App} app @returns {Promise<Found>} */
async function saving({ storage }) {
  const mark = `prueba ${Math.random()}`;
  try {
    const began = performance.now();
    await storage.set('check', mark);
    const ms = Math.max(1, Math.round(performance.now() - began));
    const read = await storage.get('check');
    await storage.remove('check');
    return { mark: read === mark ? 'good' : 'bad', values: { ms } };
  } catch {
    return { mark: 'bad', values: { ms: '–' } };
  }
}

/** How far from the server's hour. @param {import('./app.js').App} app @returns {Promise<Found>} */
async function clock({ api }) {
  try {
    const began = Date.now();
    const { server_time } = await api.get('/devices/current');
    const off = Math.abs((began + Date.now()) / 2 - Date.parse(server_time));
    const mark = off <= CLOCK_GOOD_MS ? 'good' : off <= CLOCK_FAIR_MS ? 'fair' : 'bad';
    return { mark, values: { seconds: Math.round(off / 1000) } };
  } catch {
    return { mark: 'fair', values: { seconds: '?' } };
  }
}

/** @param {import('./shell.js').Shell} shell @param {() => boolean} done */
function settled(shell, done) {
  if (done()) return Promise.resolve(true);
  return within(WORKER_MS, new Promise((resolve) => shell.addEventListener('change', () => done() && resolve(true))));
}

/** @param {number} ms @param {Promise<boolean>} promise */
const within = (ms, promise) =>
  Promise.race([promise, new Promise((resolve) => setTimeout(() => resolve(false), ms))]);
