/** S6: juego y veo. Who protests, what, and what each finding would do, before it is found. */

import { html, nothing } from 'lit/html.js';

import { hallTime } from '../../site/hall_time.js';
import { badge, parejaName, person, pointsText, scoreText, whyText } from '../names.js';
import { precedentsLine } from '../parts/precedents.js';
import { openRare } from '../rare.js';
import { t } from '../texts.js';

/**
 * @typedef {import('../types.js').Choice} Choice
 * @typedef {import('../types.js').Points} Points
 * @typedef {{line: string, label: string, points: Points|null, score?: Points|null, style: string, when?: string, ask?: import('../types.js').Ask|null}} Finding
 */

export class Protest {
  #screen;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    this.title = screen.table.legal.find(({ jugada }) => jugada === 'juego-y-veo')?.label ?? '';
    import('../reviewing.js').then(({ review }) => review(screen)).catch(() => {});
  }

  /** @param {import('../types.js').Side} side @param {Finding} finding */
  #record(side, { line, points, ask }) {
    this.#screen.app.close();
    this.#screen.record({ line, label: this.title, subject: side, points, ...(ask ? { ask } : {}) });
  }

  /** The levante with whose it is, and when: two of the same kind are told apart. @param {import('../types.js').Target} target @returns {Finding} */
  #target(target) {
    const { mesa, log } = this.#screen.table;
    const row = log.find(({ seq }) => seq === target.number);
    const seat = row?.notation.split(' ')[1] ?? '';
    const label = t('protest.against', { number: target.number ?? '', label: target.label });
    const facts = [
      seat.length > 1 ? person(mesa, seat) : '',
      row?.device_ts ? hallTime(row.device_ts) : '',
      row ? t('protest.board', { a: row.score.A, b: row.score.B }) : '',
    ];
    return { ...target, label, when: facts.filter(Boolean).join(' · '), style: 'upheld' };
  }

  /** How the board would change: `A 24→22 · B 18→20`. @param {Finding} finding */
  #arithmetic({ points, score }) {
    const now = this.#screen.table.state.marcador;
    return score ? scoreText(now, score) : pointsText(points);
  }

  /** @param {import('../types.js').Side} side @param {Finding} finding */
  #button(side, finding) {
    const aside = [finding.when, finding.ask ? t('protest.asked') : ''].filter(Boolean).join(' · ');
    return html`<button type="button" class="finding ${finding.style} ${finding.ask ? 'questioned' : ''}" @click=${() => this.#record(side, finding)}>
      <span>${finding.label}${aside ? html`<em class="when">${aside}</em>` : nothing}</span><small>${this.#arithmetic(finding)}</small>
    </button>`;
  }

  /** @param {import('../types.js').Side} side */
  #side(side) {
    const { table } = this.#screen;
    const upheld = table.choice('juego-y-veo', side, 'procede');
    const rejected = table.choice('juego-y-veo', side, 'no-procede');
    const refused = [upheld, rejected].find((choice) => choice && !choice.allowed);
    return html`
      <section class="protest pareja-${side}">
        <h3>${badge(side)} ${t('protest.by', { name: parejaName(table.mesa, side) })}</h3>
        ${refused ? html`<p class="failure">${whyText(refused)}</p>` : nothing}
        ${upheld?.targets?.map((target) => this.#button(side, this.#target(target)))}
        ${upheld?.allowed && upheld.line
          ? this.#button(side, { ...upheld, line: upheld.line, label: t('protest.nothing-claimed'), style: 'upheld' })
          : nothing}
        ${rejected?.allowed && rejected.line
          ? this.#button(side, { ...rejected, line: rejected.line, label: t('protest.rejected'), style: 'rejected' })
          : nothing}
      </section>
    `;
  }

  render() {
    const { app } = this.#screen;
    return html`<div class="actions">
        <p class="lead">${t('protest.explain')}</p>
        <button type="button" class="plain" @click=${() => openRare(app, 'Lift', this.#screen)}>${t('lift.title')}</button>
      </div>
      ${precedentsLine(this.#screen, this.#screen.table.legal.find(({ jugada }) => jugada === 'juego-y-veo')?.article)}
      <div class="sides">${this.#screen.sides.map((side) => this.#side(side))}</div>`;
  }
}
