/** S2: the mesas assigned to this Juez, each under its table's number. */

import { html, nothing } from 'lit/html.js';

import { badge, parejaName, playersBelow, SIDES } from '../names.js';
import { ago } from '../parts/chip.js';
import { failure } from '../parts/failure.js';
import { Inspection } from '../parts/inspection.js';
import { firstUse } from '../parts/practice.js';
import { promises } from '../parts/promises.js';
import { Leave } from '../sheets/leave.js';
import { openRare } from '../rare.js';
import { Table } from '../table.js';
import { known, t } from '../texts.js';
import { Mesa } from './mesa.js';
import { Seats } from './seats.js';
import { WrongTable } from './wrongtable.js';

/** @typedef {import('../types.js').MesaSummary} MesaSummary */

/** Over, sealed here or recorded at the desk: it can only be looked at. @param {MesaSummary} mesa */
const isOver = (mesa) => mesa.status === 'final';

/** Another tablet keeps it. @param {MesaSummary} mesa */
const isElsewhere = (mesa) => !isOver(mesa) && mesa.lease.holder !== null && !mesa.lease.mine;

/** Who sits at the Mesa de Control goes to any table. */
const DESK = ['director', 'control'];

/** What a mesa's state is called. @param {MesaSummary} mesa */
function standing(mesa) {
  const { holder, last_at: last } = mesa.lease;
  if (isElsewhere(mesa)) return t('mesas.elsewhere', { holder: holder ?? '' }) + (last ? ` (${ago(Date.parse(last))})` : '');
  const over = mesa.sealed ? 'sealed' : mesa.status;
  const key = `estado.${isOver(mesa) ? over : (mesa.estado ?? mesa.status)}`;
  return known(key) ? t(key) : '';
}

export class Mesas {
  busy = true;
  /** @type {string|null} */
  error = null;

  #app;
  /** What waits for an Inspector, whoever that is. */
  #inspection;
  /** @type {MesaSummary[]|null} */
  #mesas = null;
  /** Table whose QR was scanned, until what is played on it is open. */
  #wanted;

  /** @param {import('../app.js').App} app @param {number|null} [wanted] table to go to, of those in the hall */
  constructor(app, wanted = null) {
    this.#app = app;
    this.#inspection = new Inspection(app);
    this.#wanted = wanted;
    app.table = null;
    if (wanted && this.#here && this.#here !== wanted) queueMicrotask(() => this.#guard(wanted));
    else this.#load();
  }

  closed() {
    this.#inspection.close();
  }

  /** Where this tablet stands, and may not leave without the desk; null where it may go anywhere. */
  get #here() {
    const { session } = this.#app;
    const kind = session?.roster?.find(({ user }) => user === session.user?.id)?.kind;
    return kind && DESK.includes(kind) ? null : (session?.device.table ?? null);
  }

  /** @param {number} table */
  #guard(table) {
    const app = this.#app;
    app.show(new WrongTable(app, table, (moved) => app.show(new Mesas(app, moved ? table : null))));
  }

  async #load() {
    const { api, session, storage } = this.#app;
    const whose = `${session?.device.id} ${session?.user?.name}`;
    const known = await storage.get('list').catch(() => null);
    if (known?.whose === whose) this.#mesas ??= known.mesas;
    this.#app.attempt(this, async () => {
      this.#mesas = (await api.get('/mesas')).mesas;
      await storage.set('list', { whose, mesas: this.#mesas }).catch(() => {});
      this.#arrive();
    });
  }

  /** Go straight to what is played on the table whose QR was scanned. */
  #arrive() {
    const wanted = this.#wanted;
    this.#wanted = null;
    if (!wanted) return;
    const there = (this.#mesas ?? []).filter((mesa) => mesa.table === wanted && !isOver(mesa));
    if (there.length === 1) this.#open(there[0]);
    else if (there.length === 0) this.error = t('mesas.none-there', { table: wanted });
  }

  async #leave() {
    const app = this.#app;
    const go = async () => {
      await app.device.leave();
      app.home();
    };
    const pending = await app.device.unsent();
    if (pending > 0) app.open(new Leave(app, pending, go));
    else app.attempt(this, go);
  }

  /** @param {MesaSummary} mesa */
  #open(mesa) {
    if (!mesa.id) this.#app.show(new Seats(this.#app, mesa));
    else if (isElsewhere(mesa)) {
      void openRare(this.#app, 'HandOver', this.#app, mesa, (/** @type {import('../proof.js').Shown|undefined} */ shown) => this.#enter(mesa, shown));
    } else this.#app.attempt(this, () => this.#enter(mesa));
  }

  /** @param {MesaSummary} mesa @param {import('../proof.js').Shown} [shown] of a PIN, to take it from another tablet */
  async #enter(mesa, shown) {
    const id = /** @type {string} */ (mesa.id);
    const table = await Table.open(this.#app, id, mesa.lease.mine ? null : await this.#app.api.get(`/mesas/${id}`));
    if (!mesa.lease.mine && !isOver(mesa)) await table.takeOver(shown);
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

  /** Those of this table; of the others, only that they are there. */
  #lists() {
    const all = [...(this.#mesas ?? [])].sort((a, b) => Number(isOver(a)) - Number(isOver(b)));
    const isHere = (/** @type {MesaSummary} */ { table }) => !this.#here || !table || table === this.#here;
    const elsewhere = all.filter((mesa) => !isHere(mesa) && !isOver(mesa));
    return html`
      <ul class="mesas">${all.filter(isHere).map((mesa) => this.#card(mesa))}</ul>
      ${elsewhere.length > 0
        ? html`<h2>${t('mesas.other-tables')}</h2>
            <ul class="other-tables">${elsewhere.map((mesa) => this.#other(mesa))}</ul>`
        : nothing}
    `;
  }

  /** @param {MesaSummary} mesa */
  #other(mesa) {
    const table = /** @type {number} */ (mesa.table);
    return html`<li>
      <button type="button" class="plain" @click=${() => this.#guard(table)}>${t('mesa.number', { table })} · ${mesa.round} · ${standing(mesa)}</button>
    </li>`;
  }

  render() {
    const { session } = this.#app;
    return html`
      <main class="page">
        <header class="page-head">
          <div>
            <h1>${t('mesas.title')}</h1>
            <p>${session?.championship?.name} · ${session?.user?.name} · ${session?.device.name}</p>
          </div>
          <button type="button" class="plain" ?disabled=${this.busy} @click=${() => this.#load()}>${t('mesas.reload')}</button>
          <button type="button" class="plain" @click=${() => openRare(this.#app, 'Settings', this.#app)}>${t('settings')}</button>
          <button type="button" class="plain" ?disabled=${this.busy} @click=${() => this.#leave()}>${t(session?.device.paired ? 'people.change' : 'login.leave')}</button>
        </header>
        ${promises(this.#app)} ${failure(this.error)} ${firstUse(this.#app)} ${this.#inspection.render()}
        ${this.busy && !this.#mesas ? html`<p>${t('loading')}</p>` : nothing}
        ${this.#mesas?.length === 0 ? html`<p class="empty">${t('mesas.none')}</p>` : nothing}
        ${this.#lists()}
      </main>
    `;
  }
}
