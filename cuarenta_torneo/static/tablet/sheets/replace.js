/** Which award it should have been. */

import { html } from 'lit/html.js';

import { AWARDS } from '../layout.js';
import { badge, signed } from '../names.js';
import { t } from '../texts.js';
import { RondaSheet } from './ronda.js';

/**
 * @typedef {import('../types.js').Choice} Choice
 * @typedef {import('../table.js').Tap} Tap
 */

export class Replace {
  title = t('replace.title');

  #screen;
  #chosen;

  /** @param {import('../screens/mesa.js').Mesa} screen @param {(tap: Tap) => void} chosen */
  constructor(screen, chosen) {
    this.#screen = screen;
    this.#chosen = chosen;
  }

  /** @param {Choice} choice */
  #pick(choice) {
    const { app } = this.#screen;
    const { line, label, subject, points, ask } = choice;
    if (!line) {
      app.open(new RondaSheet(this.#screen, choice, this.#chosen));
      return;
    }
    app.close();
    this.#chosen({ line, label, subject, points, ...(ask ? { ask } : {}) });
  }

  render() {
    const { sides, table } = this.#screen;
    const awards = (/** @type {import('../types.js').Side} */ side) =>
      AWARDS.map((jugada) => table.choice(jugada, side)).filter((choice) => choice?.allowed);
    return html`<div class="sides">
      ${sides.map(
        (side) => html`<div class="pareja-${side} replacements">
          ${awards(side).map(
            (choice) => html`<button type="button" class="finding award" @click=${() => this.#pick(/** @type {Choice} */ (choice))}>
              <span>${badge(side)} ${choice?.label}</span><small>${choice?.points ? signed(choice.points[side]) : ''}</small>
            </button>`,
          )}
        </div>`,
      )}
    </div>`;
  }
}
