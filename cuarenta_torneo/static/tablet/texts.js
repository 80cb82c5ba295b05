/** The words people read, by key; `{name}` is filled in. */

import { TEXTS } from './texts.es.js';

/**
 * @param {keyof typeof TEXTS} key @param {Record<string, string|number>} [values]
 * @returns {string}
 */
export const t = (key, values = {}) =>
  TEXTS[key].replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => String(values[name] ?? ''));

/**
 * Whether the catalogue has this key: for words that the server's codes choose.
 * @param {string} key @returns {key is keyof typeof TEXTS}
 */
export const known = (key) => Object.hasOwn(TEXTS, key);
