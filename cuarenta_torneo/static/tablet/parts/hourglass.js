/** The sign of what is not saved yet; drawn, since few fonts have it. */

import { svg } from 'lit/html.js';

export const hourglass = svg`<svg class="hourglass" viewBox="0 0 16 20" aria-hidden="true">
  <path fill="currentColor" d="M1 0h14v2h-1c0 4-2 6-4 8 2 2 4 4 4 8h1v2H1v-2h1c0-4 2-6 4-8-2-2-4-4-4-8H1zm3 2c0 3 2 5 4 7 2-2 4-4 4-7z" />
</svg>`;
