// What a page keeps of the log of a championship, and whether a newer checkpoint continues it. Nothing here touches the page or
// the network: `ask` is given, and what is to be kept is returned.

import { NoteRefused, decode, forkShownFrom, hex, parseCheckpoint, parseNote, verifyConsistency, verifyFork, verifyInclusion, verifySignature } from "./checkpoint.js";

/** How many checkpoints are kept: the first one, and the last of the others. */
export const MOST_KEPT = 16;
/** So long a server may fail to prove what it shows before that is said aloud. */
const PATIENCE = 120000;
/** How many restored copies may lie between two checkpoints. */
const MOST_LIVES = 16;
const SHORT = 16;
const HASH = /^[0-9a-f]{64}$/;
const PREFIX = /^[0-9a-f]{16,64}$/;

/**
 * @typedef {{size: number, root: string, at: string}} Shown root: the first digits or all of them, hexadecimal; at: ISO 8601
 * @typedef {Shown & {note: string, isSigned: boolean}} Kept at: when this device saw it; `isSigned`: the signature was verified
 * @typedef {"changed" | "shorter" | "signature" | "life"} Why the log holds other entries; has lost some; another key signed; the entry of a life lies
 * @typedef {{why: Why, older: Kept, newer: Kept, proof?: string}} Alarm `proof`: what shows that notes of two sizes contradict
 *   each other, as the server gave it
 * @typedef {{older: Kept, newer: Kept, size: number, root: string, at: string, copied: string | null, lost: number, isSeen?: boolean}} Restored
 *   `size` and `root` of the copy, `copied` the hour of its last checkpoint as the server says it
 * @typedef {{vkey: string, kept: Kept[], alarm: Alarm | null, restored: Restored | null, doubt: string | null, asked?: string}} Record
 *   `doubt`: since when the server has not given what a newer checkpoint is checked with; `asked`: when it last did not
 * @typedef {import("./checkpoint.js").Note} Note
 * @typedef {(path: string) => Promise<string | null>} Ask The answer below the address of the log, null where there is none; it throws
 *   where the server could not be asked.
 */

/** The server did not give what a checkpoint is checked with; that may pass. */
export class Unproved extends Error {}

/** Sixteen digits, as pages and papers show a root. @param {string} root */
export const short = (root) => root.slice(0, SHORT);

/** @param {string} vkey @returns {Record} */
export const blank = (vkey) => ({ vkey, kept: [], alarm: null, restored: null, doubt: null });

/** Whether this is the last checkpoint that is kept. @param {Record} record @param {Shown} head */
export function isKept(record, head) {
  const last = record.kept.at(-1);
  return last?.size === head.size && last.root.startsWith(head.root);
}

/**
 * What is kept once the server gave this note: a checkpoint more, or what is wrong with it. The first alarm stays, for good: only
 * that the log became shorter is taken back where it continues again, or says that it is a restored copy. An alarm comes of signed
 * notes alone, and of what their roots bind: all else may come from the way, and throws Unproved.
 * @param {Record} record @param {string} text @param {Ask} ask @param {string} at @returns {Promise<Record>}
 */
export async function judge(record, text, ask, at) {
  if (record.alarm && record.alarm.why !== "shorter") return record;
  const note = parsed(() => parseNote(text));
  const point = parsed(() => parseCheckpoint(note.text));
  /** @type {Kept} */
  const newer = { size: point.size, root: hex(point.root), at, note: text, isSigned: false };
  const older = record.kept.at(-1);
  const signer = await signerOf(note, record.vkey, ask);
  const lives = older ? await livesSince(point, pointOf(older).incarnation, ask) : [];
  if (older && !lives) return alarmed(record, "life", older, newer);
  const vkey = lives?.[0]?.key ?? record.vkey;
  const verdict = vkey === signer.vkey ? signer.verdict : await verified(note, vkey);
  if (verdict === "absent" || point.origin !== vkey.split("+")[0]) {
    if (!older) throw new Unproved("signature");
    return alarmed(record, "signature", older, newer);
  }
  newer.isSigned = verdict === "good";
  if (!older || !lives) return settled(record, vkey, [newer]);
  const copied = Math.min(Infinity, ...lives.map(({ size }) => size));
  const still = record.kept.filter(({ size }) => size <= copied);
  const base = still.at(-1);
  if (base && point.size < base.size) return alarmed(record, "shorter", base, newer);
  const fork = base ? await forkOf(base, newer, vkey, ask) : null;
  if (base && fork) {
    // Of a life that these do not lead to, another one may lie between: only its entry, which did not come, says how much is copied.
    // The newest that is kept continues all older ones: where they lead to it nothing is missing.
    const reached = [point.incarnation, ...lives.map(({ before }) => before)];
    if (![base, older].some((each) => reached.includes(pointOf(each).incarnation))) throw new Unproved("life");
    return alarmed(record, "changed", base, fork.newer, fork.proof);
  }
  const next = settled(record, vkey, base?.size === newer.size ? [...still.slice(0, -1), newer] : [...still, newer]);
  if (lives.length) {
    const { size, root, copied: hour } = /** @type {Life} */ (lives.find((each) => each.size === copied));
    next.restored = { older, newer, size, root, at, copied: hour, lost: Math.max(0, older.size - copied) };
  }
  return next;
}

