/** Reading the log for people: which rows count, what they are called, how they are grouped. */

import { pointsText } from './names.js';
import { subjectOf, word } from './lines.js';

/**
 * @typedef {import('./types.js').LogRow} LogRow
 * @typedef {import('./types.js').Side} Side
 */

/** @param {LogRow} row */
export const counts = (row) => row.annulled_by === null && word(row.notation) !== 'anula';

/** `A Caída +2`, in the words of the server. @param {LogRow} row */
export function rowText(row) {
  const subject = subjectOf(row.notation);
  const points = pointsText(row.points);
  const own = subject && points.startsWith(`${subject} `) && !points.includes('·') ? points.slice(2) : points;
  return subject || !own ? [subject, row.label, own].filter(Boolean).join(' ') : `${row.label} · ${own}`;
}

/** A touch that is no row yet, in the same words. @param {Pick<import('./types.js').Item, 'subject'|'label'|'points'>} item */
export const itemText = ({ subject, label, points }) => [subject, label, pointsText(points).replace(`${subject} `, '')].filter(Boolean).join(' ');

/**
 * Rows by data, newest first in and between the groups.
 * @param {LogRow[]} log
 * @returns {{chica: number, data: number, rows: LogRow[]}[]}
 */
export function byData(log) {
  /** @type {{chica: number, data: number, rows: LogRow[]}[]} */
  const groups = [];
  for (const row of log) {
    const last = groups.at(-1);
    if (last && last.chica === row.chica && last.data === row.data) last.rows.unshift(row);
    else groups.push({ chica: row.chica, data: row.data, rows: [row] });
  }
  return groups.reverse();
}

/**
 * Points of the chica in play by kind of jugada, as the log has them, in the words of the rulebook.
 * @param {Pick<import('./table.js').Table, "log"|"legal">} table
 * @returns {{label: string, points: Record<Side, number>}[]}
 */
export function awards({ log, legal }) {
  const chica = log.at(-1)?.chica;
  /** @type {Map<string, {label: string, points: Record<Side, number>}>} */
  const kinds = new Map();
  for (const row of log.filter((each) => counts(each) && each.chica === chica)) {
    if (!row.points.A && !row.points.B) continue;
    const kind = word(row.notation);
    const label = legal.find(({ jugada }) => jugada === kind)?.label ?? row.label;
    const sum = kinds.get(kind) ?? { label, points: { A: 0, B: 0 } };
    sum.points.A += row.points.A;
    sum.points.B += row.points.B;
    kinds.set(kind, sum);
  }
  return [...kinds.values()];
}
