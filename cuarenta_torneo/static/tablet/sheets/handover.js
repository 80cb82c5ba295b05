/**
 * Another tablet keeps this mesa: going on here takes it from there. Whoever has a PIN marks it, the Juez or the desk,
 * and its last digit is the last touch; where nobody has one it is held down instead.
 */

import { html, nothing } from 'lit/html.js';

import { failure } from '../parts/failure.js';
import { hold } from '../parts/hold.js';
import { ago } from '../parts/chip.js';
import { PinPad } from '../parts/pinpad.js';
import { peopleWithPin } from '../proof.js';
import { t } from '../texts.js';

export class HandOver {
  title = t('handover.title');
  busy = false;
  /** @type {string|null} */
  error = null;

  #app;
  #lease;
  #goOn;
  #pad;

  /**
   * @param {import('../app.js').App} app
   * @param {{lease: import('../types.js').Lease}} mesa
   * @param {(shown?: import('../proof.js').Shown) => Promise<void>} goOn
   */
  constructor(app, mesa, goOn) {
    this.#app = app;
    this.#lease = mesa.lease;
    this.#goOn = goOn;
    const juez = peopleWithPin(app.session, 'juez');
    const people = [...juez, ...peopleWithPin(app.session, 'desk').filter((each) => !juez.includes(each))];
    this.#pad = juez.length > 0 ? new PinPad(app, people, goOn) : null;
  }

  closed() {
    this.#pad?.closed();
  }

  #take() {
    this.#app.attempt(this, () => this.#goOn());
  }

  render() {
    const { holder, juez, last_at: last } = this.#lease;
    const facts = { holder: holder ?? '', juez: juez ?? '', ago: last ? ago(Date.parse(last)) : '' };
    return html`
      <div class=${this.#pad ? 'handover pinned' : 'handover'}>
        <div>
          <p class="lead">${t('handover.in-use', facts)}${juez ? t('handover.by', facts) : nothing}${last ? t('handover.last', facts) : nothing}</p>
          <p>${t('handover.explain', facts)}</p>
          ${failure(this.error)}
        </div>
        ${this.#pad
          ? html`<div class="pin-sheet"><p>${t('handover.pin')}</p>${this.#pad.render()}</div>`
          : html`<div class="actions">
              <button type="button" class="big" @click=${() => this.#app.close()}>${t('handover.leave')}</button>
              <button type="button" class="big go" ?disabled=${this.busy} ${hold(() => this.#take())}>${t('handover.take')}<small>${t('hold')}</small></button>
            </div>`}
      </div>
    `;
  }
}
