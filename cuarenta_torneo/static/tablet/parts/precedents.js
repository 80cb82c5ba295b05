/** Where an article comes up: how many precedents there are of it. */

import { html, nothing } from 'lit/html.js';

import { openRare } from '../rare.js';
import { t } from '../texts.js';

/** @param {import('../screens/mesa.js').Mesa} screen @param {string|null|undefined} article as a choice or a refusal cites it */
export function precedentsLine(screen, article) {
  const count = screen.law?.about(article).length ?? 0;
  if (count === 0) return nothing;
  return html`<button type="button" class="plain precedents-line" @click=${() => openPrecedents(screen, article)}>§ ${t('precedents.some', { count })}</button>`;
}

/** What is said at the top of the screen of a refusal leads to them too. @param {import('../screens/mesa.js').Mesa} screen @param {string|null|undefined} article */
export function precedentsActions(screen, article) {
  const count = screen.law?.about(article).length ?? 0;
  return count === 0 ? [] : [{ label: t('precedents.some', { count }), act: () => openPrecedents(screen, article) }];
}

/** @param {import('../screens/mesa.js').Mesa} screen @param {string|null|undefined} [article] */
export const openPrecedents = (screen, article) => void openRare(screen.app, 'Precedents', screen, article ?? '');
