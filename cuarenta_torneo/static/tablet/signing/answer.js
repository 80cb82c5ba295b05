/** One party's answer to the frozen result: signs, signs under protest, or does not sign. Equal exits, nobody leads. */

import { html, nothing } from 'lit/html.js';
import { ref } from 'lit/directives/ref.js';

import { counts, rowText } from '../log.js';
import { badge, parejaName, said, SIDES } from '../names.js';
import { failure } from '../parts/failure.js';
import { reasonChips } from '../parts/reasons.js';
import { askPin } from '../pin.js';
import { t } from '../texts.js';
import { uuid } from '../uuid.js';
import { Pad } from './pad.js';
import { Contested } from './protest.js';
import { resultTable } from './result.js';

/**
 * @typedef {import('../types.js').Side} Side
 * @typedef {"firma"|"bajo-protesta"|"no-firma"} Outcome
 */

/** @type {{outcome: Outcome, label: "sign.yes"|"sign.protest"|"sign.no"}[]} */
const EXITS = [
  { outcome: 'firma', label: 'sign.yes' },
  { outcome: 'bajo-protesta', label: 'sign.protest' },
  { outcome: 'no-firma', label: 'sign.no' },
];

/** Nothing that cannot be seen is written down. @param {string} text */
const plain = (text) => text.replace(/\p{C}/gu, '').trim();

export class Answer {
  busy = false;
  /** @type {string|null} */
  error = null;

  #screen;
  #party;
  #done;
  #pad;
  /** The same answer sent again is the same answer. */
  #clientId = uuid();
  /** @type {Outcome|null} */
  #outcome = null;
  #name;
  #picked = { reason: '', other: false };
  #witness = '';
  #contested;

  /** @param {import('../screens/mesa.js').Mesa} screen @param {Side|"juez"} party @param {() => void} done */
  constructor(screen, party, done) {
    const { app, table } = screen;
    this.#screen = screen;
    this.#party = party;
    this.#done = done;
    this.#pad = new Pad(() => app.update());
    this.#contested = new Contested(table, () => app.update());
    const { parejas, representatives } = table.mesa;
    this.#name = party === 'juez' ? (app.session?.user?.name ?? '') : parejas[party].players[representatives[party] - 1];
    if (party === 'juez') this.#outcome = 'firma';
  }

  get #complete() {
    const explained = this.#outcome === 'firma' || plain(this.#picked.reason) !== '';
    return explained && (this.#outcome === 'no-firma' ? this.#witnessed : this.#pad.signed);
  }

