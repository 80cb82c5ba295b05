/** S9 and S10: the tablet goes to each pareja, then back to the Juez, who seals; after that it is only read. */

import { html, nothing } from 'lit/html.js';

import { badge, parejaName, said, SIDES } from '../names.js';
import { failure } from '../parts/failure.js';
import { hold } from '../parts/hold.js';
import { Answer } from '../signing/answer.js';
import { receipt } from '../signing/receipt.js';
import { correctionNote, resultTable } from '../signing/result.js';
import { known, t } from '../texts.js';

/** The Juez signs last; alone, where the Director noted why a corrected version is not shown to the parejas again. */
const PARTIES = /** @type {const} */ (['A', 'B', 'juez']);

export class Signing {
  busy = false;
  /** @type {string|null} */
  error = null;

  #screen;
  /** @type {Answer|null} */
  #answer = null;

  /** @param {import('./mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
  }

  get answering() {
    return this.#answer !== null;
  }

  get #planilla() {
    return /** @type {import('../types.js').Planilla} */ (this.#screen.table.planilla);
  }

  /** @param {import('../types.js').Side|"juez"} party */
  #begin(party) {
    this.#answer = new Answer(this.#screen, party, () => {
      this.#answer = null;
      this.#screen.app.update();
    });
    this.#screen.app.update();
  }

  #reopen() {
    this.#screen.app.attempt(this, async () => void (await this.#screen.table.reopen()));
  }

  get #parties() {
    return this.#screen.table.mesa.correction?.unsigned ? PARTIES.slice(2) : PARTIES;
  }

  #given() {
    return html`<ul class="given">
      ${this.#planilla.signatures.map(({ party, outcome, name }) => {
        const key = `outcome.${outcome}`;
        const side = SIDES.find((each) => each === party);
        return html`<li>${side ? badge(side) : t('juez')} ${name}: <strong>${known(key) ? t(key) : outcome}</strong></li>`;
      })}
    </ul>`;
  }

  /** @param {import('../types.js').Side|"juez"} party */
  #handOver(party) {
    const { mesa } = this.#screen.table;
    const side = SIDES.find((each) => each === party);
    return html`
      <main class="page handover">
        <h2>${side ? html`${badge(side)} ${t('hand.to', { name: parejaName(mesa, side) })}` : t('hand.back')}</h2>
        <p class="fingerprint">${t('fingerprint', { fingerprint: this.#planilla.fingerprint })}</p>
        ${correctionNote(this.#screen.table)} ${this.#given()} ${failure(this.error)}
        <button type="button" class="big go" @click=${() => this.#begin(party)}>${side ? said(mesa, 'hand.start', { side }) : t('hand.juez')}</button>
        <button type="button" class="plain" ?disabled=${this.busy} ${hold(() => this.#reopen())}>
          ${t('reopen')}<small>${t('hold')}</small>
        </button>
      </main>
    `;
  }

  #sealed() {
    const { table } = this.#screen;
    const { pending } = this.#planilla;
    return html`
      <main class="page sealed">
        <h2>✓ ${t('sealed.title')}</h2>
        ${pending ? html`<p class="lead" role="status"><strong>${t('sealed.here')}</strong> ${t('sealed.unsent')}</p>` : nothing}
        ${resultTable(table)} ${this.#given()}
        ${receipt(table, this.#planilla)}
        <button type="button" class="big go" @click=${() => this.#screen.leave()}>${t('sealed.leave')}</button>
      </main>
    `;
  }

  render() {
    if (this.#planilla.status === 'sealed') return this.#sealed();
    if (this.#answer) return this.#answer.render();
    const given = new Set(this.#planilla.signatures.map(({ party }) => party));
    const next = this.#parties.find((party) => !given.has(party));
    return next ? this.#handOver(next) : this.#sealed();
  }
}
