/**
 * Where each jugada has its place on the screen. Taste, not rules: what exists, what it is called, what it gives and
 * whether it may be recorded comes from `legal`, and a jugada that is not named here appears under «Más…».
 */

/** Under each pareja's score, in this order. */
export const AWARDS = ['caida', 'limpia', 'caida-limpia', 'caida-en-ronda', 'cuatro-caidas', 'ronda', 'doble-ronda'];

/** The deals of a data, between the parejas. */
export const REPARTOS = ['segundo-reparto', 'tercer-reparto', 'cuarto-reparto'];

/** What only carries out a decision of the Director. */
export const RULINGS = ['ajusta', 'adjudica-chica', 'adjudica-mesa', 'repite-data'];

/** What ends the mesa at once. */
export const ENDINGS = ['abandono', 'descalificacion'];

const ELSEWHERE = ['sorteo', 'conteo', 'recuento', 'juego-y-veo', 'proclama', 'reanudacion', 'anula'];

/** @param {import('./types.js').Choice} choice */
export const isRest = ({ jugada }) =>
  ![AWARDS, REPARTOS, RULINGS, ENDINGS, ELSEWHERE].some((place) => place.includes(jugada));
