/**
 * The log as it went on, and beside it what another tablet had saved and the log did not take: each is incorporated or
 * discarded by a person, and nothing here goes away by itself.
 */

import { html, nothing } from 'lit/html.js';

import { hallTime } from '../../site/hall_time.js';
import { counts, rowText } from '../log.js';
import { badge } from '../names.js';
import { failure } from '../parts/failure.js';
import { reasonChips } from '../parts/reasons.js';
import { askPin } from '../pin.js';
import { t } from '../texts.js';
import { Scan } from './scan.js';

/** @typedef {import('../types.js').QuarantineItem} QuarantineItem */

const WAITING = 'espera';
const FEW = 12;
const clock = (/** @type {string|null} */ at) => (at ? hallTime(at, { second: '2-digit' }) : '');

export class Quarantine {
  title = t('quarantine.title');
  busy = false;
  /** @type {string|null} */
  error = null;

  #screen;
  /** @type {string|null} */
  #discarding = null;
  #picked = { reason: '', other: false };
  /** What was shown of a PIN, as long as this is open. @type {import('../proof.js').Shown|null} */
  #shown = null;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    this.#app.keeping.run();
  }

  get #app() {
    return this.#screen.app;
  }

  get #answer() {
    const { known } = this.#app.keeping;
    return known?.mesa === this.#screen.table.mesa.id ? known.answer : null;
  }

  /** @param {string[]} ids @param {"incorporar"|"descartar"} decision */
  #decide(ids, decision) {
    if (this.#shown) return void this.#app.attempt(this, () => this.#send(ids, decision));
    askPin(this.#app, this, t('quarantine.pin'), async (shown) => {
      await this.#send(ids, decision, shown);
      this.#shown = shown;
      this.#app.close();
      this.#app.open(this);
    });
  }

  /** @param {string[]} ids @param {"incorporar"|"descartar"} decision */
  async #send(ids, decision, shown = this.#shown) {
    const { table } = this.#screen;
    const { api, keeping } = this.#app;
    const reason = decision === 'descartar' ? this.#picked.reason.trim() : '';
    const answer = await api.post(`/mesas/${table.mesa.id}/quarantine/decide`, { client_ids: ids, decision, reason, ...shown });
    keeping.known = { mesa: table.mesa.id, answer };
    this.#discarding = null;
    this.#picked = { reason: '', other: false };
    await table.refresh();
    this.error = answer.refused || null;
  }

  /** @param {QuarantineItem} item */
  #item(item) {
    const waits = item.outcome === WAITING;
    const discarding = this.#discarding === item.client_id;
    return html`<li class="kept kept-${item.outcome}">
      <p>
        ${item.number ? html`<span class="kept-number">${item.number}</span>` : nothing}
        ${item.side ? badge(/** @type {any} */ (item.side)) : nothing} <strong>${item.label}</strong>
        <small>${t('quarantine.of', { device: item.device ?? t('fenced.other'), at: clock(item.device_ts) })}</small>
      </p>
      ${item.why_code === 'relevo' ? nothing : html`<p class="kept-why">${item.why}</p>`}
      ${waits && item.refusal ? html`<p class="failure">✕ ${item.refusal}</p>` : nothing}
      ${waits ? (discarding ? this.#why(item) : this.#choices(item)) : html`<p class="kept-done">${this.#done(item)}</p>`}
    </li>`;
  }

  /** @param {QuarantineItem} item */
  #done(item) {
    if (item.outcome === 'incorporada') return t('quarantine.incorporated', { seq: item.seq ?? 0 });
    return t('quarantine.discarded', { by: item.decided_by ?? '', reason: item.reason });
  }

  /** @param {QuarantineItem} item */
  #choices(item) {
    const can = item.kind === 'jugada' && item.notation !== '';
    const discard = () => {
      this.#discarding = item.client_id;
      this.#app.update();
    };
    return html`<div class="actions">
      ${can
        ? html`<button type="button" class="go" ?disabled=${this.busy} @click=${() => this.#decide([item.client_id], 'incorporar')}>${t('quarantine.incorporate')}</button>`
        : html`<p>${t('quarantine.again')}</p>`}
      <button type="button" ?disabled=${this.busy} @click=${discard}>${t('quarantine.discard')}</button>
    </div>`;
  }

  /** @param {QuarantineItem} item */
  #why(item) {
    const pick = (/** @type {{reason: string, other: boolean}} */ picked) => {
      this.#picked = picked;
      this.#app.update();
    };
    return html`${reasonChips({ reasons: t('quarantine.reasons').split('|'), ...this.#picked }, pick)}
      <div class="actions">
        <button type="button" class="stop" ?disabled=${this.busy || !this.#picked.reason.trim()} @click=${() => this.#decide([item.client_id], 'descartar')}>
          ${t('quarantine.discard')}
        </button>
      </div>`;
  }

  render() {
    const { table } = this.#screen;
    const answer = this.#answer;
    const scan = () => this.#app.open(new Scan(this.#app, () => this.#app.open(this)));
    const waiting = (answer?.items ?? []).filter(({ outcome, kind, notation }) => outcome === WAITING && kind === 'jugada' && notation);
    const rows = table.log.filter(({ seq }) => seq > (answer?.since ?? 0)).slice(-FEW);
    return html`
      <p class="lead">${t('quarantine.explain')}</p>
      ${failure(this.error)}
      <div class="beside">
        <section aria-label=${t('quarantine.log')}>
          <h3>${t('quarantine.log')}</h3>
          <p>${t('quarantine.since', { since: answer?.since ?? 0 })}</p>
          <ol class="history">
            ${rows.map((row) => html`<li class=${counts(row) ? '' : 'annulled'}><span>${row.seq} · ${rowText(row)} <small>A ${row.score.A} · B ${row.score.B}</small></span></li>`)}
          </ol>
          ${rows.length === 0 ? html`<p>${t('quarantine.no-log')}</p>` : nothing}
        </section>
        <section aria-label=${t('quarantine.kept')}>
          <h3>${t('quarantine.kept')}</h3>
          ${answer ? nothing : html`<p>${t('loading')}</p>`}
          ${answer?.items.length === 0 ? html`<p>${t('quarantine.none')}</p>` : nothing}
          <ol class="kept-list">${answer?.items.map((item) => this.#item(item))}</ol>
          ${waiting.length > 1
            ? html`<button type="button" class="big go" ?disabled=${this.busy} @click=${() => this.#decide(waiting.map(({ client_id }) => client_id), 'incorporar')}>
                ${t('quarantine.all', { count: waiting.length })}
              </button>`
            : nothing}
          <button type="button" class="plain" @click=${scan}>${t('scan.open')}</button>
        </section>
      </div>
    `;
  }
}
