/** When a reload disturbs nobody: then, and only then, a new version of the app begins. */

/**
 * No mesa open in any tab, nothing to send, nothing half done on this screen.
 * @param {import('./app.js').App} app
 */
export async function isQuiet(app) {
  if (!idle(app)) return false;
  const [locks, unsent] = await Promise.all([navigator.locks.query(), app.storage.all('outbox')]);
  const open = locks.held?.some(({ name }) => name?.startsWith('mesa:'));
  return !open && unsent.length === 0 && idle(app);
}

/** @param {import('./app.js').App} app */
const idle = ({ screen, sheet, unchecked }) =>
  !sheet && !unchecked && !('table' in (screen ?? {})) && !('unfinished' in (screen ?? {})) && !isTyping();

const isTyping = () => document.activeElement instanceof HTMLInputElement;
