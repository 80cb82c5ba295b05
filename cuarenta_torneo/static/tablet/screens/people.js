/** S1: who is at the tablet, by name and PIN. Without network for the jueces of its table: their PINs are checked here. */

import { html, nothing } from 'lit/html.js';

import { PinPad } from '../parts/pinpad.js';
import { promises } from '../parts/promises.js';
import { openRare, rare } from '../rare.js';
import { known, t } from '../texts.js';

/** @typedef {import('../types.js').Person} Person */

const MANY = 24;

/** @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What stands on the tile of who has no picture: the first letters of his names. @param {string} name */
const initials = (name) =>
  name
    .split(/\s+/)
    .filter((word) => /[\p{L}\d]/u.test(word))
    .slice(0, 2)
    .map((word) => word.match(/[\p{L}\d]/u)?.[0])
    .join('')
    .toUpperCase();

export class People {
  #app;
  /** @type {Person|null} */
  #chosen = null;
  /** @type {PinPad|null} */
  #pad = null;
  #sought = '';

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.#app = app;
  }

  closed() {
    this.#pad?.closed();
  }

  /** @param {Person|null} person */
  #choose(person) {
    this.#pad?.closed();
    this.#chosen = person;
    this.#pad = person ? new PinPad(this.#app, [person], (shown) => this.#enter(person, shown)) : null;
    window.scrollTo(0, 0);
    this.#app.update();
  }

  /** @param {Person} person @param {import('../proof.js').Shown} shown */
  async #enter(person, shown) {
    await this.#app.device.enter(person, shown);
    this.#app.home();
  }

  async #check() {
    const Check = await rare(this.#app, 'Check');
    if (Check) this.#app.show(new Check(this.#app));
  }

  #settings() {
    const app = this.#app;
    const check = { label: t('check.again'), act: () => this.#check() };
    openRare(app, 'Settings', app, [check]);
  }

  /** @param {Person} person */
  #tile(person) {
    const without = person.digits === null;
    const kind = `kind.${person.kind}`;
    return html`<li>
      <button type="button" class="person" ?disabled=${without} @click=${() => this.#choose(person)}>
        <span class="initials" aria-hidden="true">${initials(person.name)}</span>
        <span><strong>${person.name}</strong><small>${without ? t('people.no-pin') : known(kind) ? t(kind) : nothing}</small></span>
      </button>
    </li>`;
  }

  #tiles() {
    const everybody = this.#app.session?.roster ?? [];
    const sought = plain(this.#sought.trim());
    const found = everybody.filter(({ name }) => plain(name).includes(sought));
    const search = html`<label class="field">${t('people.search')}
      <input type="search" autocomplete="off" .value=${this.#sought} @input=${(/** @type {any} */ event) => this.#seek(event.target.value)} />
    </label>`;
    return html`
      ${everybody.length > MANY ? search : nothing}
      ${everybody.length === 0 ? html`<p class="empty">${t('people.none')}</p>` : nothing}
      <ul class="people">${found.map((person) => this.#tile(person))}</ul>
    `;
  }

  /** @param {string} sought */
  #seek(sought) {
    this.#sought = sought;
    this.#app.update();
  }

  #pin() {
    const person = /** @type {Person} */ (this.#chosen);
    return html`<section class="pin-sheet" aria-labelledby="whose-pin">
      <div class="whose-pin">
        <button type="button" class="plain" ?disabled=${this.#pad?.busy} @click=${() => this.#choose(null)}>${t('people.other')}</button>
        <h2 id="whose-pin">${t('pin.of', { name: person.name })}</h2>
      </div>
      ${this.#pad?.render()}
    </section>`;
  }

  render() {
    const { session, device } = this.#app;
    const place = session?.device.table ? ` · ${t('mesa.number', { table: session.device.table })}` : '';
    return html`
      <main class="page">
        <header class="page-head">
          <div>
            <h1>${t('people.title')}</h1>
            <p>${session?.championship?.name} · ${session?.device.name}${place}</p>
          </div>
          <button type="button" class="plain" @click=${() => this.#settings()}>${t('settings')}</button>
        </header>
        ${device.notice ? html`<p class="promise" role="alert">⚠ ${device.notice}</p>` : nothing}
        ${promises(this.#app)} ${this.#chosen ? this.#pin() : this.#tiles()}
      </main>
    `;
  }
}
