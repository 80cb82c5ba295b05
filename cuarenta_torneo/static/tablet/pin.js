/** Asking for a PIN before something that only its owner may do. */

import { peopleWithPin } from './proof.js';
import { PinSheet } from './sheets/pin.js';

export { proofOf } from './proof.js';

/**
 * Ask for a PIN over what is on the screen; `then` is called once it was right, and never if it is given up.
 *
 * Where nobody who might be asked has a PIN, `then(null, null)` is called at once: the server has the last word.
 * @param {import('./app.js').App} app
 * @param {string} title what the PIN is for
 * @param {(proof: string|null, person: import('./types.js').Person|null) => unknown} then
 * @param {{who?: import('./proof.js').Who, explain?: string}} [asked]
 */
export function askPin(app, title, then, { who = 'juez', explain = '' } = {}) {
  const people = peopleWithPin(app.session, who);
  if (people.length === 0) return void then(null, null);
  app.open(new PinSheet(app, title, people, then, explain));
}
