/** An appeal to the Director (17): against which decision, why, and the ink of the pareja; kept here until the server has it. */

import { html, nothing } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';

import { Refusal, Unreachable } from '../api.js';
import { Beside } from '../beside.js';
import { hallTime } from '../../site/hall_time.js';
import { badge, parejaName } from '../names.js';
import { Pad } from '../signing/pad.js';
import { known, t } from '../texts.js';

const MINUTE_MS = 60_000;
const TICK_MS = 1000;
/** As many of the latest jugadas are offered. */
const LATEST = 12;
/** A jugada itself, or what the Juez did or denied after it: as the server calls them. */
const ABOUT = /** @type {const} */ (['jugada', 'negada', 'conduccion']);

/** @typedef {{minutes: number, article: string, now: string, head: number, ahead?: number, appealable: {jugada: number, until: string, taken: string[]}[], appeals: {number: number, client_id: string, jugada: number, text: string, state: string}[]}} Known */

export const appeals = new Beside('appeals');

export class Appeal {
  title = t('appeal.title');

  #screen;
  /** @type {Known|null} */
  #known = null;
  /** @type {any[]} */
  #own = [];
  /** @type {import('../types.js').Side|''} */
  #side = '';
  #jugada = 0;
  #about = /** @type {string} */ (ABOUT[0]);
  #text = '';
  #failed = false;
  /** One for each who signs. @type {Map<string, Pad>} */
  #pads = new Map();
  #timer;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    this.#timer = setInterval(() => screen.app.update(), TICK_MS);
    void this.#look();
  }

  closed() {
    clearInterval(this.#timer);
  }

  get #key() {
    return `appeals:${this.#screen.table.mesa.id}`;
  }

  async #look() {
    const { app, table } = this.#screen;
    this.#known ??= (await app.storage.get(this.#key)) ?? null;
    this.#own = (await appeals.kept(app)).filter(({ mesa }) => mesa === table.mesa.id);
    app.update();
    try {
      const answer = /** @type {Known} */ (await app.api.get(`/mesas/${table.mesa.id}/appeals`));
      // How far this tablet's clock is ahead: the time is told by the server's hour.
      this.#known = { ...answer, ahead: Date.now() - Date.parse(answer.now) };
      await app.storage.set(this.#key, this.#known);
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Refusal)) throw error;
    }
    app.update();
  }

  /** @param {() => void} change */
  #set(change) {
    change();
    this.#screen.app.update();
  }

  /** @param {import('../types.js').Side} side */
  #choose(side) {
    this.#set(() => {
      this.#side = side;
      this.#pads = new Map(this.#screen.table.mesa.parejas[side].players.map((name) => [name, new Pad(() => this.#screen.app.update())]));
    });
  }

  get #whole() {
    return this.#side !== '' && this.#jugada > 0 && this.#about !== '' && !this.#late(this.#jugada) && this.#text.trim() !== '' && [...this.#pads.values()].every(({ signed }) => signed);
  }

  async #send() {
    const { app, table } = this.#screen;
    const signatures = [...this.#pads].map(([name, { ink }]) => ({ name, ink }));
    const body = { pareja: this.#side, jugada: this.#jugada, about: this.#about, text: this.#text.trim(), signatures, filed_at: new Date().toISOString() };
    try {
      await appeals.write(app, table.mesa.id, body);
    } catch {
      this.#set(() => (this.#failed = true));
      return;
    }
    this.#failed = false;
    this.#side = '';
    this.#jugada = 0;
    this.#about = ABOUT[0];
    this.#text = '';
    this.#pads = new Map();
    app.speak(t('appeal.saved'));
    await this.#look();
    await appeals.bring(app);
    await this.#look();
  }

  /** @param {number} seq */
  #there(seq) {
    return this.#known?.appealable.find(({ jugada }) => jugada === seq);
  }

  /** The last moment, by this tablet's clock; of what the server does not know yet, counted here. NaN where nobody knows. @param {number} seq */
  #until(seq) {
    const there = this.#there(seq)?.until;
    if (there) return Date.parse(there) + (this.#known?.ahead ?? 0);
    const at = this.#screen.table.log.find((row) => row.seq === seq)?.device_ts;
    return at && this.#known?.minutes ? Date.parse(at) + this.#known.minutes * MINUTE_MS : NaN;
  }

  /** When its time ended; nothing while it runs. The server has the last word. @param {number} seq */
  #late(seq) {
    const until = this.#until(seq);
    return until < Date.now() ? t('appeal.late', { time: hallTime(until - (this.#known?.ahead ?? 0)) }) : '';
  }

  /** @param {number} seq */
  #left(seq) {
    const left = this.#until(seq) - Date.now();
    if (Number.isNaN(left)) return '';
    return this.#late(seq) || t('appeal.left', { time: `${Math.floor(left / MINUTE_MS)}:${String(Math.floor((left % MINUTE_MS) / TICK_MS)).padStart(2, '0')}` });
  }

  /** What was not appealed of it. @param {number} seq */
  #free(seq) {
    return ABOUT.filter((about) => !this.#there(seq)?.taken.includes(about));
  }

  /** What may be appealed, the latest first: the Director's own jugadas, which the server does not tell, are not among it. */
  get #rows() {
    const told = this.#known?.appealable.map(({ jugada }) => jugada) ?? [];
    return this.#screen.table.log
      .filter(({ seq, annulled_by: gone }) => gone === null && (this.#known === null || told.includes(seq) || seq > this.#known.head))
      .slice(-LATEST)
      .reverse();
  }

  #told() {
    const there = this.#known?.appeals ?? [];
    const ids = new Set(there.map(({ client_id }) => client_id));
    const state = (/** @type {string} */ word) => (known(`appeal.${word}`) ? t(/** @type {any} */ (`appeal.${word}`)) : word);
    return html`<ul class="precedents">
      ${there.map(({ number, jugada, text, state: word }) => html`<li><p>${number} · ${t('appeal.against', { seq: jugada })}: ${text}</p><small>${state(word)}</small></li>`)}
      ${this.#own
        .filter(({ client_id }) => !ids.has(client_id))
        .map(({ jugada, text, problem }) => html`<li><p>${t('appeal.against', { seq: jugada })}: ${text}</p><small>${problem ?? t('latest.unsent')}</small></li>`)}
    </ul>`;
  }

  /** @param {string} name @param {Pad} pad */
  #canvas(name, pad) {
    return html`<h3>${name}</h3>
      <div class="pad tight">
        <canvas ${ref(pad.attach)} aria-label=${t('sign.canvas')}></canvas>
        <span class="baseline" aria-hidden="true"></span>
        <p class="hint">${pad.ink.length > 0 ? nothing : t('sign.hint')}</p>
      </div>
      <button type="button" class="plain" @click=${() => pad.clear()}>${t('sign.clear')}</button>`;
  }

  /** @param {'who'|'which'|'about'} name @param {{value: string|number, words: unknown}[]} options @param {string|number} picked @param {(value: string|number) => void} pick */
  #chips(name, options, picked, pick) {
    return html`<h3>${t(`appeal.${name}`)}</h3>
      <div class="chips" role="group" aria-label=${t(`appeal.${name}`)}>
        ${options.map(
          ({ value, words }) => html`<button type="button" class="chip-button" aria-pressed=${picked === value ? 'true' : 'false'} @click=${() => pick(value)}>${words}</button>`,
        )}
      </div>`;
  }

  render() {
    const { table, sides } = this.#screen;
    const late = this.#jugada > 0 ? this.#late(this.#jugada) : '';
    const minutes = this.#known?.minutes ?? 0;
    const free = this.#free(this.#jugada);
    return html`
      ${this.#told()}
      ${this.#chips('who', sides.map((side) => ({ value: side, words: html`${badge(side)} ${parejaName(table.mesa, side)}` })), this.#side, (side) => this.#choose(/** @type {import('../types.js').Side} */ (side)))}
      ${this.#chips('which', this.#rows.map(({ seq, label }) => ({ value: seq, words: html`${seq} · ${label} <small>${this.#left(seq)}</small>` })), this.#jugada, (seq) =>
        this.#set(() => {
          this.#jugada = Number(seq);
          this.#about = this.#free(this.#jugada)[0] ?? '';
        }),
      )}
      ${this.#jugada > 0 ? this.#chips('about', free.map((about) => ({ value: about, words: t(`appeal.about.${about}`) })), this.#about, (about) => this.#set(() => (this.#about = String(about)))) : nothing}
      ${free.length < ABOUT.length ? html`<p>${t('appeal.taken')}</p>` : nothing}
      <label class="field"
        >${t('appeal.text')}
        <textarea rows="3" maxlength="1000" .value=${this.#text} @input=${(/** @type {any} */ event) => this.#set(() => (this.#text = event.target.value))}></textarea>
      </label>
      ${[...this.#pads].map(([name, pad]) => this.#canvas(name, pad))}
      ${this.#failed ? html`<p class="failure" role="alert">✕ ${t('note.failed')}</p>` : nothing}
      ${late ? html`<p class="failure" role="alert">✕ ${late}. ${t(minutes === 1 ? 'appeal.why-one' : 'appeal.why', { minutes })}</p>` : nothing}
      <button type="button" class="big go" ?disabled=${!this.#whole} @click=${() => this.#send()}>${t('appeal.send')}</button>
    `;
  }
}
