/** A ronda that waited: the Juez has seen the cards, and says which it is, or that it is none. */

import { html, nothing } from 'lit/html.js';

import { badge, figureName, parejaName, signed } from '../names.js';
import { hallTime } from '../../site/hall_time.js';
import { hold } from '../parts/hold.js';
import { t } from '../texts.js';

export class Verify {
  #screen;
  #claim;
  #ranks;

  /** @param {import('../screens/mesa.js').Mesa} screen @param {import('../rondas.js').Claim} claim */
  constructor(screen, claim) {
    this.#screen = screen;
    this.#claim = claim;
    const ranks = screen.table.choice(claim.jugada, claim.subject)?.ranks ?? [];
    this.#ranks = ranks.length > 0 ? ranks : ['A', '2', '3', '4', '5', '6', '7', 'J', 'Q', 'K'];
  }

  get title() {
    return t('ronda.title', { label: this.#claim.label, side: this.#claim.subject });
  }

  /** @param {string} rank */
  #decide(rank) {
    const { app, rondas } = this.#screen;
    app.close();
    rondas.decide(this.#claim, rank);
  }

  render() {
    const { subject, points, claimed_at } = this.#claim;
    const held = this.#screen.rondas.hold(this.#claim);
    return html`
      <p class="lead">${badge(subject)} ${parejaName(this.#screen.table.mesa, subject)} ${points ? signed(points[subject]) : ''} · ${t('ronda.claimed', { at: hallTime(claimed_at) })}</p>
      ${held ? html`<p class="hold-hands" role="alert">${held}</p>` : nothing}
      <h3>${t('ronda.verified')}</h3>
      <div class="ranks">
        ${this.#ranks.map(
          (rank) => html`<button type="button" class="rank" data-rank=${rank} @click=${() => this.#decide(rank)}>
            ${rank}<small>${figureName(this.#screen.table, rank)} ${t('ronda.is-verified')}</small>
          </button>`,
        )}
      </div>
      <button type="button" class="big" ${hold(() => this.#decide(''))}>${t('ronda.reject')}<small>${t('hold')}</small></button>
    `;
  }
}
