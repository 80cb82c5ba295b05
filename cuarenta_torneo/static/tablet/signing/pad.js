/** A canvas to sign on. The strokes are kept here, since a canvas forgets them when it is resized or turned. */

import SignaturePad from 'signature_pad';

import { isSignature, thinned, toPoints, toStroke } from './ink.js';

const PEN = { penColor: '#101828', minWidth: 1.2, maxWidth: 3.2 };

export class Pad {
  /** @type {import('./ink.js').Stroke[]} */
  ink = [];

  #changed;
  /** @type {SignaturePad|null} */
  #pad = null;
  /** @type {HTMLCanvasElement|null} */
  #canvas = null;
  #observer = new ResizeObserver(() => this.#redraw());

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  get signed() {
    return isSignature(this.ink);
  }

  /** For lit's `ref`: the canvas appeared, or is gone. */
  attach = (/** @type {Element|undefined} */ element) => {
    this.#observer.disconnect();
    this.#pad?.off();
    this.#pad = null;
    this.#canvas = /** @type {HTMLCanvasElement|null} */ (element ?? null);
    if (!this.#canvas) return;
    this.#pad = new SignaturePad(this.#canvas, PEN);
    this.#pad.addEventListener('endStroke', () => this.#take());
    this.#observer.observe(this.#canvas);
  };

  clear() {
    this.ink = [];
    this.#pad?.clear();
    this.#changed();
  }

  #take() {
    const points = this.#pad?.toData().at(-1)?.points ?? [];
    const { clientWidth, clientHeight } = /** @type {HTMLCanvasElement} */ (this.#canvas);
    this.ink = thinned([...this.ink, toStroke(points, clientWidth, clientHeight)]);
    this.#changed();
  }

  #redraw() {
    const [canvas, pad] = [this.#canvas, this.#pad];
    if (!canvas || !pad) return;
    const { clientWidth, clientHeight } = canvas;
    const ratio = Math.max(window.devicePixelRatio || 1, 1);
    canvas.width = clientWidth * ratio;
    canvas.height = clientHeight * ratio;
    canvas.getContext('2d')?.scale(ratio, ratio);
    const style = { ...PEN, dotSize: 0, velocityFilterWeight: 0.7, compositeOperation: /** @type {const} */ ('source-over') };
    pad.fromData(this.ink.map((stroke) => ({ ...style, points: toPoints(stroke, clientWidth, clientHeight) })));
  }
}
