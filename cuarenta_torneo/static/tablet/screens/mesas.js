/** S2: the mesas assigned to this Juez, each under its table's number. */

import { html, nothing } from 'lit/html.js';

import { badge, parejaName, playersBelow, SIDES } from '../names.js';
import { failure } from '../parts/failure.js';
import { HandOver } from '../sheets/handover.js';
import { Table } from '../table.js';
import { known, t } from '../texts.js';
import { Mesa } from './mesa.js';
import { Seats } from './seats.js';

/** @typedef {import('../types.js').MesaSummary} MesaSummary */

/** Sealed and done: it can only be looked at. @param {MesaSummary} mesa */
const isOver = (mesa) => mesa.status === 'final';

/** Another tablet keeps it. @param {MesaSummary} mesa */
const isElsewhere = (mesa) => !isOver(mesa) && mesa.lease.holder !== null && !mesa.lease.mine;

/** What a mesa's state is called. @param {MesaSummary} mesa */
function standing(mesa) {
  if (isElsewhere(mesa)) return t('mesas.elsewhere', { holder: mesa.lease.holder ?? '' });
  const key = `estado.${mesa.id && !isOver(mesa) ? mesa.estado : mesa.status}`;
  return known(key) ? t(key) : '';
}

export class Mesas {
  busy = true;
  /** @type {string|null} */
  error = null;

  #app;
  /** @type {MesaSummary[]|null} */
  #mesas = null;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.#app = app;
    this.#load();
  }

  #load() {
    this.#app.attempt(this, async () => {
      this.#mesas = (await this.#app.api.get('/mesas')).mesas;
    });
  }

  #leave() {
    this.#app.attempt(this, async () => {
      await this.#app.api.delete('/devices/current');
      await this.#app.signedOut();
    });
  }

  /** @param {MesaSummary} mesa */
  #open(mesa) {
    if (!mesa.id) this.#app.show(new Seats(this.#app, mesa));
    else if (isElsewhere(mesa)) this.#app.open(new HandOver(this.#app, mesa, () => this.#enter(mesa)));
    else this.#app.attempt(this, () => this.#enter(mesa));
  }

  /** @param {MesaSummary} mesa */
  async #enter(mesa) {
    const { api, storage } = this.#app;
    const table = await Table.open(api, storage, await api.get(`/mesas/${mesa.id}`));
    if (!mesa.lease.mine && !isOver(mesa)) await table.takeOver();
    this.#app.show(new Mesa(this.#app, table));
  }

  /** @param {MesaSummary} mesa */
  #card(mesa) {
    return html`
      <li>
        <button type="button" class="mesa-card" ?disabled=${this.busy || (isOver(mesa) && !mesa.id)} @click=${() => this.#open(mesa)}>
          <span class="mesa-number">${mesa.table ? t('mesa.number', { table: mesa.table }) : t('mesa.no-table')}</span>
          <span class="mesa-facts">${mesa.round} · <strong>${standing(mesa)}</strong></span>
          ${SIDES.map(
            (side) => html`<span class="mesa-pareja">
              ${badge(side)}
              <span><strong>${parejaName(mesa, side)}</strong>${playersBelow(mesa, side)}</span>
            </span>`,
          )}
        </button>
      </li>
    `;
  }

  render() {
    const { session } = this.#app;
    return html`
      <main class="page">
        <header class="page-head">
          <div>
            <h1>${t('mesas.title')}</h1>
            <p>${session?.championship?.name} · ${session?.user.name} · ${session?.device.name}</p>
          </div>
          <button type="button" class="plain" ?disabled=${this.busy} @click=${() => this.#load()}>${t('mesas.reload')}</button>
          <button type="button" class="plain" ?disabled=${this.busy} @click=${() => this.#leave()}>${t('login.leave')}</button>
        </header>
        ${failure(this.error)}
        ${this.busy && !this.#mesas ? html`<p>${t('loading')}</p>` : nothing}
        ${this.#mesas?.length === 0 ? html`<p class="empty">${t('mesas.none')}</p>` : nothing}
        <ul class="mesas">${[...(this.#mesas ?? [])].sort((a, b) => Number(isOver(a)) - Number(isOver(b))).map((mesa) => this.#card(mesa))}</ul>
      </main>
    `;
  }
}
