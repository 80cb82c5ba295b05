/** S0, second half: the equipment is tried out once it is paired. What fails says what to do about it. */

import { html, nothing } from 'lit/html.js';

import { CHECKS, SLOW } from '../checking.js';
import { t } from '../texts.js';

/**
 * @typedef {import('../checking.js').Item} Item
 * @typedef {import('../checking.js').Found} Found
 */

const SYMBOLS = { good: '✓', fair: '!', bad: '✕' };
/** Where the three circles are: what a dead corner of the screen would miss. */
const CIRCLES = ['near', 'middle', 'far'];

export class Check {
  #app;
  /** @type {Partial<Record<Item, Found>>} */
  #found = {};
  #touched = new Set();

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.#app = app;
    this.#try();
  }

  async #try() {
    this.#found = {};
    this.#touched = new Set();
    const names = /** @type {Item[]} */ (Object.keys(CHECKS));
    await Promise.all(
      names.map(async (item) => {
        this.#found[item] = await CHECKS[item](this.#app);
        this.#app.update();
      }),
    );
  }

  /** Which are not answered yet. @returns {Item[]} */
  get #open() {
    return /** @type {Item[]} */ (Object.keys(CHECKS)).filter((item) => !this.#found[item]);
  }

  get #missing() {
    return this.#open.some((item) => !SLOW.includes(item)) || this.#touched.size < CIRCLES.length;
  }

  get #bad() {
    return Object.values(this.#found).filter(({ mark }) => mark === 'bad').length;
  }

  #go() {
    this.#app.unchecked = null;
    this.#app.home();
  }

  /** @param {string} circle */
  #touch(circle) {
    this.#touched.add(circle);
    this.#app.update();
  }

  /** @param {Item} item */
  #row(item) {
    const found = this.#found[item];
    const mark = found?.mark ?? 'waiting';
    const todo = found && found.mark !== 'good' ? t(`check.${item}.todo`) : nothing;
    return html`<li class="check-row is-${mark}" data-check=${item} data-mark=${mark}>
      <span class="mark" role="img" aria-label=${t(`check.${mark}`)}>${found ? SYMBOLS[found.mark] : '…'}</span>
      <span><strong>${t(`check.${item}`, found?.values)}</strong><small>${todo}</small></span>
    </li>`;
  }

  #touches() {
    const all = this.#touched.size === CIRCLES.length;
    return html`<li class="check-row is-${all ? 'good' : 'waiting'}" data-check="touch" data-mark=${all ? 'good' : 'waiting'}>
      <span class="mark" role="img" aria-label=${t(all ? 'check.good' : 'check.waiting')}>${all ? SYMBOLS.good : '…'}</span>
      <span><strong>${t('check.touch')}</strong><small>${all ? nothing : t('check.touch.todo')}</small></span>
    </li>`;
  }

  #circles() {
    return CIRCLES.filter((circle) => !this.#touched.has(circle)).map(
      (circle, index) =>
        html`<button type="button" class="circle circle-${circle}" aria-label=${t('check.circle', { number: index + 1 })} @click=${() => this.#touch(circle)}></button>`,
    );
  }

  #summary() {
    if (this.#missing) return t('check.running');
    if (this.#bad) return t('check.trouble', { count: this.#bad });
    return t(this.#open.length > 0 ? 'check.loading' : 'check.ready');
  }

  render() {
    const { session } = this.#app;
    const names = /** @type {Item[]} */ (Object.keys(CHECKS));
    return html`
      <main class="page check">
        <header class="page-head">
          <div>
            <h1>${t('check.title')}</h1>
            <p>${session?.championship?.name} · ${session?.device.name}</p>
          </div>
          <button type="button" class="plain" @click=${() => this.#try()}>${t('check.again')}</button>
        </header>
        <ul class="checks">${names.map((item) => this.#row(item))} ${this.#touches()}</ul>
        <p class="check-summary" role="status">${this.#summary()}</p>
        <button type="button" class="big ${this.#bad ? '' : 'go'}" ?disabled=${this.#missing} @click=${() => this.#go()}>${t(this.#bad ? 'check.go-anyway' : 'check.go')}</button>
        ${this.#circles()}
      </main>
    `;
  }
}
