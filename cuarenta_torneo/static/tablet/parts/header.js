/** The top of a mesa: which mesa, which rulebook, whose deal, and the truth about what is saved. */

import { html, nothing } from 'lit/html.js';

import { person } from '../names.js';
import { openRare } from '../rare.js';
import { CallSheet } from '../sheets/call.js';
import { t } from '../texts.js';
import { chip } from './chip.js';
import { hourglass } from './hourglass.js';
import { practiceChip } from './practice.js';
import { overtaken, waitingChip } from './waiting.js';

/** @param {import('../screens/mesa.js').Mesa} screen */
export function header(screen) {
  const { table, toast } = screen;
  const { mesa, state } = table;
  return html`
    <header class="mesa-head">
      ${screen.handedOver
        ? html`<span></span>`
        : html`<button type="button" class="back" aria-label=${t('mesas.title')} @click=${() => screen.leave()}>‹</button>`}
      <div class="mesa-title">
        <h1>${table.practice ? t('practice.title') : mesa.table ? t('mesa.number', { table: mesa.table }) : t('mesa.no-table')}</h1>
        <p>${[mesa.round, chica(mesa, state), t('mesa.rules', { name: mesa.championship.reglamento.name })].filter(Boolean).join(' · ')}</p>
        <p class=${screen.guide ? 'guide' : ''}>${screen.guide ? screen.guide.text : state.reparte && state.estado !== 'terminada' ? t('mesa.deal', { data: state.data, reparto: state.reparto, name: person(mesa, state.reparte), side: state.reparte[0] }) : nothing}</p>
      </div>
      ${toast
        ? html`<div class="toast ${toast.refused ? 'toast-refused' : ''}" role="status">
            <span>${toast.text}</span>
            ${toast.actions.map(
              ({ label, act }) => html`<button
                type="button"
                @click=${() => {
                  screen.hush();
                  act();
                }}
              >
                ${label}
              </button>`,
            )}
          </div>`
        : nothing}
      <div class="head-notes">${waitingChip(screen)} ${onRecord(screen)} ${calling(screen)}</div> ${table.practice ? practiceChip() : chip(screen)}
    </header>
    ${banner(screen)}
  `;
}

/** @param {import('../types.js').MesaPayload} mesa @param {import('../types.js').State} state */
function chica(mesa, state) {
  const most = mesa.championship.reglamento.chicas;
  if (most === 1) return t('mesa.one-chica');
  const number = state.chicas.length + (state.estado === 'terminada' ? 0 : 1);
  return t('mesa.chica', { number, most, a: state.ganadas.A, b: state.ganadas.B });
}

/** How the call to the desk stands, if there is one; touched, it can be withdrawn. @param {import('../screens/mesa.js').Mesa} screen */
function calling(screen) {
  const text = screen.handedOver ? '' : screen.calling?.text;
  if (!text) return html`<span></span>`;
  const { received } = /** @type {import('../calling.js').Call} */ (screen.calling?.current);
  return html`<button type="button" class="call-chip ${received ? 'heard' : ''}" @click=${() => screen.app.open(new CallSheet(screen))}>
    <span role="status">${received ? '✓' : hourglass} ${text}</span>
  </button>`;
}

/** What the Juez should know of these parejas; never while one of them has the tablet in its hands. @param {import('../screens/mesa.js').Mesa} screen */
function onRecord(screen) {
  const count = screen.handedOver ? 0 : (screen.law?.known.conduct.length ?? 0);
  if (count === 0) return nothing;
  return html`<button type="button" class="call-chip" @click=${() => void openRare(screen.app, 'Conduct', screen)}>⚑ ${t('conduct.some', { count })}</button>`;
}

/** Whether another tablet keeps the mesa. @param {import('../table.js').Table} table */
export const onlyLooks = ({ link, planilla }) => link === 'fenced' && planilla?.status !== 'sealed';

/** @param {import('../screens/mesa.js').Mesa} screen */
function banner(screen) {
  const { table } = screen;
  if (!onlyLooks(table)) return nothing;
  return html`<div class="banner" role="alert">
    <strong>${t('fenced', { holder: table.lease.holder ?? t('fenced.other') })}${overtaken(screen)}</strong>
    <button type="button" @click=${() => screen.handOver()}>${t('handover.take')}</button>
  </div>`;
}
