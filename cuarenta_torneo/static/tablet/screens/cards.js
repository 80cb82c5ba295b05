/**
 * A data followed card by card: each card as it is thrown, and the jugadas that it comes to, which the Juez confirms.
 * Loaded only where it is wanted. What the cards allow and come to the server says; nothing scores until it is confirmed.
 */

import { html, nothing } from 'lit/html.js';

import { CardRecord } from '../cards.js';
import { badge, cardName, figure, parejaName, person, pointsText, whyText } from '../names.js';
import { failure } from '../parts/failure.js';
import { footer } from '../parts/footer.js';
import { hourglass } from '../parts/hourglass.js';
import { openRare } from '../rare.js';
import { Protest } from '../sheets/protest.js';
import { RondaSheet } from '../sheets/ronda.js';
import { t } from '../texts.js';
import { undo } from '../undo.js';

/**
 * @typedef {import('../types.js').CardsAnswer} CardsAnswer
 * @typedef {import('../types.js').Proposal} Proposal
 * @typedef {import('../types.js').Side} Side
 */

/** @param {{cards: string[], escalera: string[]}} capture */
const liftedBy = ({ cards, escalera }) => [...cards, ...escalera];

export class Cards {
  #screen;
  #record;
  /** The card being thrown, until it is known what it lifts. */
  #rank = '';
  /** Cards picked by hand, by their place on the table; null while captures are offered. @type {Set<number>|null} */
  #picked = null;
  /** Proposals that nobody asked for. @type {Set<string>} */
  #passed = new Set();
  #onChange = () => this.#record.follow();

