/** S3: who sits where, who represents each pareja, and that the Juez saw who they are. */

import { html, nothing } from 'lit/html.js';

import { badge, person, playsAlone, SIDES } from '../names.js';
import { failure } from '../parts/failure.js';
import { Table } from '../table.js';
import { t } from '../texts.js';
import { Mesa } from './mesa.js';
import { Mesas } from './mesas.js';

/**
 * Two people change places. Parejas stay alternated: partners change with each other, rivals take their partners along.
 * @param {string[]} seats in turn order @param {number} one @param {number} other
 */
export function swapSeats(seats, one, other) {
  const swapped = [...seats];
  const exchange = (/** @type {number} */ i, /** @type {number} */ j) => {
    [swapped[i], swapped[j]] = [swapped[j], swapped[i]];
  };
  exchange(one, other);
  if (seats[one][0] !== seats[other][0] && seats.length > 2) exchange((one + 2) % seats.length, (other + 2) % seats.length);
  return swapped;
}

export class Seats {
  /** Nothing of it is kept: a new version of the app waits. */
  unfinished = true;
  busy = false;
  /** @type {string|null} */
  error = null;

  #app;
  #mesa;
  #seats;
  /** @type {Record<import('../types.js').Side, number>} */
  #representatives;
  #identified = false;
  /** @type {number|null} */
  #picked = null;

  /** @param {import('../app.js').App} app @param {import('../types.js').MesaSummary} mesa */
  constructor(app, mesa) {
    this.#app = app;
    this.#mesa = mesa;
    this.#seats = playsAlone(mesa) ? ['A1', 'B1'] : ['A1', 'B1', 'A2', 'B2'];
    const { A, B } = mesa.parejas;
    this.#representatives = { A: A.representative, B: B.representative };
  }

  /** @param {number} index */
  #pick(index) {
    if (this.#picked === null) this.#picked = index;
    else {
      if (this.#picked !== index) this.#seats = swapSeats(this.#seats, this.#picked, index);
      this.#picked = null;
    }
    this.#app.update();
  }

  #begin() {
    this.#app.attempt(this, async () => {
      const mesa = await this.#app.api.post('/mesas', {
        fixture: this.#mesa.fixture,
        seats: this.#seats,
        representatives: this.#representatives,
        identified: this.#identified,
      });
      this.#app.show(new Mesa(this.#app, await Table.open(this.#app, mesa.id, mesa)));
    });
  }

  /** @param {string} seat @param {number} index */
  #seat(seat, index) {
    const side = /** @type {import('../types.js').Side} */ (seat[0]);
    return html`
      <button
        type="button"
        class="seat seat-${index} pareja-${side}"
        aria-pressed=${this.#picked === index ? 'true' : 'false'}
        @click=${() => this.#pick(index)}
      >
        ${badge(side)}<span>${person(this.#mesa, seat)}</span>
      </button>
    `;
  }

  /** @param {import('../types.js').Side} side */
  #representative(side) {
    const choose = (/** @type {number} */ position) => {
      this.#representatives = { ...this.#representatives, [side]: position };
      this.#app.update();
    };
    return html`
      <fieldset class="representative">
        <legend>${badge(side)} ${t('seats.representative')}</legend>
        ${this.#mesa.parejas[side].players.map(
          (name, index) => html`<button
            type="button"
            class="chip-button"
            aria-pressed=${this.#representatives[side] === index + 1 ? 'true' : 'false'}
            @click=${() => choose(index + 1)}
          >
            ${name}
          </button>`,
        )}
      </fieldset>
    `;
  }

  /** Where turns go to the left the seats are drawn the other way round. */
  #table() {
    const left = this.#app.session?.championship?.reglamento.turn === 'izquierda';
    return html`
      <div class="table-top ${playsAlone(this.#mesa) ? 'face-to-face' : ''} ${left ? 'leftwards' : ''}">
        ${this.#seats.map((seat, index) => this.#seat(seat, index))}
        <span class="felt">${t(left ? 'seats.turn-left' : 'seats.turn')}</span>
        <span class="juez">${t('juez')}</span>
      </div>
    `;
  }

  render() {
    const mesa = this.#mesa;
    const alone = playsAlone(mesa);
    const identify = () => {
      this.#identified = !this.#identified;
      this.#app.update();
    };
    return html`
      <main class="page seats-page">
        <header class="page-head">
          <button type="button" class="plain" @click=${() => this.#app.show(new Mesas(this.#app))}>‹ ${t('mesas.title')}</button>
          <div>
            <h1>${mesa.table ? t('mesa.number', { table: mesa.table }) : t('mesa.no-table')}</h1>
            <p>${mesa.round}</p>
          </div>
        </header>
        <div class="seats-columns">
          <section aria-label=${t('seats.title')}>
            <p class="lead">${t('seats.explain')}</p>
            ${this.#table()}
          </section>
          <section class="seats-settle">
            ${alone ? nothing : SIDES.map((side) => this.#representative(side))}
            <button type="button" class="check" role="checkbox" aria-checked=${this.#identified ? 'true' : 'false'} @click=${identify}>
              <span class="tick">${this.#identified ? '✓' : ''}</span>${t(alone ? 'seats.identified-two' : 'seats.identified')}
            </button>
            ${failure(this.error)}
            <button type="button" class="big go" ?disabled=${this.busy || !this.#identified} @click=${() => this.#begin()}>
              ${t('seats.begin')}
            </button>
          </section>
        </div>
      </main>
    `;
  }
}
