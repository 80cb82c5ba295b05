/** Pending items on top of a log: which number each jugada will have, and which stand or fall together. */

import { refersTo, renumbered, word } from './lines.js';
import { uuid } from './uuid.js';

/** @typedef {import('./types.js').Item} Item */

/**
 * A touch, before anything is known of it; its place in the outbox and its number come with the disk.
 * @param {import('./types.js').MesaPayload} mesa @param {Partial<Item> & {label: string}} tap @returns {Item}
 */
export const touched = (mesa, { line = null, subject = null, points = null, after = null, key, ...rest }) => {
  const button = key ?? `${line ? word(line) : ''} ${subject ?? ''}`;
  const item = { mesa: mesa.id, epoch: mesa.lease_epoch, clientId: uuid(), at: Date.now(), seq: null };
  return /** @type {Item} */ ({ kind: 'jugada', ...item, line, subject, points, after, key: button, ...rest });
};

/**
 * An item that will not be sent as it is any more: whoever keeps or reads it has no business with the proof of a PIN.
 * @template {Item} T @param {T} item @returns {T}
 */
export const unproved = ({ body: { pin_proof: _, ...body } = {}, ...item }) => /** @type {T} */ ({ ...item, body });

/** @param {Item} item */
export const isJugada = (item) => item.kind === 'jugada';

/**
 * The items on top of a log that may have moved on: each jugada with its new number, and what names another by its
 * number names the same one as before. What changes is to be signed anew.
 * @param {Item[]} items what remains @param {number} head number of the last row of the log
 * @param {Map<number, number>} [numbers] what jugadas that are in the log by now were thought to get, and got
 */
export function restacked(items, head, numbers = new Map()) {
  const moved = new Map(numbers);
  let next = head;
  for (const { seq } of items.filter(isJugada)) moved.set(seq ?? 0, ++next);
  next = head;
  return items.map((item) => {
    if (!isJugada(item)) return item;
    next += 1;
    const line = renumbered(item.line, moved);
    return line === item.line && next === item.seq ? item : { ...item, line, seq: next, signed: undefined };
  });
}

/**
 * An item and those that only make sense with it: what was touched as one, what names it by its number, and, after an
 * act, all that was done in the belief that it counted.
 * @param {Item[]} items @param {Item} item
 */
export function withDependents(items, item) {
  const rest = items.slice(items.findIndex(({ clientId }) => clientId === item.clientId));
  if (!isJugada(item)) return rest;
  const fallen = [item];
  for (const later of rest.slice(1).filter(isJugada)) {
    const falls = fallen.some(({ clientId, seq }) => later.after === clientId || (seq !== null && refersTo(later.line) === seq));
    if (falls) fallen.push(later);
  }
  return fallen;
}
