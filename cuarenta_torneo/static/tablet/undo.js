/** One tap takes the last effective entry back, and offers what it was probably meant to be. */

import { AWARDS } from './layout.js';
import { forRival, rival, subjectOf, word } from './lines.js';
import { rowText } from './log.js';
import { openRare } from './rare.js';
import { t } from './texts.js';

/** @typedef {{line: string|null, label: string, text: string}} Undone */

/**
 * What «deshacer» would take back now.
 * @param {import('./table.js').Table} table @returns {Undone|null}
 */
function target(table) {
  const item = table.unfolded.at(-1);
  if (item && (item.line === null || word(item.line) === 'anula')) return { line: null, label: '', text: t('undo.previous') };
  if (item) return { line: item.line, label: item.label, text: [item.subject, item.label].filter(Boolean).join(' ') };
  const last = table.choice('anula')?.last;
  const row = table.log.find((each) => each.seq === last);
  return row ? { line: row.notation, label: row.label, text: rowText(row) } : null;
}

/** @param {import('./table.js').Table} table */
export const undoLabel = (table) => target(table)?.text ?? null;

/** Take back the last effective entry, once what was touched before is one. @param {import('./screens/mesa.js').Mesa} screen */
export async function undo(screen) {
  const { app, table } = screen;
  await table.idle();
  const undone = target(table);
  if (!undone) return;
  const { line, label, text } = undone;
  const subject = line ? /** @type {import('./types.js').Side} */ (subjectOf(line)) : null;
  const other = subject && AWARDS.includes(word(/** @type {string} */ (line))) ? rival(subject) : null;
  const points = other && (table.choice(word(/** @type {string} */ (line)), other)?.points ?? null);
  if (!(await screen.undo(t('log.undo', { text })))) return;
  /** @type {{label: string, act: () => void}[]} */
  const actions = [];
  if (line && other) {
    actions.push(
      { label: t('undo.move', { side: other }), act: () => screen.check({ line: forRival(line), label, subject: other, points }) },
      { label: t('undo.replace'), act: () => openRare(app, 'Replace', screen, (/** @type {import('./table.js').Tap} */ tap) => screen.record(tap)) },
    );
  }
  if (line) actions.push({ label: t('undo.redo'), act: () => screen.record({ line, label, subject }) });
  screen.say({ text: t('undo.done', { text }), actions });
}
