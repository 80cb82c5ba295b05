// Checkpoints of the log of a championship, as a page reads them that trusts nobody: the same forms, refusals and proofs as
// kernel/checkpoint.py and kernel/merkle.py. Over plain http a browser has no cryptography: hashes are then made here.

/**
 * @typedef {Uint8Array<ArrayBuffer>} Bytes
 * @typedef {{size: number, root: Bytes}} Head
 * @typedef {Head & {origin: string, incarnation: string | null, extensions: string[]}} Checkpoint
 * @typedef {{name: string, keyId: string, signed: Bytes}} Signature `keyId` in hexadecimal
 * @typedef {{text: string, signatures: Signature[]}} Note
 * @typedef {"good" | "bad" | "absent" | "unchecked"} Verdict "absent": not signed by this key; "unchecked": this browser cannot tell
 */

const MOST_BYTES = 131072;
const MOST_SIGNATURES = 32;
const MOST_NAME = 255;
const HASH_BYTES = 32;
const ED25519 = 1;

const NAME = /^[^\p{White_Space}+\p{Cs}]+$/u;
const SIGNATURE_LINE = /^— (\P{White_Space}+) (\P{White_Space}+)$/u;
const SIZE = /^(?:0|[1-9][0-9]{0,15})$/;
const INCARNATION = /^incarnation(?: |$)/;
const VKEY = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/u;

/** The text is no note, no checkpoint or no key; `code` is that of the server. */
export class NoteRefused extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/** @param {string} content @returns {Note} */
export function parseNote(content) {
  checkText(content);
  const blank = content.lastIndexOf("\n\n");
  if (blank < 0 || !content.endsWith("\n") || blank + 2 === content.length) throw new NoteRefused("nota-sin-firmas");
  const signatures = content.slice(blank + 2, -1).split("\n").map(parseSignature);
  if (signatures.length > MOST_SIGNATURES) throw new NoteRefused("nota-larga");
  return { text: content.slice(0, blank + 1), signatures };
}

/** Read the text of a note. @param {string} body @returns {Checkpoint} */
export function parseCheckpoint(body) {
  checkText(body);
  const lines = body.split("\n");
  if (lines.pop() !== "" || lines.length < 3 || lines.includes("")) throw new NoteRefused("punto-mal-formado");
  const [origin, size, encoded, ...further] = lines;
  if (encode(origin).length > MOST_NAME) throw new NoteRefused("punto-origen");
  if (!SIZE.test(size) || !Number.isSafeInteger(Number(size))) throw new NoteRefused("punto-tamano");
  const incarnation = further[0]?.match(/^incarnation ([0-9a-f]{32})$/)?.[1] ?? null;
  if (incarnation !== null) further.shift();
  if (further.some((line) => INCARNATION.test(line))) throw new NoteRefused("punto-encarnacion");
  const root = decode(encoded);
  if (root?.length !== HASH_BYTES) throw new NoteRefused("punto-raiz");
  return { origin, size: Number(size), root, incarnation, extensions: further };
}

/**
 * Whether the tree of `newer` begins with that of `older` (RFC 9162 §2.1.4.2).
 * @param {Bytes[]} proof @param {Head} older @param {Head} newer @returns {Promise<boolean>}
 */
export async function verifyConsistency(proof, older, newer) {
  const hashes = [...proof, older.root, newer.root];
  if (older.size < 0 || older.size > newer.size || hashes.some((each) => each.length !== HASH_BYTES)) return false;
  if (older.size === 0 || older.size === newer.size) {
    const empty = await digest(new Uint8Array());
    const grown = older.size === 0 ? empty : newer.root;
    return !proof.length && same(older.root, grown) && (newer.size > 0 || same(newer.root, empty));
  }
  // Where the older tree is one complete subtree, its root begins the proof and is left out of it.
  const found = await leadTo(isComplete(older.size) ? [older.root, ...proof] : proof, older.size, newer.size);
  return found !== null && same(found[0], older.root) && same(found[1], newer.root);
}

