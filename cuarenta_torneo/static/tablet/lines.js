/** Lines of the notation: composing them and addressing them anew. What a line is worth only the rulebook knows. */

/** @typedef {import('./types.js').Side} Side */

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', 'J', 'Q', 'K'];

const SUBJECT = /^[AB][12]?$/;

/** @param {string} line */
export const word = (line) => line.split(' ', 1)[0];

/** @param {string} reason */
export const quoted = (reason) => `"${reason.replaceAll('"', '’').replace(/\s+/g, ' ').trim()}"`;

/** @param {Side} side @returns {Side} */
export const rival = (side) => (side === 'A' ? 'B' : 'A');

/**
 * The pareja a line is about, if it is about one.
 * @param {string} line @returns {Side|null}
 */
export function subjectOf(line) {
  const [, subject] = line.split(' ');
  return subject && SUBJECT.test(subject) ? /** @type {Side} */ (subject[0]) : null;
}

/**
 * The same jugada for the other pareja: `ronda A1 7` becomes `ronda B 7`.
 * @param {string} line
 */
export function forRival(line) {
  // What was answered about one pareja was not answered about the other.
  const [first, subject, ...rest] = line.replace(/ confirmado$/, '').split(' ');
  return [first, rival(/** @type {Side} */ (subject[0])), ...rest].join(' ');
}

/** @param {Record<string, string>} cards @param {string|null} dealer */
export function sorteoLine(cards, dealer) {
  const drawn = Object.entries(cards).map(([player, rank]) => `${player}=${rank}`);
  return ['sorteo', ...drawn, ...(dealer ? [`reparte=${dealer}`] : [])].join(' ');
}

/** @param {{A: number, B: number, mesa: number, falla: boolean}} count */
export const conteoLine = (count) =>
  `conteo A=${count.A} B=${count.B} mesa=${count.mesa}${count.falla ? ' falla' : ''}`;

/** What the Juez counted himself. @param {string} askedBy @param {{A: number, B: number, mesa: number}} count */
export const recuentoLine = (askedBy, count) => `recuento ${askedBy} A=${count.A} B=${count.B} mesa=${count.mesa}`;

/** @param {number} number @param {string|null} reason */
export const anulaLine = (number, reason) => `anula ${number}${reason ? ` ${quoted(reason)}` : ''}`;

/** What names another jugada by its number: an `anula`, and a protest that was upheld. */
const REFERENCE = /^(anula |juego-y-veo \S+ procede )(\d+)/;

/** The number of the jugada that a line is about, if it names one. @param {string|null} line */
export const refersTo = (line) => Number(line?.match(REFERENCE)?.[2] ?? 0);

/**
 * The same line where jugadas got other numbers.
 * @param {string|null} line @param {Map<number, number>} numbers
 */
export const renumbered = (line, numbers) =>
  line?.replace(REFERENCE, (_, /** @type {string} */ words, /** @type {string} */ number) => `${words}${numbers.get(Number(number)) ?? number}`) ?? null;
