/** S11: call the Mesa de Control with a reason, and the truth about whether it was heard. */

import { html } from 'lit/html.js';

import { REASONS } from '../calling.js';
import { hold } from '../parts/hold.js';
import { t } from '../texts.js';

const HOLD_MS = 600;

export class CallSheet {
  #screen;

  /** @param {import('../screens/mesa.js').Mesa} screen */
  constructor(screen) {
    this.#screen = screen;
  }

  get title() {
    return t('call.title');
  }

  #withdraw() {
    this.#screen.calling?.withdraw();
    this.#screen.app.close();
  }

  render() {
    const { calling } = this.#screen;
    const call = calling?.current;
    if (call && !call.withdrawn) {
      return html`
        <p class="lead call-text" role="status">${calling.text}</p>
        <div class="actions">
          <button type="button" class="big" @click=${() => this.#withdraw()}>${t(call.attended ? 'call.seen' : 'call.withdraw')}</button>
        </div>
      `;
    }
    return html`
      <p class="lead">${t('call.explain')}</p>
      <div class="rares">
        ${REASONS.map(
          (reason) => html`<button type="button" class="rare call-reason" data-reason=${reason} ${hold(() => calling?.call(reason), HOLD_MS)}>
            ${t(`call.${reason}`)}<small>${t('call.hold')}</small>
          </button>`,
        )}
      </div>
    `;
  }
}
