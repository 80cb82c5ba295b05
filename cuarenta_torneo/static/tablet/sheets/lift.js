/** «¿Vale el levante?»: the cards on the table, the one thrown, those lifted; the rulebook says whether it was right. */

import { html, nothing } from 'lit/html.js';

import { RANKS } from '../lines.js';
import { articleText, badge, cardName, figure, parejaName, scoreText, whyText } from '../names.js';
import { Asking } from '../parts/asking.js';
import { t } from '../texts.js';

/**
 * @typedef {import('../types.js').Side} Side
 * @typedef {import('../types.js').Verdict} Verdict
 * @typedef {Record<string, number>} Cards how many there are of each rank
 */

/** As many of a rank as can lie on the table while another is thrown. */
const MOST = 3;

/** @param {Cards} cards */
const spread = (cards) => RANKS.flatMap((rank) => Array(cards[rank] ?? 0).fill(rank));

/** One more with each touch, and after the last one none. @param {Cards} cards @param {string} rank @param {number} most */
const touched = (cards, rank, most) => ({ ...cards, [rank]: ((cards[rank] ?? 0) + 1) % (most + 1) });

export class Lift {
  title = t('lift.title');

  #screen;
  /** @type {Asking<Verdict>} */
  #asking;
  /** @type {Cards} */
  #table = {};
  /** @type {Cards} */
  #lifted = {};
  #card = '';
  /** The card lifted was the one that the player before had just thrown. */
  #fell = false;
  /** It was the first card after a deal. */
  #redealt = false;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    this.#asking = new Asking(screen, (asked) => screen.table.judgeLift(asked), t('lift.unreachable'));
  }

  closed() {
    this.#asking.forget();
  }

  #changed() {
    for (const rank of RANKS) {
      if ((this.#lifted[rank] ?? 0) > (this.#table[rank] ?? 0)) this.#lifted[rank] = this.#table[rank] ?? 0;
    }
    if (!this.#table[this.#card]) this.#fell = this.#redealt = false;
    const table = spread(this.#table);
    if (this.#card && table.length > 0) {
      const previous = this.#fell ? this.#card : null;
      this.#asking.ask({ table, card: this.#card, lifted: spread(this.#lifted), previous, redealt: this.#redealt });
    } else this.#asking.forget();
    this.#screen.app.update();
  }

  /** @param {() => void} change */
  #do(change) {
    return () => {
      change();
      this.#changed();
    };
  }

  /**
   * @param {string} rank @param {number} count @param {() => void} change
   * @param {number} [of] how many there are to take
   */
  #key(rank, count, change, of) {
    const name = cardName(this.#screen.table, rank);
    const label = of ? t('lift.of', { rank: name, count, of }) : count > 1 ? `${name} × ${count}` : name;
    return html`<button type="button" class="naipe" data-rank=${rank} aria-label=${label} aria-pressed=${count > 0 ? 'true' : 'false'} @click=${this.#do(change)}>
      ${rank}${figure(this.#screen.table, rank)}${(of ?? count) > 1 ? html`<small class="times">${of ? `${count}/${of}` : `×${count}`}</small>` : nothing}
    </button>`;
  }

  /** @param {string} part @param {unknown} keys @param {unknown} [beside] */
  #row(part, keys, beside = nothing) {
    return html`<section class="naipes-row" data-part=${part}>
      <h3>${t(/** @type {any} */ (`lift.${part}`))}</h3>
      <div class="naipes">${keys}${beside}</div>
    </section>`;
  }

  #liftedRow() {
    const there = RANKS.filter((rank) => this.#table[rank] > 0);
    if (there.length === 0) return this.#row('lifted', html`<p class="lead">${t('lift.none')}</p>`);
    const all = html`<button type="button" class="naipe-all" @click=${this.#do(() => (this.#lifted = { ...this.#table }))}>${t('lift.all')}</button>`;
    return this.#row(
      'lifted',
      there.map((rank) => {
        const most = this.#table[rank];
        return this.#key(rank, this.#lifted[rank] ?? 0, () => (this.#lifted = touched(this.#lifted, rank, most)), most);
      }),
      all,
    );
  }

  /** @param {string} text @param {boolean} on @param {() => void} change */
  #check(text, on, change) {
    return html`<button type="button" class="check" role="checkbox" aria-checked=${on ? 'true' : 'false'} @click=${this.#do(change)}>
      <span class="tick">${on ? '✓' : ''}</span>${text}
    </button>`;
  }

  #fall() {
    if (!this.#lifted[this.#card]) return nothing;
    return html`<div class="actions">
      ${this.#check(t('lift.fell'), this.#fell, () => (this.#fell = !this.#fell))}
      ${this.#fell ? this.#check(t('lift.redealt'), this.#redealt, () => (this.#redealt = !this.#redealt)) : nothing}
    </div>`;
  }

  #verdict() {
    const verdict = this.#asking.preview;
    if (!verdict) return this.#asking.render();
    const lifted = spread(this.#lifted).length > 0;
    const style = lifted ? (verdict.right ? 'is-right' : 'is-wrong') : '';
    return html`<ul class="verdict-lift ${style}" role="status">
      ${verdict.findings.map(({ code, message, article }) => html`<li data-code=${code}>${message} <small>${articleText(article)}</small></li>`)}
    </ul>`;
  }

  /** What the verdict makes of a protest, by whoever protested: the last levante that claimed points, or none. */
  #findings() {
    const { sides, table } = this.#screen;
    const verdict = this.#asking.preview;
    if (!verdict || spread(this.#lifted).length === 0) return nothing;
    return html`<div class="sides lift-sides">
      ${sides.map((side) => {
        const choice = table.choice('juego-y-veo', side, verdict.right ? 'no-procede' : 'procede');
        if (!choice) return nothing;
        const target = choice.targets?.[0];
        return html`<section class="protest pareja-${side}">
          <h3>${badge(side)} ${t('protest.by', { name: parejaName(table.mesa, side) })}</h3>
          ${choice.allowed ? nothing : html`<p class="failure">${whyText(choice)}</p>`}
          ${target ? this.#finding(side, target, t('protest.against', { number: target.number ?? '', label: target.label })) : nothing}
          ${choice.line ? this.#finding(side, choice, t(verdict.right ? 'protest.rejected' : 'protest.nothing-claimed')) : nothing}
        </section>`;
      })}
    </div>`;
  }

  /** @param {Side} side @param {import('../types.js').Target|import('../types.js').Choice} found @param {string} words */
  #finding(side, { line, points, score, ask }, words) {
    const { app, table } = this.#screen;
    const record = () => {
      const label = table.choice('juego-y-veo', side, 'procede')?.label ?? '';
      app.close();
      this.#screen.record({ line: line ?? '', label, subject: side, points, ...(ask ? { ask } : {}) });
    };
    return html`<button type="button" class="finding" @click=${record}>
      <span>${words}</span><small>${scoreText(table.state.marcador, score)}</small>
    </button>`;
  }

  #clear() {
    this.#table = {};
    this.#lifted = {};
    this.#card = '';
  }

  render() {
    const onTable = RANKS.map((rank) => this.#key(rank, this.#table[rank] ?? 0, () => (this.#table = touched(this.#table, rank, MOST))));
    const thrown = RANKS.map((rank) => this.#key(rank, Number(rank === this.#card), () => (this.#card = rank)));
    return html`
      ${this.#row('table', onTable)} ${this.#row('card', thrown)} ${this.#liftedRow()} ${this.#fall()} ${this.#verdict()} ${this.#findings()}
      <button type="button" class="plain" @click=${this.#do(() => this.#clear())}>${t('lift.clear')}</button>
    `;
  }
}
