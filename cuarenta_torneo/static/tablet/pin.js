/** Asking for a PIN before something that only its owner may do. */

import { peopleWithPin } from './proof.js';
import { PinSheet } from './sheets/pin.js';

/**
 * Ask for a PIN over what is on the screen, and do with it what it is for; what keeps that from being done is told there.
 *
 * Where nobody who might be asked has a PIN, it is done at once for `view`: the server has the last word.
 * @param {import('./app.js').App} app @param {import('./app.js').Asking} view
 * @param {string} title what the PIN is for
 * @param {(shown: import('./proof.js').Shown) => Promise<void>} act closes what it was asked over
 * @param {{who?: import('./proof.js').Who, explain?: string}} [asked]
 */
export function askPin(app, view, title, act, { who = 'juez', explain = '' } = {}) {
  const people = peopleWithPin(app.session, who);
  if (people.length === 0) return void app.attempt(view, () => act({}));
  app.open(new PinSheet(app, title, people, act, explain));
}
