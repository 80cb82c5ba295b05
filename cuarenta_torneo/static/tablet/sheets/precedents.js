/** What the Director has resolved, to be read at the table; and a doubt that is exposed to him from here (18). */

import { html, nothing } from 'lit/html.js';

import { articleText, badge, parejaName } from '../names.js';
import { consultas } from '../law.js';
import { t } from '../texts.js';

/** Without accents and case. @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export class Precedents {
  title = t('precedents.title');

  #screen;
  #article;
  #words = '';
  #asking = false;
  #question = '';
  #about = '';
  #by = '';
  #failed = false;
  /** Written here and not known to the server yet. @type {any[]} */
  #own = [];

  /** @param {import('../screens/mesa.js').Mesa} screen @param {string} [article] what came up */
  constructor(screen, article = '') {
    this.#screen = screen;
    this.#article = article;
    this.#about = article.split(',')[0].trim();
    void this.#look();
    void screen.law?.refresh();
  }

  get #law() {
    return /** @type {import('../law.js').Law} */ (this.#screen.law);
  }

  async #look() {
    const { app, table } = this.#screen;
    this.#own = (await consultas.kept(app)).filter(({ mesa }) => mesa === table.mesa.id);
    app.update();
  }

  async #send() {
    const { app, table } = this.#screen;
    try {
      const at = new Date().toISOString();
      await consultas.write(app, table.mesa.id, { question: this.#question.trim(), article: this.#about, pareja: this.#by, at });
    } catch {
      this.#failed = true;
      app.update();
      return;
    }
    this.#failed = false;
    this.#asking = false;
    this.#question = '';
    app.speak(t('consulta.saved'));
    await this.#look();
    await consultas.bring(app);
    await this.#law.refresh();
    await this.#look();
  }

  /** @param {() => void} change */
  #set(change) {
    change();
    this.#screen.app.update();
  }

  get #found() {
    const words = plain(this.#words).split(/\s+/).filter(Boolean);
    const those = this.#article ? this.#law.about(this.#article) : this.#law.known.precedents;
    return those.filter(({ question, resolution, label }) => words.every((word) => plain(`${question} ${resolution} ${label}`).includes(word)));
  }

  #list() {
    const found = this.#found;
    return html`
      ${this.#article
        ? html`<div class="actions">
            <p class="lead">${t('precedents.about', { article: articleText(this.#article) })}</p>
            <button type="button" class="plain" @click=${() => this.#set(() => (this.#article = ''))}>${t('precedents.all')}</button>
          </div>`
        : html`<label class="field"
            >${t('precedents.search')}
            <input type="search" .value=${this.#words} @input=${(/** @type {any} */ event) => this.#set(() => (this.#words = event.target.value))} />
          </label>`}
      ${found.length === 0 ? html`<p>${t('precedents.none')}</p>` : nothing}
      <ul class="precedents">
        ${found.map(
          ({ number, label, question, resolution }) => html`<li>
            <p><strong>${number}. ${question}</strong></p>
            <p>${resolution}</p>
            <small>${label || t('precedents.nowhere')}</small>
          </li>`,
        )}
      </ul>
    `;
  }

  /** The doubts of this mesa, and how they stand. */
  #asked() {
    const there = this.#law.known.consultas;
    const known = new Set(there.map(({ client_id }) => client_id));
    const own = this.#own.filter(({ client_id }) => !known.has(client_id));
    if (there.length + own.length === 0) return nothing;
    return html`<h3>${t('consulta.of-mesa')}</h3>
      <ul class="precedents">
        ${there.map(
          ({ number, question, resolution, withdrawn }) => html`<li>
            <p>${number}. ${question}</p>
            <small>${withdrawn ? t('consulta.withdrawn') : resolution ? t('consulta.resolved', { resolution }) : t('consulta.waits')}</small>
          </li>`,
        )}
        ${own.map(({ question, received, problem }) => html`<li><p>${question}</p><small>${problem ?? t(received ? 'note.received' : 'latest.unsent')}</small></li>`)}
      </ul>`;
  }

  #form() {
    const { mesa } = this.#screen.table;
    const who = (/** @type {string} */ by, /** @type {unknown} */ label) =>
      html`<button type="button" class="chip-button" aria-pressed=${this.#by === by ? 'true' : 'false'} @click=${() => this.#set(() => (this.#by = by))}>${label}</button>`;
    return html`
      <p>${t('consulta.explain')}</p>
      <label class="field"
        >${t('consulta.question')}
        <textarea rows="3" maxlength="600" .value=${this.#question} @input=${(/** @type {any} */ event) => this.#set(() => (this.#question = event.target.value))}></textarea>
      </label>
      <label class="field"
        >${t('consulta.article')}
        <select @change=${(/** @type {any} */ event) => this.#set(() => (this.#about = event.target.value))}>
          <option value="" ?selected=${!this.#about}>${t('precedents.nowhere')}</option>
          ${this.#law.known.places.map(({ article, label }) => html`<option value=${article} ?selected=${article === this.#about}>${label}</option>`)}
        </select>
      </label>
      <div class="chips" role="group" aria-label=${t('consulta.who')}>
        ${who('', t('juez'))} ${this.#screen.sides.map((side) => who(side, html`${badge(side)} ${parejaName(mesa, side)}`))}
      </div>
      ${this.#failed ? html`<p class="failure" role="alert">✕ ${t('note.failed')}</p>` : nothing}
      <button type="button" class="big go" ?disabled=${!this.#question.trim()} @click=${() => this.#send()}>${t('consulta.send')}</button>
    `;
  }

  render() {
    return html`
      ${this.#list()} ${this.#asked()}
      ${this.#asking ? this.#form() : html`<button type="button" class="big" @click=${() => this.#set(() => (this.#asking = true))}>${t('consulta.open')}</button>`}
    `;
  }
}