  /** Whoever won and does not sign is seen by somebody. */
  get #witnessed() {
    return this.#party !== this.#screen.table.state.ganador || plain(this.#witness) !== '';
  }

  /** @param {Outcome|null} outcome */
  #choose(outcome) {
    this.#outcome = outcome;
    this.#picked = { reason: '', other: false };
    this.#contested.clear();
    this.#pad.clear();
    this.#screen.app.update();
  }

  /** The Juez seals with his PIN: it is he who has the tablet again. */
  #confirm() {
    const { app } = this.#screen;
    if (this.#party === 'juez') askPin(app, this, t('sign.seal'), (shown) => this.#send(shown));
    else app.attempt(this, () => this.#send({}));
  }

  /** @param {import('../proof.js').Shown} shown */
  async #send(shown) {
    const refuses = this.#outcome === 'no-firma';
    await this.#screen.table.sign({
      party: this.#party,
      outcome: this.#outcome,
      name: this.#name,
      ink: refuses ? [] : this.#pad.ink,
      reason: plain(this.#picked.reason),
      witness: refuses ? plain(this.#witness) : '',
      contested: this.#outcome === 'bajo-protesta' ? this.#contested.seqs : [],
      client_id: this.#clientId,
      ...shown,
    });
    this.#screen.app.close();
    this.#done();
  }

  #exits() {
    return html`
      ${resultTable(this.#screen.table)}
      <p class="lead">${t('sign.ask')}</p>
      <div class="exits">
        ${EXITS.map(({ outcome, label }) => html`<button type="button" class="exit" @click=${() => this.#choose(outcome)}>${t(label)}</button>`)}
      </div>
      <details>
        <summary>${t('history.title')}</summary>
        <ol class="read">
          ${this.#screen.table.log.filter(counts).map((row) => html`<li>${row.seq} · ${rowText(row)} <small>A ${row.score.A} · B ${row.score.B}</small></li>`)}
        </ol>
      </details>
    `;
  }

  #names() {
    if (this.#party === 'juez') return html`<p class="lead">${t('sign.juez', { name: this.#name })}</p>`;
    const choose = (/** @type {string} */ name) => {
      this.#name = name;
      this.#screen.app.update();
    };
    return html`<div class="chips" role="group" aria-label=${t('sign.who')}>
      ${this.#screen.table.mesa.parejas[this.#party].players.map(
        (name) => html`<button type="button" class="chip-button" aria-pressed=${this.#name === name ? 'true' : 'false'} @click=${() => choose(name)}>
          ${name}
        </button>`,
      )}
    </div>`;
  }

  #why() {
    if (this.#outcome === 'firma') return nothing;
    const reasons = t(this.#outcome === 'no-firma' ? 'reasons.no-sign' : 'reasons.protest').split('|');
    const pick = (/** @type {{reason: string, other: boolean}} */ picked) => {
      this.#picked = picked;
      this.#screen.app.update();
    };
    return html`${reasonChips({ reasons, ...this.#picked }, pick)} ${this.#outcome === 'no-firma' ? this.#witnessField() : this.#contested.render()}`;
  }

  #witnessField() {
    const write = (/** @type {any} */ event) => {
      this.#witness = event.target.value;
      this.#screen.app.update();
    };
    return html`<label class="field">${said(this.#screen.table.mesa, 'sign.witness')} <input maxlength="60" .value=${this.#witness} @input=${write} /></label>`;
  }

  #canvas() {
    if (this.#outcome === 'no-firma') return nothing;
    return html`
      <div class="pad ${this.#outcome === 'firma' ? '' : 'tight'}">
        <canvas ${ref(this.#pad.attach)} aria-label=${t('sign.canvas')}></canvas>
        <span class="baseline" aria-hidden="true"></span>
        <p class="hint">${this.#pad.ink.length > 0 ? nothing : t('sign.hint')}</p>
      </div>
    `;
  }

  render() {
    const { table } = this.#screen;
    const side = SIDES.find((each) => each === this.#party);
    const who = side ? html`${badge(side)} ${parejaName(table.mesa, side)}` : t('juez');
    const exit = EXITS.find(({ outcome }) => outcome === this.#outcome);
    return html`
      <main class="page signing" data-party=${this.#party}>
        <header class="page-head">
          <h2>${who} ${exit && side ? html` · ${t(exit.label)}` : nothing}</h2>
          <p class="fingerprint">${t('fingerprint', { fingerprint: table.planilla?.fingerprint ?? '' })}</p>
        </header>
        ${this.#outcome === null
          ? this.#exits()
          : html`
              ${this.#names()} ${this.#why()} ${this.#canvas()} ${failure(this.error)}
              <div class="actions">
                ${side ? html`<button type="button" class="big" ?disabled=${this.busy} @click=${() => this.#choose(null)}>${t('sign.back')}</button>` : nothing}
                ${this.#outcome === 'no-firma'
                  ? nothing
                  : html`<button type="button" class="big" ?disabled=${this.busy} @click=${() => this.#pad.clear()}>${t('sign.clear')}</button>`}
                <button type="button" class="big go" ?disabled=${this.busy || !this.#complete} @click=${() => this.#confirm()}>
                  ${t(side ? 'sign.confirm' : 'sign.seal')}
                </button>
              </div>
            `}
      </main>
    `;
  }
}
