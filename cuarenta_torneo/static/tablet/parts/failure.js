/** Why something could not be done, beside the button that asked for it. */

import { html, nothing } from 'lit/html.js';

/** @param {string|null|undefined} error */
export const failure = (error) => (error ? html`<p class="failure" role="alert">${error}</p>` : nothing);
