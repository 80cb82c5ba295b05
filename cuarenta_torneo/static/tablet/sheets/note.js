/** A note of the Juez to a row of the log. It changes nothing in it. */

import { html, nothing } from 'lit/html.js';

import { rowText } from '../log.js';
import { bring, kept, notesOf, write } from '../notes.js';
import { reasonChips } from '../parts/reasons.js';
import { t } from '../texts.js';

export class Note {
  #screen;
  #row;
  #picked = { reason: '', other: false };
  /** @type {import('../notes.js').Note[]} */
  #notes = [];
  #failed = false;

  /** @param {import('../screens/mesa.js').Mesa} screen @param {import('../types.js').LogRow} row */
  constructor(screen, row) {
    this.#screen = screen;
    this.#row = row;
    this.title = t('note.title', { seq: row.seq });
    this.#look();
  }

  /** What is on this disk at once, then what the server has besides. */
  async #look() {
    const { app, table } = this.#screen;
    const mine = (/** @type {import('../notes.js').Note} */ note) => note.mesa === table.mesa.id && note.jugada === this.#row.seq;
    this.#notes = (await kept(app)).filter(mine);
    app.update();
    this.#notes = (await notesOf(app, table.mesa.id)).filter(mine);
    app.update();
  }

  async #write() {
    const { app, table } = this.#screen;
    const text = this.#picked.reason.trim();
    try {
      await write(app, table.mesa.id, this.#row.seq, text);
    } catch {
      this.#failed = true;
      app.update();
      return;
    }
    this.#failed = false;
    this.#picked = { reason: '', other: false };
    app.speak(t('note.saved'));
    await this.#look();
    await bring(app);
    await this.#look();
  }

  render() {
    const pick = (/** @type {{reason: string, other: boolean}} */ picked) => {
      this.#picked = picked;
      this.#screen.app.update();
    };
    return html`
      <p class="lead">${this.#row.seq} · ${rowText(this.#row)}</p>
      ${this.#notes.length === 0
        ? nothing
        : html`<ul class="notes">
            ${this.#notes.map(({ text, received }) => html`<li>✓ ${text} <small>${t(received ? 'note.received' : 'latest.unsent')}</small></li>`)}
          </ul>`}
      ${reasonChips({ reasons: t('reasons.note').split('|'), ...this.#picked }, pick)}
      ${this.#failed ? html`<p class="failure" role="alert">✕ ${t('note.failed')}</p>` : nothing}
      <button type="button" class="big go" ?disabled=${!this.#picked.reason.trim()} @click=${() => this.#write()}>${t('note.write')}</button>
    `;
  }
}
