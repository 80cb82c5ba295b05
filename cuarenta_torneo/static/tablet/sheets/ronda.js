/** A ronda needs its rank and that the Juez verified it. */

import { html } from 'lit/html.js';

import { badge, parejaName, signed } from '../names.js';
import { t } from '../texts.js';

export class RondaSheet {
  #screen;
  #choice;
  #chosen;
  /** @type {string|null} */
  #rank = null;

  /**
   * @param {import('../screens/mesa.js').Mesa} screen
   * @param {import('../types.js').Choice} choice
   * @param {(tap: import('../table.js').Tap) => void} [chosen] what to do with it, other than recording it
   */
  constructor(screen, choice, chosen = (tap) => screen.record(tap)) {
    this.#screen = screen;
    this.#choice = choice;
    this.#chosen = chosen;
    this.title = t('ronda.title', { label: choice.label, side: choice.subject ?? '' });
  }

  /** @param {string} rank */
  #pick(rank) {
    this.#rank = rank;
    this.#screen.app.update();
  }

  #record() {
    const { jugada, subject, label, points } = this.#choice;
    this.#screen.app.close();
    this.#chosen({ line: `${jugada} ${subject} ${this.#rank}`, label, subject, points });
  }

  render() {
    const { subject, points, ranks = [] } = this.#choice;
    const side = /** @type {import('../types.js').Side} */ (subject);
    return html`
      <p class="lead">${badge(side)} ${parejaName(this.#screen.table.mesa, side)} · ${t('ronda.rank')}</p>
      <div class="ranks">
        ${ranks.map(
          (rank) => html`<button
            type="button"
            class="rank"
            aria-pressed=${this.#rank === rank ? 'true' : 'false'}
            @click=${() => this.#pick(rank)}
          >
            ${rank}
          </button>`,
        )}
      </div>
      <button type="button" class="big go" ?disabled=${!this.#rank} @click=${() => this.#record()}>
        ${t('ronda.verified')}<small>${points ? `${side} ${signed(points[side])}` : ''}</small>
      </button>
    `;
  }
}
