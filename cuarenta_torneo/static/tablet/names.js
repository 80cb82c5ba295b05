/** How parejas, players and figures are written. */

import { html, nothing } from 'lit/html.js';

import { known, t } from './texts.js';

/**
 * @typedef {import('./types.js').Side} Side
 * @typedef {import('./types.js').MesaPayload} MesaPayload
 */

/** @type {Side[]} */
export const SIDES = ['A', 'B'];

/** The pareja's letter in its shape and colour: a circle for A, a square for B. @param {Side} side */
export const badge = (side) => html`<span class="badge badge-${side}">${side}</span>`;

/** @param {Pick<MesaPayload, 'parejas'>} mesa @param {Side} side */
export const players = (mesa, side) => mesa.parejas[side].players.join(' / ');

/** The pareja's given name, else its players. @param {Pick<MesaPayload, 'parejas'>} mesa @param {Side} side */
export const parejaName = (mesa, side) => mesa.parejas[side].name || players(mesa, side);

/** The players below the pareja's name, unless that already names them. @param {Pick<MesaPayload, 'parejas'>} mesa @param {Side} side */
export const playersBelow = (mesa, side) => {
  const names = players(mesa, side);
  return names === parejaName(mesa, side) ? nothing : html`<small>${names}</small>`;
};

/** Whether single players meet: a pareja of one has no partner to seat, nor to choose between for signing. @param {Pick<MesaPayload, 'parejas'>} mesa */
export const playsAlone = (mesa) => mesa.parejas.A.players.length === 1;

/**
 * A text as it reads for this mesa: of single players, where it has words for them.
 * @param {Pick<MesaPayload, 'parejas'>} mesa @param {Parameters<typeof t>[0]} key @param {Parameters<typeof t>[1]} [values]
 */
export const said = (mesa, key, values) => {
  const alone = `${key}.alone`;
  return t(playsAlone(mesa) && known(alone) ? alone : key, values);
};

/** The person at a seat: `B2` is the second player of B. @param {Pick<MesaPayload, 'parejas'>} mesa @param {string} seat */
export const person = (mesa, seat) => mesa.parejas[/** @type {Side} */ (seat[0])].players[Number(seat[1]) - 1] ?? seat;

/** @param {number} points */
export const signed = (points) => (points < 0 ? `−${-points}` : `+${points}`);

/**
 * Points of both parejas in a few characters: `A +10`, `A +2 · B −2`; empty when nobody's change.
 * @param {import('./types.js').Points|null|undefined} points
 */
export const pointsText = (points) =>
  points
    ? SIDES.filter((side) => points[side] !== 0)
        .map((side) => `${side} ${signed(points[side])}`)
        .join(' · ')
    : '';

/**
 * How the board would change: `A 24→22 · B 18→20`.
 * @param {import('./types.js').Points} now @param {import('./types.js').Points|null|undefined} then
 */
export const scoreText = (now, then) => (then ? SIDES.map((side) => `${side} ${now[side]}→${then[side]}`).join(' · ') : '');

/** Texts that do not number their articles name the place itself. @param {string|null|undefined} article */
export const articleText = (article) => (article && /^\d/.test(article) ? t('article', { article }) : (article ?? ''));

/** What the deck calls a figure, beside the letter that is recorded; empty where the letter is its name.
 * @param {{legal: import('./types.js').Choice[]}} table @param {string} rank */
export const figureName = (table, rank) => table.legal.find(({ figures }) => figures)?.figures?.[rank] ?? '';

/** What the deck calls a card. @param {{legal: import('./types.js').Choice[]}} table @param {string} rank */
export const cardName = (table, rank) => figureName(table, rank) || rank;

/** What it calls a figure, below the letter of the card. @param {{legal: import('./types.js').Choice[]}} table @param {string} rank */
export const figure = (table, rank) => {
  const name = figureName(table, rank);
  return name ? html`<small class="figure">${name}</small>` : nothing;
};

/** @param {{message?: string|null, article?: string|null}} why */
export const whyText = ({ message, article }) => [sentence(message ?? ''), articleText(article)].filter(Boolean).join(' · ');

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