/**
 * What a page keeps while the server does not prove what it shows. After a pause, as of a phone that slept, the doubt begins anew.
 * @param {Record} record @param {string} at @returns {Record}
 */
export function doubted(record, at) {
  const pause = Math.abs(Date.parse(at) - Date.parse(record.asked ?? ""));
  return { ...record, doubt: pause < PATIENCE ? (record.doubt ?? at) : at, asked: at };
}

/** Whether that has been so for too long, each time that it was asked. @param {Record | null} record */
export const isSilent = (record) => Date.parse(record?.asked ?? "") - Date.parse(record?.doubt ?? "") >= PATIENCE;

/**
 * Whether a checkpoint that is seen elsewhere, on a screen or a paper, and the last one kept here are of one log: the larger of
 * both has to be the server's. Null where nothing is proved, or `root` has too few digits for it: of one size 16 do. Nobody signed
 * what is seen; where it is the larger one, a proof that leads to its root from another one than is kept tells of another log all the same.
 * @param {Kept} own @param {Shown} seen @param {Ask} ask @returns {Promise<boolean | null>}
 */
export async function agrees(own, seen, ask) {
  if (own.size === seen.size && PREFIX.test(seen.root)) return own.root.startsWith(seen.root);
  const bytes = HASH.test(seen.root) ? Uint8Array.from(seen.root.match(/../g) ?? [], (each) => Number.parseInt(each, 16)) : null;
  if (!bytes) return null;
  const [mine, other] = [pointOf(own), { size: seen.size, root: bytes }];
  const [older, newer] = mine.size <= other.size ? [mine, other] : [other, mine];
  const proof = await unless(() => proofOf(older.size, newer.size, ask));
  if (proof && (await verifyConsistency(proof, older, newer))) return true;
  return (await shownFork(older, newer, ask)) === null ? null : false;
}

/** Both notes and what they contradict, as text that stands by itself. @param {Record} record */
export function evidence(record) {
  const { older, newer, why, proof } = /** @type {Alarm} */ (record.alarm);
  const notes = [older, newer].map((each) => `${each.at}\n${each.note}`);
  return [`${why}\n${record.vkey}\n`, ...notes, ...(proof ? [`${proof}\n`] : [])].join("\n---\n");
}

/** As `verifySignature`; a wrong signature is nobody's. @param {Note} note @param {string} vkey */
async function verified(note, vkey) {
  const verdict = await verifySignature(note, vkey).catch(unread);
  if (verdict === "bad") throw new Unproved("signature");
  return verdict;
}

/**
 * Who signed the note: the key that is kept, or one that the server publishes. What none of them signed says nothing.
 * @param {Note} note @param {string} kept @param {Ask} ask
 */
async function signerOf(note, kept, ask) {
  const verdict = await verified(note, kept);
  if (verdict !== "absent") return { vkey: kept, verdict };
  for (const vkey of ((await ask("clave")) ?? "").split("\n").filter(Boolean)) {
    const found = await unless(() => verified(note, vkey));
    if (found && found !== "absent") return { vkey, verdict: found };
  }
  throw new Unproved("signature");
}

/**
 * The signed note that contradicts `base`: the newer one, where a proof shows it or both are of one size, or another of the size
 * that is kept, which is asked for where the proof is missing or wrong. Null where the log only grew; Unproved where neither shows.
 * @param {Kept} base @param {Kept} newer @param {string} vkey @param {Ask} ask @returns {Promise<{newer: Kept, proof: string} | null>}
 */
async function forkOf(base, newer, vkey, ask) {
  const [older, point] = [pointOf(base), pointOf(newer)];
  const proof = await unless(() => proofOf(older.size, point.size, ask));
  if (proof && (await verifyConsistency(proof, older, point))) return null;
  const shown = await shownFork(older, point, ask);
  if (shown !== null) return { newer, proof: shown };
  const text = await ask(`${older.size}/`);
  const other = text ? await unless(() => signed(text, vkey, newer.at)) : null;
  const again = other ? pointOf(other) : null;
  // Of one life of the database a size has one root, and what is kept is within the copy that the newer one began with.
  const isOfThese = again && [older.incarnation, point.incarnation].includes(again.incarnation);
  if (!other || !isOfThese || again.origin !== older.origin || again.size !== older.size || other.root === base.root) throw new Unproved("proof");
  return { newer: other, proof: "" };
}

/**
 * The proof that the log of `point` does not begin with `older`, as text, empty where both are of one size; null where there is none.
 * @param {import("./checkpoint.js").Head} older @param {import("./checkpoint.js").Head} point @param {Ask} ask
 */
