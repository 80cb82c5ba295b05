/** A jugada that must say why: suspension, abandono, descalificación. */

import { html } from 'lit/html.js';

import { quoted } from '../lines.js';
import { badge, parejaName, said } from '../names.js';
import { hold } from '../parts/hold.js';
import { precedentsLine } from '../parts/precedents.js';
import { reasonChips } from '../parts/reasons.js';
import { known, t } from '../texts.js';

/**
 * The usual reasons of a jugada, as the catalogue lists them.
 * @param {import('../types.js').MesaPayload} mesa @param {string} jugada
 */
export function usualReasons(mesa, jugada) {
  const key = `reasons.${jugada}`;
  return said(mesa, known(key) ? key : 'reasons.correction').split('|');
}

export class Reason {
  #screen;
  #choice;
  #reasons;
  #picked = { reason: '', other: false };

  /** @param {import('../screens/mesa.js').Mesa} screen @param {import('../types.js').Choice} choice */
  constructor(screen, choice) {
    this.#screen = screen;
    this.#choice = choice;
    this.#reasons = usualReasons(screen.table.mesa, choice.jugada);
    this.title = choice.label;
  }

  #record() {
    const { app } = this.#screen;
    const { jugada, subject, label } = this.#choice;
    this.#screen.record({ line: [jugada, subject, quoted(this.#picked.reason)].filter(Boolean).join(' '), label, subject });
    app.close();
  }

  render() {
    const { jugada, subject } = this.#choice;
    const { mesa } = this.#screen.table;
    const consequence = `consequence.${jugada}`;
    const pick = (/** @type {{reason: string, other: boolean}} */ picked) => {
      this.#picked = picked;
      this.#screen.app.update();
    };
    return html`
      <p class="lead">${subject ? html`${badge(subject)} ${parejaName(mesa, subject)} · ` : ''}${known(consequence) ? said(mesa, consequence) : ''}</p>
      ${precedentsLine(this.#screen, this.#choice.article)}
      ${reasonChips({ reasons: this.#reasons, ...this.#picked }, pick)}
      <button type="button" class="big go" ?disabled=${!this.#picked.reason.trim()} ${hold(() => this.#record())}>
        ${t('reason.record', { label: this.#choice.label })}<small>${t('hold')}</small>
      </button>
    `;
  }
}
