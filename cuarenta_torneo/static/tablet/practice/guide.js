/** What to try next, one thing at a time; each is done when the log says so. */

import { word } from '../lines.js';
import { t } from '../texts.js';

/**
 * A step is done by a row: what it says, or that it took one back.
 * @type {readonly {key: 'ronda'|'caida'|'undo'|'caida-limpia'|'segundo-reparto'|'conteo'|'history', by: (line: string) => boolean}[]}
 */
const STEPS = [
  { key: 'ronda', by: (line) => word(line).endsWith('ronda') },
  { key: 'caida', by: (line) => line.startsWith('caida B') },
  { key: 'undo', by: (line) => word(line) === 'anula' },
  { key: 'caida-limpia', by: (line) => line.startsWith('caida-limpia') },
  { key: 'segundo-reparto', by: (line) => word(line) === 'segundo-reparto' },
  { key: 'conteo', by: (line) => word(line) === 'conteo' },
  { key: 'history', by: (line) => word(line) === 'anula' && line.includes('"') },
];

export class Guide {
  #table;
  #step = 0;
  #seen = 0;

  /** @param {import('./table.js').PracticeTable} table */
  constructor(table) {
    this.#table = table;
    this.#seen = table.log.length;
    table.addEventListener('change', () => this.#look());
  }

  #look() {
    const rows = this.#table.log.slice(this.#seen);
    this.#seen = this.#table.log.length;
    for (const { notation } of rows) if (STEPS[this.#step]?.by(notation)) this.#step += 1;
  }

  /** What to try now. */
  get text() {
    const step = STEPS[this.#step];
    return step ? t('guide.step', { number: this.#step + 1, of: STEPS.length, what: t(`guide.${step.key}`) }) : t('guide.done');
  }
}
