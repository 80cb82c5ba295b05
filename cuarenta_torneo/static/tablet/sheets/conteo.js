/** S5: the count of the data. One pareja's cards are given, the other's follow from what a data adds up to. */

import { html, nothing } from 'lit/html.js';

import { REPARTOS } from '../layout.js';
import { conteoLine, recuentoLine, rival } from '../lines.js';
import { badge, parejaName, SIDES } from '../names.js';
import { Asking } from '../parts/asking.js';
import { hourglass } from '../parts/hourglass.js';
import { t } from '../texts.js';
import { Verify } from './verify.js';

/** @typedef {import('../types.js').Side} Side */

export class Conteo {
  title = t('conteo.title');

  #screen;
  #asking;
  #total;
  /** Whose cards were counted; the other pareja has the rest. @type {Side} */
  #counted = 'A';
  #cards;
  #table = 0;
  #falla = false;
  /** Whose the cards left on the table are, where they are somebody's. @type {Side|''} */
  #owner = '';
  /** Who asked that the Juez count the cards himself; empty where nobody did. */
  #askedBy = '';

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    this.#asking = new Asking(screen);
    this.#total = screen.table.choice('conteo')?.cards ?? 0;
    this.#cards = Math.ceil(this.#total / 2);
    this.#changed();
  }

  closed() {
    this.#asking.forget();
  }

  get #rest() {
    return this.#total - this.#cards - this.#table;
  }

  get #count() {
    const [counted, other] = [this.#counted, rival(this.#counted)];
    const cards = /** @type {Record<Side, number>} */ ({ [counted]: this.#cards, [other]: this.#rest });
    return { ...cards, mesa: this.#table, falla: this.#falla };
  }

  /** As it is recorded: what is left on the table with the cards of whose it is. */
  get #recorded() {
    const count = this.#count;
    return this.#owner ? { ...count, [this.#owner]: count[this.#owner] + count.mesa, mesa: 0 } : count;
  }

  /** @param {string} what */
  #needs(what) {
    return this.#screen.table.choice('conteo')?.needs.includes(what) ?? false;
  }

  /** Whether a falla is paid only to who asks for it. */
  get #claimable() {
    return this.#needs('falla');
  }

  /** The repartos that were not marked and must be before the data can be counted: the one allowed now, and those after it. */
  get #unmarked() {
    const known = REPARTOS.map((jugada) => this.#screen.table.choice(jugada)).filter((choice) => choice !== undefined);
    const first = known.findIndex((choice) => choice.allowed);
    return first < 0 ? [] : known.slice(first);
  }

  #changed() {
    const { A, B } = this.#recorded;
    if (A !== 0 && B !== 0) this.#falla = false;
    if (this.#rest >= 0 && this.#unmarked.length === 0) this.#asking.ask(conteoLine(this.#recorded));
    else this.#asking.forget();
    this.#screen.app.update();
  }

  /** @param {number} cards */
  #set(cards) {
    this.#cards = Math.min(Math.max(cards, 0), this.#total);
    this.#changed();
  }

  /** @param {Side} side @param {number} by */
  #step(side, by) {
    const cards = this.#count[side] + by;
    this.#counted = side;
    this.#set(cards);
  }

  /** @param {number} by */
  #stepTable(by) {
    this.#table = Math.min(Math.max(this.#table + by, 0), this.#total);
    this.#changed();
  }

  #record() {
    const { app, table } = this.#screen;
    const line = conteoLine(this.#recorded);
    const tap = { line, label: table.choice('conteo')?.label ?? '', points: this.#asking.preview?.points };
    const before = this.#unmarked.map(({ jugada, label }) => ({ line: jugada, label }));
    const recount = table.choice('recuento');
    if (recount && this.#askedBy) before.push({ line: recuentoLine(this.#askedBy, this.#count), label: recount.label });
    app.close();
    this.#screen.check(tap, before);
  }

  /** Whose the cards left are, as the rulebook says it. */
  #leftovers() {
    const { note, subjects = [] } = this.#screen.table.choice('conteo') ?? {};
    if (!this.#needs('leftovers') || this.#table === 0) return nothing;
    const choose = (/** @type {Side} */ side) => {
      this.#owner = side;
      this.#changed();
    };
    return html`<div class="chips" role="group" aria-label=${note ?? ''}>
      <span>${note}</span>
      ${/** @type {Side[]} */ (subjects).map(
        (side) => html`<button type="button" class="chip-button" data-owner=${side} aria-pressed=${this.#owner === side ? 'true' : 'false'} @click=${() => choose(side)}>${side}</button>`,
      )}
    </div>`;
  }

  /** The Juez counts the cards where a player asks for it, or he doubts; it stays in the log, and what he found. */
  #recount() {
    if (!this.#screen.table.choice('recuento')) return nothing;
    const choose = (/** @type {string} */ by) => {
      this.#askedBy = by;
      this.#screen.app.update();
    };
    return html`<div class="chips" role="group" aria-label=${t('conteo.recount')}>
      <span>${t('conteo.recount')}</span>
      ${[['', t('conteo.recount-no')], ...SIDES.map((side) => [side, side]), ['juez', t('juez')]].map(
        ([by, name]) => html`<button type="button" class="chip-button" data-recount=${by} aria-pressed=${this.#askedBy === by ? 'true' : 'false'} @click=${() => choose(by)}>${name}</button>`,
      )}
    </div>`;
  }

  /** @param {Side} side */
  #box(side) {
    const count = this.#count;
    const choose = () => {
      const cards = this.#count[side];
      this.#counted = side;
      this.#set(cards);
    };
    return html`
      <div class="count-box pareja-${side}">
        <button type="button" class="step-button" aria-label=${t('conteo.less', { side })} @click=${() => this.#step(side, -1)}>−</button>
        <button type="button" class="count-value" aria-pressed=${this.#counted === side ? 'true' : 'false'} @click=${choose}>
          ${badge(side)}<output data-count=${side}>${count[side]}</output>
          <small>${this.#counted === side ? t('conteo.counted') : t('conteo.rest')}</small>
        </button>
        <button type="button" class="step-button" aria-label=${t('conteo.more', { side })} @click=${() => this.#step(side, 1)}>+</button>
      </div>
    `;
  }

  #keypad() {
    const numbers = Array.from({ length: this.#total + 1 }, (_, number) => number);
    return html`<div class="keypad" role="group" aria-label=${t('conteo.keypad', { side: this.#counted })}>
      ${numbers.map(
        (number) => html`<button
          type="button"
          class="key"
          ?disabled=${number + this.#table > this.#total}
          aria-pressed=${number === this.#cards ? 'true' : 'false'}
          @click=${() => this.#set(number)}
        >
          ${number}
        </button>`,
      )}
    </div>`;
  }

  #claim() {
    const count = this.#recorded;
    const empty = SIDES.filter((side) => count[side] === 0);
    if (empty.length !== 1 || !this.#claimable) return nothing;
    const claim = () => {
      this.#falla = !this.#falla;
      this.#changed();
    };
    return html`<button type="button" class="check" role="checkbox" aria-checked=${this.#falla ? 'true' : 'false'} @click=${claim}>
      <span class="tick">${this.#falla ? '✓' : ''}</span>
      ${t('conteo.falla', { side: rival(empty[0]), other: empty[0] })}
    </button>`;
  }

  /** What is easily forgotten at the end of a data: asked, never decided. */
  #prompts() {
    const { A, B } = this.#recorded;
    const { app, rondas } = this.#screen;
    const empty = (A === 0) !== (B === 0);
    const falla = !empty ? t('prompt.no-falla') : !this.#claimable ? t('prompt.falla-counts') : t(this.#falla ? 'prompt.falla-claimed' : 'prompt.falla');
    return html`<ul class="prompts" aria-label=${t('prompt.title')}>
      <li class=${this.#rest < 0 ? 'open' : ''}>${this.#rest < 0 ? '✕' : '✓'} ${t('prompt.count', { total: this.#total })}</li>
      <li class=${empty && this.#claimable && !this.#falla ? 'open' : ''}>${empty && this.#claimable && !this.#falla ? '?' : '✓'} ${falla}</li>
      ${rondas.claims.length === 0 ? html`<li>✓ ${t('prompt.rondas')}</li>` : nothing}
      ${rondas.claims.map(
        (claim) => html`<li class="open">
          <button type="button" class="claim-chip" @click=${() => app.open(new Verify(this.#screen, claim))}>${hourglass} ${t('prompt.ronda', { label: claim.label, side: claim.subject })}</button>
        </li>`,
      )}
    </ul>`;
  }

  render() {
    const { mesa } = this.#screen.table;
    const missing = this.#unmarked.map(({ label }) => label).join(' · ');
    const impossible = this.#rest < 0;
    const blocked = impossible || (!missing && this.#asking.refusal !== null);
    return html`
      <div class="conteo">
        <section>
          <p class="lead">${badge(this.#counted)} ${t('conteo.ask', { name: parejaName(mesa, this.#counted) })}</p>
          ${this.#keypad()}
        </section>
        <section>
          ${SIDES.map((side) => this.#box(side))}
          <div class="count-box">
            <button type="button" class="step-button" aria-label=${t('conteo.less-table')} @click=${() => this.#stepTable(-1)}>−</button>
            <p class="count-value"><output data-count="mesa">${this.#table}</output><small>${t('conteo.table')}</small></p>
            <button type="button" class="step-button" aria-label=${t('conteo.more-table')} @click=${() => this.#stepTable(1)}>+</button>
          </div>
          <p class="sum ${impossible ? 'refused' : ''}">
            ${t('conteo.sum', { a: this.#count.A, b: this.#count.B, mesa: this.#table, total: this.#total })}
          </p>
          ${this.#leftovers()} ${this.#claim()} ${this.#recount()} ${this.#prompts()} ${missing ? html`<p class="preview">${t('conteo.unmarked', { label: missing })}</p>` : this.#asking.render()}
        </section>
        <button type="button" class="big go" ?disabled=${blocked} @click=${() => this.#record()}>
          ${missing ? t('conteo.mark-and-count', { label: missing }) : t('conteo.confirm')}
        </button>
      </div>
    `;
  }
}
