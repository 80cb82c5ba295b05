/** What this tablet saved and cannot send, as QR codes for another tablet or a telephone of the desk to read. */

import { html, nothing } from 'lit/html.js';

import { qr } from '../parts/qr.js';
import { codesOf } from '../rescue.js';
import { t } from '../texts.js';

export class Rescue {
  title = t('rescue.title');

  #screen;
  /** @type {{codes: string[], left: number}|null} */
  #made = null;
  #shown = 0;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
    this.#make();
  }

  async #make() {
    const { app, table } = this.#screen;
    const slug = app.session?.championship?.slug ?? '';
    const items = [...table.aside.filter(({ kept }) => !kept), ...(await app.storage.all('outbox', table.mesa.id))];
    this.#made = await codesOf(`${location.origin}/c/${slug}/panel/cuarentena/leer/`, items, table.log);
    app.update();
  }

  /** @param {number} by */
  #turn(by) {
    this.#shown += by;
    this.#screen.app.update();
  }

  render() {
    const made = this.#made;
    if (!made) return html`<p>${t('loading')}</p>`;
    const { codes, left } = made;
    if (codes.length === 0) return html`<p class="lead">${t('rescue.none')}</p>`;
    const facts = { part: this.#shown + 1, parts: codes.length };
    return html`
      <div class="rescue">
        <div class="rescue-code" data-code=${codes[this.#shown]}>${qr(codes[this.#shown], t('rescue.code', facts))}</div>
        <div>
          <p class="lead">${t('rescue.code', facts)}</p>
          <p>${t('rescue.explain')}</p>
          ${left > 0 ? html`<p class="failure">${t(left === 1 ? 'rescue.signatures-one' : 'rescue.signatures', { count: left })}</p>` : nothing}
          <p>${t('rescue.stays')}</p>
          <div class="actions">
            <button type="button" class="big" ?disabled=${this.#shown === 0} @click=${() => this.#turn(-1)}>‹ ${t('rescue.before')}</button>
            <button type="button" class="big go" ?disabled=${this.#shown === codes.length - 1} @click=${() => this.#turn(1)}>${t('rescue.next')} ›</button>
          </div>
        </div>
      </div>
    `;
  }
}
