/**
 * The key of this tablet, which the browser gives out to nobody, not to this page either: it signs what is recorded here
 * (docs/bitacora.md). How many it has signed is kept in the same transaction as what was signed, and only one tab signs at a
 * time: no number is given twice. Browsers have none of it over plain http.
 */

/**
 * @typedef {import('./types.js').Item} Item
 * @typedef {{counter: number, previous: string}} Signings how many were signed, and the SHA-256 of the last
 */

const PAIR = 'key';
/** By which the disk has the signings. */
export const SIGNINGS = 'signings';
const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' };

/** Whether this browser has keys at all. */
export const hasKeys = () => Boolean(globalThis.crypto?.subtle && navigator.locks);

export class TabletKey {
  #storage;
  /** @type {CryptoKeyPair|null} */
  #pair = null;

  /** @param {import('./storage.js').Storage} storage */
  constructor(storage) {
    this.#storage = storage;
  }

  /** The public part, as the server is given it; the key is made the first time. Null where this browser keeps none. @returns {Promise<string|null>} */
  async given() {
    if (!hasKeys()) return null;
    const pair = await alone(async () => (await this.#kept()) ?? this.#made());
    return pair && base64url(await crypto.subtle.exportKey('raw', pair.publicKey));
  }

  /**
   * Sign jugadas of one mesa in their order; `keep` writes them and the signings in one transaction. Raises what it raises,
   * and then nothing was signed. Where the key is gone they are kept unsigned.
   * @template T
   * @param {Item[]} items @param {string} head hash of the last row that the server gave of the mesa
   * @param {(items: Item[], signings: Signings|null) => Promise<T>} keep @returns {Promise<T>}
   */
  sign(items, head, keep) {
    return alone(async () => {
      const pair = await this.#kept();
      if (!pair) return keep(items, null);
      let { counter, previous } = /** @type {Signings} */ ((await this.#storage.patiently('kept', SIGNINGS)) ?? { counter: 0, previous: '' });
      const signed = [];
      for (const item of items) {
        counter += 1;
        const said = statement(item, { counter, previous, head });
        const [signature, digest] = await Promise.all([crypto.subtle.sign(SIGNATURE, pair.privateKey, said), crypto.subtle.digest('SHA-256', said)]);
        signed.push({ ...item, signed: `${counter}.${previous}.${head}.${base64url(signature)}` });
        previous = hex(digest);
      }
      return keep(signed, { counter, previous });
    });
  }

  /** The signature of a request, which is no jugada; null where the key is gone. @param {string} said @returns {Promise<string|null>} */
  async signed(said) {
    const pair = await this.#kept();
    return pair && base64url(await crypto.subtle.sign(SIGNATURE, pair.privateKey, new TextEncoder().encode(said)));
  }

  /** @returns {Promise<CryptoKeyPair|null>} */
  async #kept() {
    this.#pair ??= (await this.#storage.patiently('kept', PAIR)) ?? null;
    return this.#pair;
  }

  /** @returns {Promise<CryptoKeyPair|null>} */
  async #made() {
    const pair = await crypto.subtle.generateKey(CURVE, false, ['sign']);
    try {
      await this.#storage.set(PAIR, pair);
    } catch (error) {
      // A private window of some browsers has keys, and keeps none.
      if (/** @type {any} */ (error).cause?.name !== 'DataCloneError') throw error;
      return null;
    }
    this.#pair = pair;
    return pair;
  }
}

/**
 * Byte for byte what `kernel.tablet_keys.statement` is.
 * @param {Item} item @param {Signings & {head: string}} signings
 */
export function statement({ mesa, clientId, line, at }, { counter, previous, head }) {
  const device_ts = new Date(at).toISOString().replace('Z', '000+00:00'); // to the microsecond
  const said = { client_id: clientId, counter, device_ts, head, mesa, notation: line, previous };
  return new TextEncoder().encode(JSON.stringify(said));
}

/** One tab at a time. @template T @param {() => Promise<T>} action @returns {Promise<T>} */
const alone = (action) => /** @type {Promise<any>} */ (navigator.locks.request('tablet-key', action));

/** @param {ArrayBuffer} bytes */
const base64url = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** @param {ArrayBuffer} bytes */
const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
