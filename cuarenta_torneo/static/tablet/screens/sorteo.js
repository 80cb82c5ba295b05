/** The sorteo de la data: a card each, who won and who of them deals, or by another rulebook just who deals. Sums and ties are its answer. */

import { html, nothing } from 'lit/html.js';

import { Refusal } from '../api.js';
import { RANKS, sorteoLine } from '../lines.js';
import { badge, figure, person } from '../names.js';
import { failure } from '../parts/failure.js';
import { footer } from '../parts/footer.js';
import { latest } from '../parts/latest.js';
import { t } from '../texts.js';

/** @typedef {{dealer: string|null, text: string}} Ending one way this sorteo may be recorded */

export class Sorteo {
  busy = false;
  /** @type {string|null} */
  error = null;

  #screen;
  /** @type {Record<string, string>} */
  #cards = {};
  #seat = 0;
  /** What the rulebook accepts: either of the two who may deal, or nobody after a tie. @type {Ending[]} */
  #endings = [];

  /** @param {import('./mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
  }

  get #seats() {
    return this.#screen.table.mesa.seats;
  }

  get #complete() {
    return this.#seats.every((seat) => this.#cards[seat]);
  }

  /** @param {string} rank */
  #draw(rank) {
    this.#cards = { ...this.#cards, [this.#seats[this.#seat]]: rank };
    const missing = this.#seats.findIndex((seat) => !this.#cards[seat]);
    if (missing >= 0) this.#seat = missing;
    if (this.#complete) this.#judge();
    this.#screen.app.update();
  }

  #ordered() {
    return Object.fromEntries(this.#seats.filter((seat) => this.#cards[seat]).map((seat) => [seat, this.#cards[seat]]));
  }

  /** Ask for every ending at once; those that the rulebook refuses are none. */
  #judge() {
    const { app, table } = this.#screen;
    const cards = this.#ordered();
    this.#endings = [];
    app.attempt(this, async () => {
      const asked = [null, ...this.#seats].map(async (dealer) => {
        try {
          return [{ dealer, text: (await table.preview(sorteoLine(cards, dealer))).text }];
        } catch (error) {
          if (error instanceof Refusal) return [];
          throw error;
        }
      });
      const endings = (await Promise.all(asked)).flat();
      if (sorteoLine(cards, null) === sorteoLine(this.#ordered(), null)) this.#endings = endings;
    });
  }

  get #choice() {
    return this.#screen.table.choice('sorteo');
  }

  /** @param {string|null} dealer */
  #record(dealer) {
    const label = this.#choice?.label ?? '';
    this.#screen.record({ line: sorteoLine(this.#ordered(), dealer), label });
    this.#again();
  }

  #again() {
    this.#cards = {};
    this.#seat = 0;
    this.#endings = [];
    this.#screen.app.update();
  }

  /** @param {number} index */
  #choose(index) {
    this.#seat = index;
    this.#screen.app.update();
  }

  #result() {
    if (this.error) {
      return html`${failure(this.error)}<button type="button" class="big" @click=${() => this.#judge()}>${t('chip.retry')}</button>`;
    }
    const tie = this.#endings.find(({ dealer }) => dealer === null);
    if (tie) {
      return html`<p class="preview" role="status">${tie.text}</p>
        <button type="button" class="big go" @click=${() => this.#record(null)}>${t('sorteo.tie')}</button>`;
    }
    if (this.#endings.length === 0) return nothing;
    return html`
      <p class="preview" role="status">${this.#endings[0].text.split(' · ').slice(0, 2).join(' · ')}</p>
      <h2>${t('sorteo.dealer')}</h2>
      <div class="dealers">
        ${this.#endings.map(({ dealer }) => this.#dealer(dealer ?? ''))}
      </div>
    `;
  }

  /** @param {string} seat */
  #dealer(seat) {
    return html`<button type="button" class="big pareja-${seat[0]}" @click=${() => this.#record(seat)}>
      ${person(this.#screen.table.mesa, seat)}<small>${t('sorteo.deals')}</small>
    </button>`;
  }

  /** Where no cards are added up: how the rulebook finds the dealer, in its words, and who it was. @param {import('../types.js').Choice} choice */
  #withoutCards({ note }) {
    return html`
      <main class="sorteo">
        <section>
          <h2>${t('sorteo.title')}</h2>
          <p class="lead">${note}</p>
          ${latest(this.#screen)}
        </section>
        <section>
          <h2>${t('sorteo.dealer')}</h2>
          <div class="dealers">${this.#seats.map((seat) => this.#dealer(seat))}</div>
        </section>
      </main>
      ${footer(this.#screen)}
    `;
  }

  render() {
    const choice = this.#choice;
    if (choice?.needs.includes('dealer')) return this.#withoutCards(choice);
    const { mesa } = this.#screen.table;
    const seats = this.#seats;
    return html`
      <main class="sorteo">
        <section>
          <h2>${t('sorteo.title')}</h2>
          <p class="lead">${t('sorteo.explain', { name: person(mesa, seats[this.#seat]) })}</p>
          <div class="drawn">
            ${seats.map(
              (seat, index) => html`<button
                type="button"
                class="drawn-seat"
                aria-pressed=${index === this.#seat ? 'true' : 'false'}
                @click=${() => this.#choose(index)}
              >
                ${badge(/** @type {import('../types.js').Side} */ (seat[0]))}
                <span>${person(mesa, seat)}</span>
                <span class="card">${this.#cards[seat] ?? '·'}${figure(this.#screen.table, this.#cards[seat])}</span>
              </button>`,
            )}
          </div>
          ${latest(this.#screen)}
        </section>
        <section>
          <div class="ranks">
            ${RANKS.map((rank) => html`<button type="button" class="rank" @click=${() => this.#draw(rank)}>${rank}${figure(this.#screen.table, rank)}</button>`)}
          </div>
          ${this.#result()}
        </section>
      </main>
      ${footer(this.#screen)}
    `;
  }
}
