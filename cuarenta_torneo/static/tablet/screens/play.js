/** S4: the screen that matters. Two parejas, their score and their buttons; what is next between them. */

import { html, noChange, nothing } from 'lit/html.js';
import { keyed } from 'lit/directives/keyed.js';

import { AWARDS, REPARTOS } from '../layout.js';
import { badge, parejaName, playersBelow, said, signed, whyText } from '../names.js';
import { buzz } from '../parts/buzz.js';
import { footer } from '../parts/footer.js';
import { hourglass } from '../parts/hourglass.js';
import { latest } from '../parts/latest.js';
import { precedentsActions } from '../parts/precedents.js';
import { openRare } from '../rare.js';
import { Conteo } from '../sheets/conteo.js';
import { Proclaim } from '../sheets/proclaim.js';
import { RondaSheet } from '../sheets/ronda.js';
import { Verify } from '../sheets/verify.js';
import { known, t } from '../texts.js';

/** A second tap on the same button within this time is a slip of the finger until the Juez says otherwise. */
const SLIP_MS = 600;
const NOTE_MS = 6000;
/** How many awards stand in two columns; more take three. */
const ROOM = 6;

/**
 * @typedef {import('../types.js').Choice} Choice
 * @typedef {import('../types.js').Side} Side
 */

/** @param {{jugada: string, subject?: Side|null}} choice */
const keyOf = ({ jugada, subject }) => `${jugada} ${subject ?? ''}`;

export class Play {
  #screen;
  #last = { key: '', at: -Infinity };
  /** What a button says instead of its points, for a while. @type {Map<string, {text: string, kind: string}>} */
  #notes = new Map();
  #timers = new Map();
  #brief = false;

  /** @param {import('./mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
  }

  /** The server refused a jugada that this button had sent. @param {import('../types.js').Refused} item */
  refused(item) {
    this.#refuse(item.key, whyText(item), item.article);
  }

