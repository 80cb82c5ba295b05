/**
 * What whoever holds this tablet chose for it: language, theme, vibration, keys. Kept where it can be read before the
 * first painting; losing it loses nothing of a mesa. Nothing here changes by itself.
 */

import { setLanguage } from './texts.js';

const KEPT = 'cuarenta-preferences';

/** @typedef {'es'|'en'} Language */
/** @typedef {'oscuro'|'claro'|'contraste'} Theme */
/** @typedef {{language: Language, theme: Theme, vibration: boolean, guided: boolean, keys: Record<string, string>|null}} Chosen */

/** @type {Language[]} */
export const LANGUAGES = ['es', 'en'];
/** @type {Theme[]} */
export const THEMES = ['oscuro', 'claro', 'contraste'];

class Preferences extends EventTarget {
  /** @type {Chosen} */
  #chosen = { language: 'es', theme: 'oscuro', vibration: true, guided: false, keys: null, ...kept() };

  get language() {
    return this.#chosen.language;
  }

  get theme() {
    return this.#chosen.theme;
  }

  get vibration() {
    return this.#chosen.vibration;
  }

  /** Whether the practice was offered here, and answered. */
  get guided() {
    return this.#chosen.guided;
  }

  /** Which key does what, null for the map we come with. */
  get keys() {
    return this.#chosen.keys;
  }

  /** Make the page look and speak as chosen; resolves when the words are there. */
  async apply() {
    document.documentElement.dataset.theme = this.theme;
    try {
      await setLanguage(this.language);
    } catch {
      this.#chosen.language = 'es'; // without network, and never loaded before: Spanish is always there
      await setLanguage('es');
    }
  }

  /** Choose something else; tells with `change` once it holds. @param {Partial<Chosen>} changes */
  async choose(changes) {
    this.#chosen = { ...this.#chosen, ...changes };
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#chosen));
    } catch {
      // A browser that keeps nothing for pages: the choice lasts until the next load.
    }
    await this.apply();
    this.dispatchEvent(new Event('change'));
  }
}

/** @returns {Partial<Chosen>} */
function kept() {
  try {
    const chosen = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    if (!LANGUAGES.includes(chosen.language)) delete chosen.language;
    if (!THEMES.includes(chosen.theme)) delete chosen.theme;
    return chosen;
  } catch {
    return {};
  }
}

export const preferences = new Preferences();
