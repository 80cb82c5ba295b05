/** Which screen comes first on this tablet, and what the address it was opened with asks for. */

import { Mesas } from './screens/mesas.js';
import { Pair } from './screens/pair.js';
import { People } from './screens/people.js';

/**
 * What a scanned QR asks for: `#par=…` of the Mesa de Control pairs, `#mesa=7` of a table opens what is played on it.
 * Read once: the address is clean afterwards, so that a reload asks for nothing.
 * @returns {{pairing: string|null, table: number|null}}
 */
export function asked() {
  const given = new URLSearchParams(window.location.hash.slice(1));
  if (window.location.hash) window.history.replaceState(null, '', window.location.pathname);
  const table = Number(given.get('mesa'));
  return { pairing: given.get('par'), table: Number.isInteger(table) && table > 0 ? table : null };
}

/** @param {import('./app.js').App} app */
export function entrance(app) {
  const { session, table, unchecked: Check } = app;
  if (!session) return new Pair(app);
  if (session.user) return new Mesas(app, table);
  return Check ? new Check(app) : new People(app);
}
