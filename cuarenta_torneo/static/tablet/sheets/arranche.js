/** How many forgotten cards the Juez withdraws. */

import { html } from 'lit/html.js';

import { t } from '../texts.js';

export class Arranche {
  #screen;
  #choice;

  /** @param {import('../screens/mesa.js').Mesa} screen @param {import('../types.js').Choice} choice */
  constructor(screen, choice) {
    this.#screen = screen;
    this.#choice = choice;
    this.title = choice.label;
  }

  /** @param {number} cards */
  #record(cards) {
    this.#screen.app.close();
    this.#screen.check({ line: `${this.#choice.jugada} ${cards}`, label: this.#choice.label });
  }

  render() {
    const most = this.#choice.cards ?? 0;
    return html`
      <p class="lead">${t('arranche.ask')}</p>
      <div class="ranks">
        ${Array.from({ length: most }, (_, index) => index + 1).map(
          (cards) => html`<button type="button" class="rank" @click=${() => this.#record(cards)}>${cards}</button>`,
        )}
      </div>
    `;
  }
}
