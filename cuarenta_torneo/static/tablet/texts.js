/** The words people read, by key; `{name}` is filled in. */

import { TEXTS } from './texts.es.js';

/** @type {Record<keyof typeof TEXTS, string>} */
let texts = TEXTS;

/** Speak this language from now on; rejects where its catalogue cannot be loaded. @param {'es'|'en'} language */
export async function setLanguage(language) {
  texts = language === 'en' ? (await import('./texts.en.js')).TEXTS : TEXTS;
  document.documentElement.lang = language === 'en' ? 'en' : 'es-EC';
}

/**
 * @param {keyof typeof TEXTS} key @param {Record<string, string|number>} [values]
 * @returns {string}
 */
export const t = (key, values = {}) =>
  (texts[key] ?? TEXTS[key]).replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => String(values[name] ?? ''));

/**
 * Whether the catalogue has this key: for words that the server's codes choose.
 * @param {string} key @returns {key is keyof typeof TEXTS}
 */
export const known = (key) => Object.hasOwn(TEXTS, key);