  /** A reason is too long for a button: the button says that it refuses, the top of the screen why. @param {string} key @param {string} why @param {string|null} [article] */
  #refuse(key, why, article = null) {
    buzz('refused');
    this.#note(key, t('refused.note'), 'refused');
    this.#screen.say({ text: why, actions: precedentsActions(this.#screen, article), refused: true });
  }

  /** What the buttons answered has been read. */
  forget() {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#notes.clear();
  }

  /** @param {string} key @param {string} text @param {string} kind */
  #note(key, text, kind) {
    clearTimeout(this.#timers.get(key));
    this.#notes.set(key, { text, kind });
    this.#timers.set(
      key,
      setTimeout(() => {
        this.#notes.delete(key);
        this.#screen.app.update();
      }, NOTE_MS),
    );
    this.#screen.app.speak(text);
  }

  /** @param {Choice} choice @param {PointerEvent|MouseEvent} event @param {() => void} act */
  #tap(choice, event, act) {
    const key = keyOf(choice);
    const slip = key === this.#last.key && event.timeStamp - this.#last.at < SLIP_MS;
    this.#last = { key, at: event.timeStamp };
    this.forget();
    if (this.#screen.table.readOnly) this.#refuse(key, t('read-only'));
    else if (!choice.allowed) this.#refuse(key, whyText(choice), choice.article);
    else if (slip) this.#note(key, t('again', { label: choice.label, side: choice.subject ?? '' }), 'again');
    else {
      buzz('tap');
      act();
    }
  }

  /** @param {Choice} choice */
  #record(choice) {
    const { line, label, subject, points, ask } = choice;
    if (choice.needs.length > 0) this.#screen.app.open(new RondaSheet(this.#screen, choice));
    else if (line) this.#screen.record({ line, label, subject, points, ...(ask ? { ask } : {}) });
  }

  /** @param {Choice} choice @param {string} style @param {() => void} [act] @param {string} [below] */
  #button(choice, style, act = () => this.#record(choice), below = pointsOf(choice)) {
    const note = this.#notes.get(keyOf(choice));
    const mind = !note && choice.allowed ? choice.note : null;
    return html`
      <button
        type="button"
        class="play-button ${style} ${note ? `noted noted-${note.kind}` : ''} ${mind ? 'minded' : ''}"
        data-jugada=${choice.jugada}
        data-subject=${choice.subject ?? nothing}
        aria-disabled=${choice.allowed ? 'false' : 'true'}
        @click=${(/** @type {MouseEvent} */ event) => this.#tap(choice, event, act)}
      >
        <span class="label">${choice.label}</span>
        ${note
          ? html`<span class="note">${note.text}</span>`
          : html`<span class="points">${below}${choice.closes ? html` <em>${t('closes')}</em>` : nothing}</span>
              ${mind ? html`<small class="mind">${mind}</small>` : nothing}`}
      </button>
    `;
  }

  /** @param {Side} side */
  #pareja(side) {
    const { table } = this.#screen;
    const score = table.state.marcador[side];
    const waiting = table.unfolded.filter((item) => item.points?.[side]);
    const [names, awards] = this.#brief ? [noChange, noChange] : this.#around(side);
    return html`
      <section class="pareja pareja-${side}" aria-label=${said(table.mesa, 'pareja', { side })}>
        <header class="pareja-head">
          ${badge(side)} ${names}
          <div class="score" data-score=${side}>
            ${keyed(score, html`<output class="digits">${score}</output>`)}
            ${table.provisional
              ? html`<span class="unsaved">${hourglass} ${waiting.map((item) => signed(item.points?.[side] ?? 0)).join(' ')} <small>${t('score.provisional')}</small></span>`
              : nothing}
          </div>
        </header>
        ${awards}
      </section>
    `;
  }

  /** What stands around the score of a pareja: who it is, and its buttons. @param {Side} side */
  #around(side) {
    const { mesa, state } = this.#screen.table;
    const claims = this.#screen.rondas.of(side);
    const awards = AWARDS.map((jugada) => this.#screen.table.choice(jugada, side)).filter((choice) => choice !== undefined);
    const limits = awards.find(({ allowed, note }) => !allowed && note)?.note;
    return [
      html`<div class="pareja-names ${claims.length > 0 ? 'claimed' : ''}">
        <strong>${parejaName(mesa, side)}</strong>
        ${limits ? html`<small class="limits">${limits}</small>` : playersBelow(mesa, side)}
        ${claims.map((claim) => this.#claim(claim))}
        <span class="chicas" role="img" aria-label=${t('chicas.won', { won: state.ganadas[side] })}>${'●'.repeat(state.ganadas[side])}</span>
      </div>`,
      html`<div class="awards ${awards.length > ROOM ? 'many' : ''}">${awards.map((choice) => this.#button(choice, awards.length % 2 && choice.jugada === 'caida-limpia' ? 'award wide' : 'award'))}</div>`,
    ];
  }

  /** A ronda that counts once somebody has seen the cards. @param {import('../rondas.js').Claim} claim */
  #claim(claim) {
    const { label, points, subject } = claim;
    return html`<button type="button" class="claim-chip ${this.#screen.rondas.hold(claim) ? 'closing' : ''}" @click=${() => this.#screen.app.open(new Verify(this.#screen, claim))}>
      ${hourglass} ${label} ${points ? signed(points[subject]) : ''} <small>${t('ronda.unverified')}</small>
    </button>`;
  }

  /** What usually comes next, by the state of the mesa. */
  #next() {
    const { app, table } = this.#screen;
    const { estado } = table.state;
    if (estado === 'terminada') {
      return html`<button type="button" class="play-button step go" @click=${() => openRare(app, 'Freeze', this.#screen)}>
        <span class="label">${t('freeze')}</span><span class="points">${winner(table.state)}</span>
      </button>`;
    }
    const proclama = table.choice('proclama');
    if (proclama?.allowed) {
      const score = t('proclaim.score', { a: table.state.marcador.A, b: table.state.marcador.B });
      return this.#button(proclama, 'step go tall', () => app.open(new Proclaim(this.#screen)), score);
    }
    const resume = table.choice('reanudacion');
    if (resume?.allowed) return this.#button(resume, 'step go tall');
    const repartos = REPARTOS.map((jugada) => table.choice(jugada)).filter((choice) => choice !== undefined);
    const reparto = repartos.find((choice) => choice.allowed) ?? repartos.at(-1);
    const conteo = table.choice('conteo');
    return html`
      ${reparto ? this.#button(reparto, reparto.allowed ? 'step next' : 'step') : nothing}
      ${conteo ? this.#button(this.#countable(conteo), conteo.allowed ? 'step next' : 'step', () => app.open(new Conteo(this.#screen))) : nothing}
    `;
  }

  /** A data whose last deal was not marked can still be counted: the sheet offers to mark it too. @param {Choice} conteo */
  #countable(conteo) {
    const unmarked = REPARTOS.some((jugada) => this.#screen.table.choice(jugada)?.allowed);
    return { ...conteo, allowed: conteo.allowed || unmarked };
  }

  #protest() {
    const { app, table } = this.#screen;
    const choices = table.legal.filter(({ jugada }) => jugada === 'juego-y-veo');
    const best = choices.find((choice) => choice.allowed) ?? choices[0];
    if (!best || table.state.estado === 'terminada') return nothing;
    return this.#button({ ...best, subject: null, points: null, closes: false }, 'step', () => openRare(app, 'Protest', this.#screen));
  }

  #centre() {
    const { table } = this.#screen;
    const estado = `banner.${table.state.estado}`;
    const cause = table.choice('reanudacion')?.cause;
    const { rondas } = this.#screen;
    const held = rondas.claims.map((claim) => rondas.hold(claim)).find((told) => told !== undefined);
    return html`${held ? html`<p class="standing hold-hands" role="alert">${held}</p>` : nothing} ${known(estado) ? html`<p class="standing">${t(estado)}${cause ? `: ${cause}` : ''}</p>` : nothing} ${latest(this.#screen)} ${this.#next()} ${this.#protest()}`;
  }

  /** @param {boolean} brief the scores alone: what stands around them is on the screen and follows */
  render(brief) {
    const { sides } = this.#screen;
    this.#brief = brief;
    return html`
      <main class="play" aria-busy=${brief}>
        ${this.#pareja(sides[0])}
        <div class="centre">
          ${this.#brief ? noChange : this.#centre()}
        </div>
        ${this.#pareja(sides[1])}
      </main>
      ${this.#brief ? noChange : footer(this.#screen)}
    `;
  }
}

/** @param {Choice} choice */
const pointsOf = ({ points, subject }) => (points && subject ? signed(points[subject]) : '');

/** @param {import('../types.js').State} state */
const winner = (state) => (state.ganador ? t('final.winner', { side: state.ganador }) : '');
