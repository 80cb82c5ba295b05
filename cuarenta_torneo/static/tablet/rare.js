/**
 * What is opened rarely is fetched a moment after the first screen: no tablet waits for it to show a mesa, and without
 * network it is there.
 */

import { t } from './texts.js';

const RARE = {
  Appeal: () => import('./sheets/appeal.js'),
  Check: () => import('./screens/check.js'),
  Conduct: () => import('./sheets/conduct.js'),
  Freeze: () => import('./sheets/freeze.js'),
  HandOver: () => import('./sheets/handover.js'),
  History: () => import('./sheets/history.js'),
  Lift: () => import('./sheets/lift.js'),
  More: () => import('./sheets/more.js'),
  Note: () => import('./sheets/note.js'),
  Precedents: () => import('./sheets/precedents.js'),
  Protest: () => import('./sheets/protest.js'),
  Quarantine: () => import('./sheets/quarantine.js'),
  Question: () => import('./sheets/question.js'),
  Replace: () => import('./sheets/replace.js'),
  Rescue: () => import('./sheets/rescue.js'),
  Rulings: () => import('./sheets/rulings.js'),
  Settings: () => import('./sheets/settings.js'),
  Signing: () => import('./screens/signing.js'),
};
const SOON_MS = 3000;

/** Have all of it at hand, once there is nothing more urgent. */
export const fetchSoon = () => setTimeout(() => Object.values(RARE).forEach((load) => load().catch(() => {})), SOON_MS);

/**
 * The class of this name; null, and said, where it cannot be fetched.
 * @param {import('./app.js').App} app @param {keyof typeof RARE} name @returns {Promise<any>}
 */
export async function rare(app, name) {
  try {
    return /** @type {any} */ (await RARE[name]())[name];
  } catch {
    const text = t('net.rare');
    /** @type {any} */ (app.screen)?.say?.({ text, actions: [], refused: true });
    app.speak(text);
    return null;
  }
}

/** Open the sheet of this name. @param {import('./app.js').App} app @param {keyof typeof RARE} name @param {...unknown} given */
export async function openRare(app, name, ...given) {
  const Sheet = await rare(app, name);
  if (Sheet) app.open(new Sheet(...given));
}
