/** The bottom row: take back, look back, change sides, and everything that is rare. */

import { html } from 'lit/html.js';

import { openRare } from '../rare.js';
import { t } from '../texts.js';
import { CallSheet } from '../sheets/call.js';
import { undo, undoLabel } from '../undo.js';

/** @param {import('../screens/mesa.js').Mesa} screen */
export function footer(screen) {
  const { app, table } = screen;
  const label = undoLabel(table);
  return html`
    <footer class="mesa-foot">
      <button type="button" class="undo" ?disabled=${!label || table.readOnly} @click=${() => undo(screen)}>
        ${t('undo')} ${label ? html`<span>«${label}»</span>` : ''}
      </button>
      <button type="button" @click=${() => openRare(app, 'History', screen)}>${t('history.title')}</button>
      <button type="button" @click=${() => screen.swapSides()}>${t('sides')}</button>
      <button type="button" ?disabled=${table.readOnly} @click=${() => openRare(app, 'More', screen)}>${t('more')}</button>
      <button type="button" class="call" ?disabled=${!screen.calling} @click=${() => app.open(new CallSheet(screen))}>${t('call')}</button>
    </footer>
  `;
}
