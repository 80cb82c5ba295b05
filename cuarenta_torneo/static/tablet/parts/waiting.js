/** Of a mesa that changed hands: what waits for its Juez to decide, or what became of what this tablet saved. */

import { html, nothing } from 'lit/html.js';

import { openRare } from '../rare.js';
import { t } from '../texts.js';

/** @param {import('../screens/mesa.js').Mesa} screen */
const waits = ({ app, table, handedOver }) => (table.practice || handedOver ? 0 : app.keeping.waiting(table.mesa.id));

/** Beside the chip of what is saved, so that play keeps its place. @param {import('../screens/mesa.js').Mesa} screen */
export function waitingChip(screen) {
  const count = screen.table.link === 'fenced' ? 0 : waits(screen);
  if (count === 0) return nothing;
  return html`<button type="button" class="call-chip waiting-chip" @click=${() => openRare(screen.app, 'Quarantine', screen)}>⚠ ${t('quarantine.chip', { count })}</button>`;
}

/** In the banner of a tablet that was overtaken. @param {import('../screens/mesa.js').Mesa} screen */
export function overtaken(screen) {
  const { app, table } = screen;
  const here = table.unsent + table.aside.filter(({ kept }) => !kept).length;
  const count = waits(screen);
  if (here > 0) {
    return html` · ${t(here === 1 ? 'quarantine.here-one' : 'quarantine.here', { count: here })}
      <button type="button" @click=${() => openRare(app, 'Rescue', screen)}>${t('rescue.open')}</button>`;
  }
  if (count === 0) return nothing;
  return html` · ${t(count === 1 ? 'quarantine.waits-one' : 'quarantine.waits', { count })}
    <button type="button" @click=${() => openRare(app, 'Quarantine', screen)}>${t('quarantine.open')}</button>`;
}
