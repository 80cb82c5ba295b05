/** Which mesa was open on this tablet: whoever starts it again goes on there, with a network or without. */

import { Mesa } from './screens/mesa.js';
import { Table } from './table.js';

const OPEN = 'open';

/** @param {import('./app.js').App} app @param {string|null} mesa its id, null when it was left */
export const remember = ({ storage }, mesa) => (mesa ? storage.set(OPEN, mesa) : storage.remove(OPEN)).catch(() => {});

/** Show the mesa that was open; false where there is none to show. @param {import('./app.js').App} app */
export async function resumed(app) {
  try {
    const id = app.session?.user ? await app.storage.get(OPEN) : null;
    if (!id || !(await app.storage.read('mesas', id))?.lease.mine) return false;
    app.show(new Mesa(app, await Table.open(app, id)));
    return true;
  } catch (error) {
    console.error(error);
    return false;
  }
}