/**
 * The size from which a consistency proof binds the root of `size`: one from a power of two leaves that root out, one from the next
 * size has it, beside a leaf.
 * @param {number} size
 */
export const forkShownFrom = (size) => (isComplete(size) ? size + 1 : size);

/**
 * Whether a proof from `forkShownFrom(older.size)` shows that the tree of `newer` does not begin with `older`. It leads to the newer
 * root, which binds all that is in it; a proof that is merely wrong shows nothing. Of a tree of one entry, and of a power of two that
 * grew by one, none can show it.
 * @param {Bytes[]} proof @param {Head} older @param {Head} newer @returns {Promise<boolean>}
 */
export async function verifyFork(proof, older, newer) {
  if (older.size <= 0 || older.size > newer.size) return false;
  if ([...proof, older.root, newer.root].some((each) => each.length !== HASH_BYTES)) return false;
  if (older.size === newer.size) return !proof.length && !same(older.root, newer.root);
  const shown = forkShownFrom(older.size);
  if (!proof.length || isComplete(shown) || shown >= newer.size) return false;
  const kept = shown === older.size ? older.root : await node(older.root, proof[0]);
  const found = await leadTo(proof, shown, newer.size);
  return found !== null && same(found[1], newer.root) && !same(found[0], kept);
}

/**
 * The old and the new root that a consistency proof comes to; null where it is too long or too short.
 * @param {Bytes[]} path @param {number} oldSize @param {number} size @returns {Promise<[Bytes, Bytes] | null>}
 */
async function leadTo(path, oldSize, size) {
  let [index, last] = [oldSize - 1, size - 1];
  const up = () => ([index, last] = [Math.floor(index / 2), Math.floor(last / 2)]);
  while (index % 2) up();
  const [first, ...siblings] = path;
  if (!first) return null;
  let [old, now] = [first, first];
  for (const sibling of siblings) {
    if (!last) return null;
    if (index % 2 || index === last) {
      [old, now] = [await node(sibling, old), await node(sibling, now)];
      while (index && !(index % 2)) up();
    } else {
      now = await node(now, sibling);
    }
    up();
  }
  return last ? null : [old, now];
}

/**
 * Whether the leaf of this entry is number `index` of the tree of `head` (RFC 9162 §2.1.3.2).
 * @param {string} entry @param {number} index @param {Bytes[]} proof @param {Head} head @returns {Promise<boolean>}
 */
export async function verifyInclusion(entry, index, proof, head) {
  if (!(index >= 0 && index < head.size) || [...proof, head.root].some((each) => each.length !== HASH_BYTES)) return false;
  let [at, last] = [index, head.size - 1];
  let reached = await digest(join(Uint8Array.of(0), encode(entry)));
  for (const sibling of proof) {
    if (!last) return false;
    const isRight = at % 2 || at === last;
    reached = isRight ? await node(sibling, reached) : await node(reached, sibling);
    if (isRight) while (at && !(at % 2)) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return !last && same(reached, head.root);
}

/**
 * What the signature of the log says whose key is `vkey`.
 * @param {Note} note @param {string} vkey @returns {Promise<Verdict>}
 */
export async function verifySignature(note, vkey) {
  const key = parseKey(vkey);
  const own = note.signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId);
  if (!own.length) return "absent";
  if (own.length > 1) return "bad";
  try {
    const imported = await crypto.subtle.importKey("raw", key.bytes, "Ed25519", false, ["verify"]);
    const good = await crypto.subtle.verify("Ed25519", imported, own[0].signed, encode(note.text));
    return good ? "good" : "bad";
  } catch {
    return "unchecked";
  }
}

