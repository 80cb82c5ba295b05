/** What is on record of the two parejas, and what the Juez puts on record himself: for the organisation, not for the public. */

import { html, nothing } from 'lit/html.js';

import { conduct } from '../law.js';
import { badge, parejaName, said } from '../names.js';
import { reasonChips } from '../parts/reasons.js';
import { t } from '../texts.js';

const KINDS = /** @type {const} */ (['senas', 'arranche', 'demora', 'ofensa', 'otra']);
const GRADES = /** @type {const} */ (['observacion', 'amonestacion', 'falta-grave']);

export class Conduct {
  title = t('conduct.title');

  #screen;
  /** @type {import('../types.js').Side|''} */
  #side = '';
  #player = '';
  #kind = '';
  #article = '';
  #grade = '';
  #picked = { reason: '', other: false };
  #failed = false;
  /** The second half of a double tap writes nothing. */
  #writing = false;
  /** Written here and not known to the server yet. @type {any[]} */
  #own = [];

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    void this.#look();
    void screen.law?.refresh();
  }

  async #look() {
    const { app, table } = this.#screen;
    this.#own = (await conduct.kept(app)).filter(({ mesa }) => mesa === table.mesa.id);
    app.update();
  }

  /** @param {() => void} change */
  #set(change) {
    change();
    this.#screen.app.update();
  }

  get #whole() {
    return !this.#writing && this.#side !== '' && this.#kind !== '' && this.#grade !== '' && this.#picked.reason.trim() !== '';
  }

  /** What this kind usually offends, as the rulebook has it; what the Juez wrote himself stays. @param {string} kind */
  #choose(kind) {
    const usual = (/** @type {string} */ of) => this.#screen.law?.known.articles?.[of] ?? '';
    if (this.#article.trim() === usual(this.#kind)) this.#article = usual(kind);
    this.#kind = kind;
  }

  async #write() {
    if (!this.#whole) return;
    this.#writing = true;
    try {
      await this.#keep();
    } finally {
      this.#writing = false;
      this.#screen.app.update();
    }
  }

  async #keep() {
    const { app, table, law } = this.#screen;
    const body = { pareja: this.#side, player: this.#player, kind: this.#kind, grade: this.#grade, article: this.#article.trim(), text: this.#picked.reason.trim(), at: new Date().toISOString() };
    try {
      await conduct.write(app, table.mesa.id, body);
    } catch {
      this.#failed = true;
      app.update();
      return;
    }
    this.#failed = false;
    this.#side = '';
    this.#player = '';
    this.#kind = '';
    this.#article = '';
    this.#grade = '';
    this.#picked = { reason: '', other: false };
    app.speak(t('conduct.saved'));
    await this.#look();
    await conduct.bring(app);
    await law?.refresh();
    await this.#look();
  }

  #list() {
    const there = this.#screen.law?.known.conduct ?? [];
    const known = new Set(there.map(({ client_id }) => client_id));
    const rows = [...there.map((each) => ({ ...each, received: true, problem: undefined })), ...this.#own.filter(({ client_id, received }) => !received && !known.has(client_id))];
    if (rows.length === 0) return html`<p>${said(this.#screen.table.mesa, 'conduct.none')}</p>`;
    const { mesa } = this.#screen.table;
    return html`<ul class="precedents">
      ${rows.map(
        ({ pareja, player, kind, grade, article, text, received, problem, final }) => html`<li>
          <p>${badge(pareja)} <strong>${t(/** @type {any} */ (`conduct.${grade}`))} · ${t(/** @type {any} */ (`conduct.${kind}`))}</strong></p>
          <p>${player || parejaName(mesa, pareja)}: ${text}${article ? ` (${article})` : ''}</p>
          <small>${problem ?? t(!received ? 'latest.unsent' : final ? 'conduct.final' : 'conduct.pending')}</small>
        </li>`,
      )}
    </ul>`;
  }

  /** @param {string} label @param {readonly {value: string, words: unknown}[]} options @param {string} picked @param {(value: string) => void} pick */
  #chips(label, options, picked, pick) {
    return html`<div class="chips" role="group" aria-label=${label}>
      ${options.map(
        ({ value, words }) =>
          html`<button type="button" class="chip-button" aria-pressed=${picked === value ? 'true' : 'false'} @click=${() => this.#set(() => pick(value))}>${words}</button>`,
      )}
    </div>`;
  }

  render() {
    const { mesa } = this.#screen.table;
    const sides = this.#screen.sides.map((side) => ({ value: side, words: html`${badge(side)} ${parejaName(mesa, side)}` }));
    const players = this.#side ? mesa.parejas[this.#side].players : [];
    const words = (/** @type {string} */ value) => ({ value, words: t(/** @type {any} */ (`conduct.${value}`)) });
    return html`
      ${this.#list()}
      <h3>${t('conduct.new')}</h3>
      ${this.#chips(t('conduct.who'), sides, this.#side, (value) => {
        this.#side = /** @type {import('../types.js').Side} */ (value);
        this.#player = '';
      })}
      ${players.length > 1
        ? this.#chips(t('conduct.player'), [{ value: '', words: t('conduct.both') }, ...players.map((name) => ({ value: name, words: name }))], this.#player, (value) => (this.#player = value))
        : nothing}
      ${this.#chips(t('conduct.kind'), KINDS.map(words), this.#kind, (value) => this.#choose(value))}
      <label class="field"
        >${t('conduct.article')}
        <input maxlength="60" .value=${this.#article} @input=${(/** @type {any} */ event) => this.#set(() => (this.#article = event.target.value))} />
      </label>
      ${this.#chips(t('conduct.grade'), GRADES.map(words), this.#grade, (value) => (this.#grade = value))}
      <h3>${t('conduct.what')}</h3>
      ${reasonChips({ reasons: t('reasons.conduct').split('|'), ...this.#picked }, (picked) => this.#set(() => (this.#picked = picked)))}
      ${this.#failed ? html`<p class="failure" role="alert">✕ ${t('note.failed')}</p>` : nothing}
      <button type="button" class="big go" ?disabled=${!this.#whole} @click=${() => this.#write()}>${t('conduct.write')}</button>
    `;
  }
}
