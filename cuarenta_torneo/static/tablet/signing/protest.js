/** What a protest is about, and whether it matters: the rulebook on this tablet plays the mesa again without it. */

import { html, nothing } from 'lit/html.js';

import { counts, rowText } from '../log.js';
import { t } from '../texts.js';

export class Contested {
  /** Whether the result would be another; null where that cannot be said, undefined as long as nothing is marked. @type {boolean|null|undefined} */
  changes;

  #table;
  #changed;
  /** @type {Set<number>} */
  #seqs = new Set();

  /** @param {import('../table.js').Table} table @param {() => void} changed */
  constructor(table, changed) {
    this.#table = table;
    this.#changed = changed;
  }

  /** Their numbers, in order. */
  get seqs() {
    return [...this.#seqs].sort((a, b) => a - b);
  }

  clear() {
    this.#seqs.clear();
    this.changes = undefined;
  }

  /** @param {number} seq */
  async #mark(seq) {
    if (!this.#seqs.delete(seq)) this.#seqs.add(seq);
    const asked = this.seqs;
    this.changes = undefined;
    this.#changed();
    const changes = asked.length > 0 ? await this.#table.contested(asked).catch(() => null) : undefined;
    if (asked.join() !== this.seqs.join()) return; // another was marked meanwhile
    this.changes = changes;
    this.#changed();
  }

  #verdict() {
    if (this.changes === undefined) return nothing;
    return html`<p class="changes" role="status">${t(this.changes === null ? 'sign.changes.unknown' : this.changes ? 'sign.changes.yes' : 'sign.changes.no')}</p>`;
  }

  render() {
    return html`<details class="contested">
        <summary>${t('sign.contested', { count: this.#seqs.size })}</summary>
        <div class="chips">
          ${this.#table.log.filter(counts).map(
            (row) => html`<button
              type="button"
              class="chip-button"
              aria-pressed=${this.#seqs.has(row.seq) ? 'true' : 'false'}
              @click=${() => this.#mark(row.seq)}
            >
              ${row.seq} · ${rowText(row)}
            </button>`,
          )}
        </div>
      </details>
      ${this.#verdict()}`;
  }
}
