/** The whole log by data. A row is corrected by new rows, never changed. */

import { html, nothing } from 'lit/html.js';

import { AWARDS } from '../layout.js';
import { anulaLine, forRival, rival, subjectOf, word } from '../lines.js';
import { byData, counts, rowText } from '../log.js';
import { said, whyText } from '../names.js';
import { hourglass } from '../parts/hourglass.js';
import { openRare } from '../rare.js';
import { reasonChips } from '../parts/reasons.js';
import { t } from '../texts.js';
import { usualReasons } from './reason.js';
import { Replace } from './replace.js';

/**
 * @typedef {import('../types.js').LogRow} LogRow
 * @typedef {import('../table.js').Tap} Tap
 */

export class History {
  title = t('history.title');

  #screen;
  /** @type {number|null} */
  #open = null;
  #picked = { reason: '', other: false };

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
  }

  /** @param {LogRow} row */
  #toggle(row) {
    this.#open = this.#open === row.seq ? null : row.seq;
    this.#picked = { reason: '', other: false };
    this.#screen.app.update();
  }

  /** Whether the row belongs to a data that is over: then the Juez says why he corrects it. @param {LogRow} row */
  #isOlder(row) {
    const { chicas, data } = this.#screen.table.state;
    return row.chica !== chicas.length + 1 || row.data !== data;
  }

  /** Only the last effective row is taken back without saying why. @param {LogRow} row */
  #reason(row) {
    if (row.seq === this.#screen.table.choice('anula')?.last) return null;
    return this.#isOlder(row) ? this.#picked.reason : t('reasons.same-data');
  }

  /** @param {LogRow} row @param {Tap} [instead] */
  #annul(row, instead) {
    const { app } = this.#screen;
    // An annulled row is restored by annulling its annulment.
    const seq = row.annulled_by ?? row.seq;
    const annulment = { line: anulaLine(seq, this.#reason(row)), label: t('history.annulment', { seq }) };
    app.close();
    if (instead) this.#screen.check(instead, [annulment]);
    else this.#screen.record(annulment);
  }

  /** @param {LogRow} row */
  #actions(row) {
    const older = this.#isOlder(row);
    const unexplained = older && !this.#picked.reason.trim();
    const { app, table } = this.#screen;
    const subject = subjectOf(row.notation);
    const award = AWARDS.includes(word(row.notation));
    const pick = (/** @type {{reason: string, other: boolean}} */ picked) => {
      this.#picked = picked;
      app.update();
    };
    const move = () => {
      const other = rival(/** @type {import('../types.js').Side} */ (subject));
      this.#annul(row, { line: forRival(row.notation), label: row.label, subject: other });
    };
    return html`<div class="row-actions">
      ${older ? reasonChips({ reasons: usualReasons(table.mesa, 'correction'), ...this.#picked }, pick) : nothing}
      <div class="actions">
        <button type="button" ?disabled=${unexplained} @click=${() => this.#annul(row)}>
          ${counts(row) ? t('history.annul') : t('history.restore')}
        </button>
        ${counts(row) && award
          ? html`<button type="button" ?disabled=${unexplained} @click=${move}>${said(table.mesa, 'history.move')}</button>
              <button type="button" ?disabled=${unexplained} @click=${() => app.open(new Replace(this.#screen, (tap) => this.#annul(row, tap)))}>
                ${t('history.replace')}
              </button>`
          : nothing}
        ${table.practice ? nothing : html`<button type="button" @click=${() => openRare(app, 'Note', this.#screen, row)}>${t('history.note')}</button>`}
      </div>
      ${table.choice('anula')?.allowed ? nothing : html`<p class="failure">${whyText(table.choice('anula') ?? {})}</p>`}
    </div>`;
  }

  /** @param {LogRow} row */
  #row(row) {
    const open = this.#open === row.seq && !this.#screen.table.readOnly;
    return html`<li class=${row.annulled_by === null ? '' : 'annulled'}>
      <button type="button" class="history-row" aria-expanded=${open ? 'true' : 'false'} @click=${() => this.#toggle(row)}>
        <span>${row.seq}</span>
        <span>${rowText(row)}${row.annulled_by === null ? nothing : html` <small>${t('history.annulled', { by: row.annulled_by })}</small>`}</span>
        <span>A ${row.score.A} · B ${row.score.B}</span>
      </button>
      ${open ? this.#actions(row) : nothing}
    </li>`;
  }

  #unsaved() {
    const { table } = this.#screen;
    const items = [...table.refused, ...table.unfolded];
    if (items.length === 0) return nothing;
    return html`<h3>${t('history.unsaved')}</h3>
      <ol class="history">
        ${table.unfolded.map((item) => html`<li class="pending"><span>${hourglass} ${item.subject} ${item.label} <small>${t('latest.pending')}</small></span></li>`)}
        ${table.refused.map(
          (item) => html`<li class="refused">
            <span>✕ ${item.subject} ${item.label}: ${whyText(item)}</span>
            <button type="button" @click=${() => table.dismiss(item.clientId)}>${t('history.seen')}</button>
          </li>`,
        )}
      </ol>`;
  }

  render() {
    const groups = byData(this.#screen.table.log);
    return html`
      ${this.#unsaved()} ${groups.length === 0 ? html`<p>${t('latest.none')}</p>` : nothing}
      ${groups.map(
        ({ chica, data, rows }) => html`<h3>${t('history.data', { chica, data })}</h3>
          <ol class="history">${rows.map((row) => this.#row(row))}</ol>`,
      )}
    `;
  }
}