  /** @param {import('./mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    this.#record = new CardRecord(screen.table, screen.app);
    screen.table.addEventListener('change', this.#onChange);
  }

  closed() {
    this.#record.close();
    this.#screen.table.removeEventListener('change', this.#onChange);
  }

  /** @param {string} line */
  #send(line) {
    this.#rank = '';
    this.#picked = null;
    this.#record.send(line);
  }

  /** @param {string} rank @param {string[]} [lifted] */
  #throw(rank, lifted = []) {
    const line = `tira ${this.#record.saved?.turn} ${rank}`;
    this.#send(lifted.length > 0 ? `${line} levanta ${lifted.join(' ')}` : line);
  }

  /** @param {import('../types.js').CardKey} key */
  #touch({ rank }) {
    this.#record.error = '';
    this.#picked = null;
    if (this.#record.saved?.table.length === 0) this.#throw(rank);
    else this.#rank = rank;
    this.#screen.app.update();
  }

  #undo() {
    const { saved } = this.#record;
    const last = saved?.rows.at(-1);
    if (!last) return;
    const { table } = this.#screen;
    const scored = saved?.proposals.find(({ seq }) => seq !== null && seq === table.choice('anula')?.last);
    this.#send(`deshace ${last.seq}`);
    if (scored) {
      const text = t('cards.undone', { label: scored.label });
      this.#screen.say({ text, actions: [{ label: t('undo.plain'), act: () => undo(this.#screen) }] });
    }
  }

  /** Cards as the deck calls them. @param {string[]} ranks */
  #names(ranks) {
    return ranks.map((rank) => cardName(this.#screen.table, rank)).join(' ');
  }

  /** A line for people: `B1 5 levanta 2 3`; an undoing as such. @param {string} line */
  #words(line) {
    const [word, ...rest] = line.split(' ');
    return word === 'deshace' ? t('cards.undo') : this.#names(word === 'tira' ? rest : [word, ...rest]);
  }

  /** What was not saved stays behind, and is said. */
  #leave() {
    const { pending } = this.#record;
    this.#screen.followCards(false);
    if (pending) this.#screen.say({ text: t('cards.unsaved', { line: this.#words(pending.notation) }), actions: [], refused: true });
  }

  /** @param {Proposal} proposal */
  #confirm({ line, label, subject, points, ask }) {
    this.#screen.record({ line, label, subject: /** @type {Side|null} */ (subject?.[0] ?? null), points, ...(ask ? { ask } : {}) });
  }

  /** @param {Proposal} proposal */
  #isPassed = ({ line }) => this.#passed.has(`${this.#record.saved?.seq} ${line}`);

  /** @param {Proposal} proposal */
  #pass({ line }) {
    this.#passed.add(`${this.#record.saved?.seq} ${line}`);
    this.#screen.app.update();
  }

  /** @param {Side} side @param {CardsAnswer} cards */
  #pareja(side, cards) {
    const { app, table } = this.#screen;
    const rondas = table.legal.filter(({ subject, needs, allowed }) => allowed && subject === side && needs.includes('rank'));
    return html`<section class="card-side pareja-${side}">
      ${badge(side)} <strong>${parejaName(table.mesa, side)}</strong>
      <output data-score=${side}>${table.state.marcador[side]}</output>
      <small data-pile=${side}>${t(cards.piles[side] === 1 ? 'cards.pile-one' : 'cards.pile', { count: cards.piles[side] })}</small>
      <div class="actions">
        ${rondas.map((choice) => html`<button type="button" class="plain" @click=${() => app.open(new RondaSheet(this.#screen, choice))}>${choice.label}</button>`)}
      </div>
    </section>`;
  }

  /** @param {CardsAnswer} cards */
  #felt(cards) {
    const { mesa } = this.#screen.table;
    const turn = cards.turn ? t('cards.turn', { name: person(mesa, cards.turn), seat: cards.turn }) : t('cards.no-turn');
    return html`<section class="card-felt">
      <h2>${turn}</h2>
      <ul class="laid" aria-label=${t('cards.table')}>
        ${cards.table.map((rank) => html`<li class="card">${rank}${figure(this.#screen.table, rank)}</li>`)}
        ${cards.table.length === 0 ? html`<li>${t('cards.table-empty')}</li>` : nothing}
      </ul>
      <p>
        ${t('cards.count', { thrown: cards.thrown, deck: cards.deck, reparto: cards.reparto })}
        ${cards.withdrawn.length > 0 ? t('cards.withdrawn', { cards: this.#names(cards.withdrawn) }) : nothing}
      </p>
      ${this.#saved(cards)}
    </section>`;
  }

  /** The truth about the last card. @param {CardsAnswer} cards */
  #saved(cards) {
    const { pending } = this.#record;
    if (pending) return html`<p class="saving" role="status">${hourglass} ${t('cards.sending', { line: this.#words(pending.notation) })}</p>`;
    const last = cards.rows.at(-1);
    return html`<p class="saving" role="status">${last ? t('cards.saved', { line: this.#words(last.notation) }) : t('cards.begin')}</p>`;
  }

  /** Why the last line is not saved, or was refused. */
  #trouble() {
    const { pending, error } = this.#record;
    if (!error) return nothing;
    return html`<div class="cards-trouble">
      ${failure(pending ? `${t('cards.unsaved', { line: this.#words(pending.notation) })} ${error}` : error)}
      ${pending ? html`<button type="button" class="plain" @click=${() => this.#record.retry()}>${t('chip.retry')}</button>` : nothing}
    </div>`;
  }

  /** @param {CardsAnswer} cards */
  #keys(cards) {
    const { table } = this.#screen;
    return html`<div class="naipes cards-keys">
      ${cards.keys.map(
        (key) => html`<button
          type="button"
          class="naipe"
          data-rank=${key.rank}
          aria-label=${t(key.left === 1 ? 'cards.key-one' : 'cards.key', { rank: cardName(table, key.rank), left: key.left })}
          aria-pressed=${key.rank === this.#rank ? 'true' : 'false'}
          ?disabled=${!cards.turn || key.left === 0 || this.#record.pending !== null || table.readOnly}
          @click=${() => this.#touch(key)}
        >
          ${key.rank}${figure(table, key.rank)}<small class="times">×${key.left}</small>
          ${key.captures.length > 0 ? html`<small>${t('cards.lifts')}</small>` : nothing}
        </button>`,
      )}
    </div>`;
  }

  /** What the card being thrown lifts. @param {CardsAnswer} cards */
  #choices(cards) {
    const rank = this.#rank;
    const { captures } = cards.keys.find((key) => key.rank === rank) ?? { captures: [] };
    if (this.#picked) return this.#byHand(cards, this.#picked);
    return html`<div class="cards-choices">
      ${captures.map(
        (capture, index) => html`<button type="button" class="big ${index ? '' : 'go'}" @click=${() => this.#throw(rank, liftedBy(capture))}>
          ${t('cards.lift', { rank: this.#names([rank]), cards: this.#names(liftedBy(capture)) })}${capture.limpia ? html`<small>${t('cards.all')}</small>` : nothing}
        </button>`,
      )}
      <button type="button" class="big ${captures.length ? '' : 'go'}" @click=${() => this.#throw(rank)}>${t('cards.stays', { rank: this.#names([rank]) })}</button>
      <button
        type="button"
        class="plain"
        @click=${() => {
          this.#picked = new Set();
          this.#screen.app.update();
        }}
      >
        ${t('cards.by-hand')}
      </button>
    </div>`;
  }

  /** @param {CardsAnswer} cards @param {Set<number>} picked */
  #byHand(cards, picked) {
    const toggle = (/** @type {number} */ place) => {
      if (!picked.delete(place)) picked.add(place);
      this.#screen.app.update();
    };
    const lifted = cards.table.filter((_, place) => picked.has(place));
    return html`<div class="cards-choices">
      <div class="naipes">
        ${cards.table.map(
          (rank, place) => html`<button type="button" class="naipe" aria-pressed=${picked.has(place) ? 'true' : 'false'} @click=${() => toggle(place)}>${rank}${figure(this.#screen.table, rank)}</button>`,
        )}
      </div>
      <button type="button" class="big go" ?disabled=${lifted.length === 0} @click=${() => this.#throw(this.#rank, lifted)}>
        ${t('cards.lift', { rank: this.#names([this.#rank]), cards: this.#names(lifted) || '…' })}
      </button>
    </div>`;
  }

  /** @param {Proposal} proposal */
  #proposal(proposal) {
    const { line, label, text, subject, points, closes, seq, problem, ask } = proposal;
    const side = /** @type {Side|undefined} */ (subject?.[0]);
    const name = html`${side ? badge(side) : nothing} ${label}`;
    if (seq !== null) return html`<p class="proposal-done">✓ ${name} <small>${t('cards.recorded', { seq })}</small></p>`;
    if (this.#screen.table.pending.some((item) => item.line === line || item.line === ask?.line)) return html`<p class="proposal-done">${hourglass} ${name}</p>`;
    if (problem) return html`<p class="failure">${name}: ${whyText(problem)}</p>`;
    return html`<div class="proposal" data-line=${line}>
      <button type="button" class="big go" @click=${() => this.#confirm(proposal)}>
        ${name}<small>${text === label ? pointsText(points) : text} ${closes ? t('closes') : nothing}</small>
      </button>
      <button type="button" class="plain" @click=${() => this.#pass(proposal)}>${t('cards.pass')}</button>
    </div>`;
  }

  /** @param {CardsAnswer} cards */
  #proposals(cards) {
    const { mesa } = this.#screen.table;
    const standing = cards.proposals.filter((proposal) => !this.#isPassed(proposal));
    return html`<div class="cards-choices">
      ${cards.findings.slice(0, 1).map((finding) => html`<p class="failure">${t('cards.wrong')} ${whyText(finding)}</p>`)}
      ${standing.map((proposal) => this.#proposal(proposal))}
      ${cards.offers.map((line) => {
        const [word, seat, ...ranks] = line.split(' ');
        const text = t(word === 'toma' ? 'cards.take' : 'cards.give-back', { name: person(mesa, seat), cards: this.#names(ranks) });
        return html`<button type="button" class="plain" data-offer=${word} ?disabled=${this.#record.pending !== null} @click=${() => this.#send(line)}>${text}</button>`;
      })}
      ${this.#protest(cards)}
    </div>`;
  }

  /** Where the rulebook has a protest, and something was lifted. @param {CardsAnswer} cards */
  #protest(cards) {
    const { app, table } = this.#screen;
    const choice = table.legal.find(({ jugada }) => jugada === 'juego-y-veo');
    if (!choice || !cards.rows.at(-1)?.notation.includes(' levanta ')) return nothing;
    return html`<button type="button" class="plain" @click=${() => app.open(new Protest(this.#screen))}>${choice.label}</button>`;
  }

  render() {
    const { app, sides, table } = this.#screen;
    const cards = this.#record.saved;
    if (!cards) return html`<main class="cards">${failure(this.#record.error)}<p>${t('loading')}</p></main>${footer(this.#screen)}`;
    const last = cards.rows.at(-1);
    return html`
      <main class="cards">
        <div class="cards-lie">${sides.map((side) => this.#pareja(side, cards))} ${this.#felt(cards)}</div>
        <div class="cards-throw">
          ${this.#keys(cards)} ${this.#trouble()} ${this.#rank ? this.#choices(cards) : this.#proposals(cards)}
        </div>
      </main>
      <footer class="mesa-foot">
        <button type="button" class="undo" ?disabled=${!last || this.#record.pending !== null || table.readOnly} @click=${() => this.#undo()}>
          ${t('cards.undo')} ${last ? html`<span>«${this.#words(last.notation)}»</span>` : nothing}
        </button>
        <button type="button" @click=${() => openRare(app, 'History', this.#screen)}>${t('history.title')}</button>
        <button type="button" @click=${() => this.#leave()}>${t('cards.leave')}</button>
        <button type="button" ?disabled=${table.readOnly} @click=${() => openRare(app, 'More', this.#screen)}>${t('more')}</button>
      </footer>
    `;
  }
}