/** @param {string} vkey @returns {{name: string, keyId: string, bytes: Bytes}} */
function parseKey(vkey) {
  const [, name, keyId, encoded] = vkey.match(VKEY) ?? [];
  const material = decode(encoded ?? "");
  if (!isName(name ?? "") || material?.length !== 1 + HASH_BYTES || material[0] !== ED25519) {
    throw new NoteRefused("clave-mal-formada");
  }
  if (hex(sha256(join(encode(`${name}\n`), material)).subarray(0, 4)) !== keyId) throw new NoteRefused("clave-con-otro-id");
  return { name, keyId, bytes: material.slice(1) };
}

/** @param {string} line @returns {Signature} */
function parseSignature(line) {
  const [, name, encoded] = line.match(SIGNATURE_LINE) ?? [];
  const decoded = decode(encoded ?? "");
  if (!isName(name ?? "") || !decoded || decoded.length <= 4) throw new NoteRefused("firma-mal-formada");
  return { name, keyId: hex(decoded.subarray(0, 4)), signed: decoded.slice(4) };
}

/** @param {string} text */
function checkText(text) {
  if (encode(text).length > MOST_BYTES) throw new NoteRefused("nota-larga");
  if (/[\u0000-\u0009\u000b-\u001f]|\p{Cs}/u.test(text)) throw new NoteRefused("nota-ilegible");
}

const isName = (/** @type {string} */ name) => NAME.test(name) && encode(name).length <= MOST_NAME;

const encode = (/** @type {string} */ text) => /** @type {Bytes} */ (new TextEncoder().encode(text));

export const hex = (/** @type {Bytes} */ bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether it is a power of two. @param {number} size */
function isComplete(size) {
  let odd = size;
  while (odd > 1 && !(odd % 2)) odd /= 2;
  return odd === 1;
}

const same = (/** @type {Bytes} */ a, /** @type {Bytes} */ b) => hex(a) === hex(b);

/** Standard base64 that is written as it is encoded; null for anything else. @param {string} encoded @returns {Bytes | null} */
export function decode(encoded) {
  try {
    const binary = atob(encoded);
    return btoa(binary) === encoded ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}

/** @param {Bytes[]} parts @returns {Bytes} */
function join(...parts) {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

const node = (/** @type {Bytes} */ left, /** @type {Bytes} */ right) => digest(join(Uint8Array.of(1), left, right));

/** @param {Bytes} message @returns {Promise<Bytes>} */
async function digest(message) {
  return crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", message)) : sha256(message);
}

// SHA-256 (FIPS 180-4). The first 32 bits of the fractional parts of the cube roots of the first 64 primes, §4.2.2:
const K = Uint32Array.from(
  `428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 72be5d74
  80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da 983e5152 a831c66d
  b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 650a7354 766a0abb 81c2c92e
  92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 19a4c116 1e376c08 2748774c 34b0bcb5
  391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 90befffa a4506ceb bef9a3f7 c67178f2`.split(/\s+/),
  (word) => Number.parseInt(word, 16),
);

const turn = (/** @type {number} */ word, /** @type {number} */ by) => (word >>> by) | (word << (32 - by));

/** @param {Bytes} message @returns {Bytes} */
export function sha256(message) {
  const padded = new DataView(new ArrayBuffer(((message.length + 72) >> 6) << 6));
  new Uint8Array(padded.buffer).set(message);
  padded.setUint8(message.length, 0x80);
  padded.setUint32(padded.byteLength - 8, Math.floor(message.length / 2 ** 29));
  padded.setUint32(padded.byteLength - 4, message.length << 3);
  const state = Uint32Array.of(
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19, // §5.3.3
  );
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.byteLength; block += 64) {
    for (let t = 0; t < 16; t++) words[t] = padded.getUint32(block + 4 * t);
    for (let t = 16; t < 64; t++) {
      const [early, late] = [words[t - 15], words[t - 2]];
      const small0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const small1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[t] = words[t - 16] + small0 + words[t - 7] + small1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let t = 0; t < 64; t++) {
      const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + words[t];
      const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] += word));
  }
  const digested = new DataView(new ArrayBuffer(HASH_BYTES));
  state.forEach((word, at) => digested.setUint32(4 * at, word));
  return new Uint8Array(digested.buffer);
}
