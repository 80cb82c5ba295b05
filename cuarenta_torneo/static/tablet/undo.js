/** One tap takes the last effective entry back, and offers what it was probably meant to be. */

import { AWARDS } from './layout.js';
import { forRival, rival, subjectOf, word } from './lines.js';
import { rowText } from './log.js';
import { Replace } from './sheets/replace.js';
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
  screen.undo(t('log.undo', { text: undone.text }));
  /** @type {{label: string, act: () => void}[]} */
  const actions = [];
  const { line, label } = undone;
  if (line && AWARDS.includes(word(line))) {
    const other = rival(/** @type {import('./types.js').Side} */ (subjectOf(line)));
    const points = table.choice(word(line), other)?.points ?? null;
    actions.push(
      { label: t('undo.move', { side: other }), act: () => screen.record({ line: forRival(line), label, subject: other, points }) },
      { label: t('undo.replace'), act: () => app.open(new Replace(screen, (tap) => screen.record(tap))) },
    );
  }
  if (line) actions.push({ label: t('undo.redo'), act: () => screen.record({ line, label, subject: subjectOf(line) }) });
  screen.say({ text: t('undo.done', { text: undone.text }), actions });
}
