/**
 * Ink as it is kept: strokes as flat lists of integers x0, y0, x1, y1, … in a box of 1000 × 375, without time or
 * pressure, so that a signature is a drawing and no biometric.
 */

export const WIDTH = 1000;
export const HEIGHT = 375;

const STEP_MS = 8;
const LEAST_POINTS = 8;
const MOST_POINTS = 4000;
const LEAST_LENGTH = 60;

/** @typedef {number[]} Stroke */

/** @param {number} value @param {number} size @param {number} box */
const scaled = (value, size, box) => Math.min(Math.max(Math.round((value / size) * box), 0), box);

/**
 * A stroke drawn on a canvas of `width` × `height`, in the box; points that fall on the one before are dropped.
 * @param {{x: number, y: number}[]} points @param {number} width @param {number} height
 * @returns {Stroke}
 */
export function toStroke(points, width, height) {
  /** @type {Stroke} */
  const stroke = [];
  for (const point of points) {
    const [x, y] = [scaled(point.x, width, WIDTH), scaled(point.y, height, HEIGHT)];
    if (stroke.at(-2) !== x || stroke.at(-1) !== y) stroke.push(x, y);
  }
  return stroke;
}

/**
 * The stroke as signature_pad draws it; the time between the points, which it takes for speed, is made up.
 * @param {Stroke} stroke @param {number} width @param {number} height
 */
export function toPoints(stroke, width, height) {
  const points = [];
  for (let i = 0; i < stroke.length; i += 2) {
    points.push({ x: (stroke[i] / WIDTH) * width, y: (stroke[i + 1] / HEIGHT) * height, pressure: 0.5, time: i * STEP_MS });
  }
  return points;
}

/** A dot or a slip of the finger is no signature. @param {Stroke[]} ink */
export function isSignature(ink) {
  return pointsOf(ink) >= LEAST_POINTS && ink.reduce((sum, stroke) => sum + length(stroke), 0) >= LEAST_LENGTH;
}

/** A long drawing with every other point left out, as often as it takes: no signature is ever too long. @param {Stroke[]} ink @returns {Stroke[]} */
export function thinned(ink) {
  if (pointsOf(ink) <= MOST_POINTS) return ink;
  return thinned(ink.map((stroke) => stroke.filter((_, i) => i % 4 < 2)));
}

/** @param {Stroke[]} ink */
const pointsOf = (ink) => ink.reduce((sum, stroke) => sum + stroke.length / 2, 0);

/** @param {Stroke} stroke */
function length(stroke) {
  let sum = 0;
  for (let i = 2; i < stroke.length; i += 2) sum += Math.hypot(stroke[i] - stroke[i - 2], stroke[i + 1] - stroke[i - 1]);
  return sum;
}
