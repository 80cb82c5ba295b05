// The hour of the hall, whatever zone the browser is in; just after midnight it is 00 and not 24.

/**
 * Hour and minute, and what else is asked for: `second`, or the `day` and the `month`.
 * @param {string | number | Date} at @param {Intl.DateTimeFormatOptions} [more] @returns {string}
 */
export const hallTime = (at, more = {}) =>
  new Date(at).toLocaleString("es-EC", { timeZone: "America/Guayaquil", hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...more });