async function shownFork(older, point, ask) {
  const from = older.size === point.size ? older.size : forkShownFrom(older.size);
  const proof = await unless(() => proofOf(from, point.size, ask));
  if (!proof || !(await verifyFork(proof, older, point))) return null;
  const told = { older: from, size: point.size, proof: proof.map((each) => btoa(String.fromCharCode(...each))) };
  return proof.length ? JSON.stringify(told) : "";
}

/** A note as it is kept, null where the key did not sign it. @param {string} text @param {string} vkey @param {string} at @returns {Promise<Kept | null>} */
async function signed(text, vkey, at) {
  const note = parsed(() => parseNote(text));
  const { size, root } = parsed(() => parseCheckpoint(note.text));
  const verdict = await verified(note, vkey);
  return verdict === "absent" ? null : { size, root: hex(root), at, note: text, isSigned: verdict === "good" };
}

/** What comes of it, null where it is no answer. @template T @param {() => T | Promise<T>} read @returns {Promise<T | null>} */
async function unless(read) {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Unproved) return null;
    throw error;
  }
}

/** @typedef {{size: number, root: string, key: string, before: string, copied: string | null}} Life a restored copy */

/**
 * The restored copies between a life of the database and that of `point`, the last one first, each with its entry in the log;
 * null where that of the last one lies. A copy that is older than one restored before knows nothing of that one, and leads past it
 * to the first life, which has no entry.
 * @param {import("./checkpoint.js").Checkpoint} point @param {string | null} before @param {Ask} ask @returns {Promise<Life[] | null>}
 */
async function livesSince(point, before, ask) {
  /** @type {Life[]} */
  const lives = [];
  let code = point.incarnation;
  while (code !== before) {
    const answer = lives.length < MOST_LIVES && code ? await ask(`${point.size}/encarnacion/${code}`) : null;
    if (!answer && lives.length) return lives;
    if (!answer) throw new Unproved("life");
    const told = json(answer);
    const said = json(told.entry);
    const { size, root } = said;
    // What is not in the log of the signed note, or is another entry of it, is no answer; what is in it is what the log says.
    if (said.kind !== "incarnation" || said.incarnation !== code) throw new Unproved("life");
    const isThere = Number.isSafeInteger(told.index) && (await verifyInclusion(told.entry, told.index, hashes(told.proof), point));
    if (!isThere) throw new Unproved("life");
    if (told.index !== size || !Number.isSafeInteger(size) || !HASH.test(root) || typeof said.key !== "string") return null;
    if (!(await isCopied(size, root, point, ask))) return null;
    lives.push({ size, root, key: said.key, before: said.before, copied: told.copied ?? null });
    code = said.before;
  }
  return lives;
}

/** @param {number} size @param {string} root @param {import("./checkpoint.js").Head} point @param {Ask} ask */
async function isCopied(size, root, point, ask) {
  const copy = { size, root: Uint8Array.from(root.match(/../g) ?? [], (each) => Number.parseInt(each, 16)) };
  if (await verifyConsistency(await proofOf(size, point.size, ask), copy, point)) return true;
  if ((await shownFork(copy, point, ask)) !== null) return false;
  throw new Unproved("life");
}

/** @param {number} older @param {number} newer @param {Ask} ask */
async function proofOf(older, newer, ask) {
  if (older === newer) return [];
  const answer = await ask(`${newer}/desde/${older}`);
  if (!answer) throw new Unproved("proof");
  return hashes(json(answer).proof);
}

/** @param {unknown} proof */
function hashes(proof) {
  const found = Array.isArray(proof) ? proof.map((each) => decode(String(each))) : [null];
  if (found.includes(null)) throw new Unproved("proof");
  return /** @type {import("./checkpoint.js").Bytes[]} */ (found);
}

/** What is no answer of this server, as a network's own page, says nothing. @template T @param {() => T} read @returns {T} */
function parsed(read) {
  try {
    return read();
  } catch (error) {
    return unread(error);
  }
}

/** @param {unknown} error @returns {never} */
function unread(error) {
  throw error instanceof NoteRefused || error instanceof SyntaxError ? new Unproved("form") : error;
}

/** @param {string} text @returns {any} */
function json(text) {
  const found = parsed(() => JSON.parse(text));
  if (typeof found !== "object" || found === null) throw new Unproved("form");
  return found;
}

/** @param {Kept} kept */
const pointOf = ({ note }) => parseCheckpoint(parseNote(note).text);

/** @param {Record} record @param {Why} why @param {Kept} older @param {Kept} newer @param {string} [proof] @returns {Record} */
const alarmed = (record, why, older, newer, proof = "") => ({ ...record, alarm: record.alarm ?? { why, older, newer, proof }, doubt: null });

/** @param {Record} record @param {string} vkey @param {Kept[]} kept @returns {Record} */
function settled(record, vkey, kept) {
  const bounded = kept.length > MOST_KEPT ? [kept[0], ...kept.slice(1 - MOST_KEPT)] : kept;
  return { ...record, vkey, kept: /** @type {Kept[]} */ (bounded), alarm: null, doubt: null };
}
