/**
 * The PIN: by which somebody shows that it is he who touches the tablet. That of a Juez of this table is proved here, so
 * that it works without network; the proof goes with what was done, and the server checks it again. Any other goes to the
 * server with what it is for, and is kept nowhere.
 */

/**
 * @typedef {import('./types.js').Person} Person
 * @typedef {import('./types.js').Session} Session
 * @typedef {{pin?: string, pin_proof?: string}} Shown what is sent of a PIN: a proof made here, or itself
 * @typedef {"juez"|"desk"} Who the person at this tablet; somebody of the desk
 */

/** Of the desk are those whose PIN has so many digits. */
const DESK_DIGITS = 6;

const hex = (/** @type {ArrayBuffer} */ buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const unhex = (/** @type {string} */ text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** Whether this person's PIN can be checked on the tablet itself: none over plain http, where a page gets no cryptography. @param {Person} person */
const provesAlone = ({ verifier }) => verifier !== null && Boolean(globalThis.crypto?.subtle);

/**
 * What proves, on this tablet alone, that whoever typed `pin` knows it.
 * @param {string} pin @param {Session} session @returns {Promise<string>}
 */
async function proofOf(pin, { salt, iterations, device_salt }) {
  const { subtle } = crypto;
  const typed = await subtle.importKey('raw', bytes(pin), 'PBKDF2', false, ['deriveBits']);
  const base = await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt: unhex(salt), iterations }, typed, 256);
  const key = await subtle.importKey('raw', base, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return hex(await subtle.sign('HMAC', key, unhex(device_salt)));
}

/**
 * What is to be sent of this PIN of one of `people`; null where it is nobody's, as far as can be told here.
 * @param {Session} session @param {string} pin @param {Person[]} people @param {boolean} whole it may be that of somebody whom only the server can check
 * @returns {Promise<Shown|null>}
 */
export async function prove(session, pin, people, whole) {
  const here = people.filter(provesAlone);
  if (here.some(({ digits }) => digits === pin.length)) {
    const pin_proof = await proofOf(pin, session);
    const verifier = hex(await crypto.subtle.digest('SHA-256', bytes(pin_proof)));
    if (here.some((each) => each.verifier === verifier)) return { pin_proof };
  }
  const there = people.some((each) => each.digits === pin.length && !provesAlone(each));
  return whole && there ? { pin } : null;
}

/**
 * Who may be asked for a PIN on this tablet, of those who have one.
 * @param {Session|null} session @param {Who} who @returns {Person[]}
 */
export function peopleWithPin(session, who) {
  const people = (session?.roster ?? []).filter(({ digits }) => digits !== null);
  return people.filter(({ user, digits }) => (who === 'juez' ? user === session?.user?.id : digits === DESK_DIGITS));
}
