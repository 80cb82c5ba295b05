/**
 * The PIN: by which somebody shows that it is he who touches the tablet. It is proved here, so that it works without
 * network; the proof goes with what was done, and the server checks it again.
 */

import { Refusal } from './api.js';

/**
 * @typedef {import('./types.js').Person} Person
 * @typedef {import('./types.js').Session} Session
 * @typedef {{proof: string, person: Person}} Proved
 * @typedef {"juez"|"desk"|"anyone"} Who the person at this tablet; somebody of the desk; anybody with a PIN
 */

/** Of the desk are those whose PIN has so many digits. */
const DESK_DIGITS = 6;

const hex = (/** @type {ArrayBuffer} */ buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const unhex = (/** @type {string} */ text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** Whether PINs can be checked on the tablet itself: not over plain http, where a page gets no cryptography. */
export const provesAlone = () => Boolean(globalThis.crypto?.subtle);

/**
 * What proves that whoever typed `pin` knows it; null over plain http, where only the server can make it.
 * @param {string} pin @param {Pick<Session, "salt"|"iterations">} session @returns {Promise<string|null>}
 */
export async function proofOf(pin, { salt, iterations }) {
  if (!provesAlone()) return null;
  const key = await crypto.subtle.importKey('raw', bytes(pin), 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: unhex(salt), iterations };
  return hex(await crypto.subtle.deriveBits(how, key, 256));
}

/**
 * Whose PIN this is, among `people`, with its proof; null where it is nobody's.
 *
 * Over plain http the server is asked: throws Unreachable where it does not answer.
 * @param {import('./app.js').App} app @param {string} pin @param {Person[]} people @returns {Promise<Proved|null>}
 */
export async function prove(app, pin, people) {
  const session = /** @type {Session} */ (app.session);
  const proof = await proofOf(pin, session);
  if (proof === null) return provedByServer(app, pin, people);
  const verifier = hex(await crypto.subtle.digest('SHA-256', bytes(proof)));
  const person = people.find((each) => each.verifier === verifier);
  return person ? { proof, person } : null;
}

/** @param {import('./app.js').App} app @param {string} pin @param {Person[]} people @returns {Promise<Proved|null>} */
async function provedByServer(app, pin, people) {
  try {
    const { proof, user } = await app.api.post('/devices/current/proof', { pin });
    const person = people.find((each) => each.user === user);
    return person ? { proof, person } : null;
  } catch (error) {
    if (error instanceof Refusal && error.body.code === 'pin') return null;
    throw error;
  }
}

/**
 * Who may be asked for a PIN on this tablet, of those who have one.
 * @param {Session|null} session @param {Who} who @returns {Person[]}
 */
export function peopleWithPin(session, who) {
  const people = (session?.roster ?? []).filter((person) => person.verifier !== null);
  if (who === 'juez') return people.filter((person) => person.user === session?.user?.id);
  return who === 'desk' ? people.filter((person) => person.digits === DESK_DIGITS) : people;
}
