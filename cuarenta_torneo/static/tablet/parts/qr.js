/** A QR code, black on white in every theme, since scanners expect it so. */

import { html } from 'lit/html.js';
import { correction, generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';

/** Modules of white around it, without which some scanners see no code. */
const QUIET = 4;

/**
 * @param {string} text what it says
 * @param {string} label what it is, for those who do not see it
 */
export function qr(text, label) {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const size = code.size + 2 * QUIET;
  return html`<svg class="qr" role="img" aria-label=${label} viewBox="${-QUIET} ${-QUIET} ${size} ${size}" shape-rendering="crispEdges">
    <rect x=${-QUIET} y=${-QUIET} width=${size} height=${size} fill="#fff"></rect>
    <path d=${toSvgPath(code)} fill="#000"></path>
  </svg>`;
}
