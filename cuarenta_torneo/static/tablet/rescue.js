/**
 * What this tablet has not sent, as text for QR codes: each code says all of some jugadas, so that they may be read in
 * any order, and twice. A code opens the desk's page that reads it, and another tablet's scanner reads it as well.
 */

import { sent } from './keeping.js';

/**
 * @typedef {import('./types.js').Item} Item
 * @typedef {{mesa: string, epoch: number, items: object[], part: number, parts: number}} Code
 * @typedef {ReturnType<typeof sent>} Sent
 */

const EDITION = '1';
/** Of one code: larger ones are hard to read from a screen. */
const MOST_LETTERS = 850;

/**
 * The codes of these items. Signatures are left out, since ink is too much for a code: `left` tells how many.
 * @param {string} page address of the desk's page that reads them
 * @param {Item[]} items @param {import('./types.js').LogRow[]} log
 * @returns {Promise<{codes: string[], left: number}>}
 */
export async function codesOf(page, items, log) {
  const light = items.filter(({ act }) => act !== 'sign');
  const said = light.map((item) => [item.mesa, item.epoch, short(sent(item, items, log))]);
  /** @type {string[]} */
  let packed = [];
  for (let each = said.length; each > 0; each = Math.ceil(each / 2)) {
    packed = await Promise.all(chunks(said, each).map(pack));
    if (each === 1 || packed.every(({ length }) => length <= MOST_LETTERS)) break;
  }
  const codes = packed.map((payload, index) => `${page}#${EDITION}.${index + 1}.${packed.length}.${payload}`);
  return { codes, left: items.length - light.length };
}

/** What a code says; null where it is no code of a rescue. @param {string} text @returns {Promise<Code[]|null>} */
export async function codeRead(text) {
  const [edition, part, parts, payload] = text.slice(text.indexOf('#') + 1).trim().split('.');
  if (edition !== EDITION || !payload) return null;
  try {
    const said = JSON.parse(await unpacked(payload));
    /** @type {Map<string, Code>} */
    const codes = new Map();
    for (const [mesa, epoch, item] of said) {
      const key = `${mesa} ${epoch}`;
      /** @type {Code} */
      const code = codes.get(key) ?? { mesa, epoch, items: [], part: Number(part), parts: Number(parts) };
      code.items.push(item);
      codes.set(key, code);
    }
    return [...codes.values()];
  } catch {
    return null;
  }
}

/** Without what is empty. @param {Sent} item */
const short = ({ body, why, ...item }) => Object.fromEntries(Object.entries({ ...item, body: Object.keys(body).length ? body : null }).filter(([, value]) => value !== null));

/** @template T @param {T[]} items @param {number} each @returns {T[][]} */
const chunks = (items, each) => Array.from({ length: Math.ceil(items.length / each) }, (_, index) => items.slice(index * each, (index + 1) * each));

/** @param {unknown} said */
async function pack(said) {
  const stream = new Blob([JSON.stringify(said)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} payload */
async function unpacked(payload) {
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
}
