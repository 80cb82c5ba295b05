/** A second tap where the first one was, on what the first one brought up: a slip of the finger, not a choice. */

const SLIP_MS = 400;
const NEAR_PX = 24;

export class Slips {
  #last = { x: NaN, y: NaN };
  #changed = -Infinity;

  /** @param {HTMLElement} root where all taps pass */
  constructor(root) {
    root.addEventListener('click', (event) => this.#pass(event), { capture: true });
  }

  /** Something else is under the finger from now on. */
  changed() {
    this.#changed = performance.now();
  }

  /** @param {MouseEvent} event */
  #pass(event) {
    if (event.detail === 0) return; // by a key
    const { clientX: x, clientY: y } = event;
    const near = Math.hypot(x - this.#last.x, y - this.#last.y) < NEAR_PX;
    this.#last = { x, y };
    if (near && event.timeStamp - this.#changed < SLIP_MS) event.stopPropagation();
  }
}
