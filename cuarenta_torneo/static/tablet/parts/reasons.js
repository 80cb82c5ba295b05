/** Reason chips: one tap instead of typing, with room for another reason. */

import { html, nothing } from 'lit/html.js';

import { t } from '../texts.js';

/**
 * @param {{reasons: string[], reason: string, other: boolean}} picked
 * @param {(picked: {reason: string, other: boolean}) => void} pick
 */
export const reasonChips = ({ reasons, reason, other }, pick) => html`
  <div class="chips" role="group" aria-label=${t('reason.ask')}>
    ${reasons.map(
      (each) => html`<button
        type="button"
        class="chip-button"
        aria-pressed=${!other && reason === each ? 'true' : 'false'}
        @click=${() => pick({ reason: each, other: false })}
      >
        ${each}
      </button>`,
    )}
    <button
      type="button"
      class="chip-button"
      aria-pressed=${other ? 'true' : 'false'}
      @click=${() => pick({ reason: '', other: true })}
    >
      ${t('reason.other')}
    </button>
  </div>
  ${other
    ? html`<label class="field"
        >${t('reason.write')}
        <input
          maxlength="200"
          .value=${reason}
          @input=${(/** @type {any} */ event) => pick({ reason: event.target.value, other: true })}
      /></label>`
    : nothing}
`;
