/** A second tap where the first one was, on the screen that the first one brought up: a slip of the finger, not a choice. */

const SLIP_MS = 400;
const NEAR_PX = 24;
const NOWHERE = { x: NaN, y: NaN };

export class Slips {
  #last = NOWHERE;
  /** Where the finger was when the screen changed, until it touched what is there now. */
  #under = NOWHERE;
  #changed = -Infinity;

  /** @param {HTMLElement} root where all taps pass */
  constructor(root) {
    root.addEventListener('click', (event) => this.#pass(event), { capture: true });
  }

  /** Another screen is under the finger from now on. */
  changed() {
    this.#changed = performance.now();
    this.#under = this.#last;
  }

  /** @param {MouseEvent} event */
  #pass(event) {
    if (event.detail === 0) return; // by a key
    const { clientX: x, clientY: y } = event;
    const again = Math.hypot(x - this.#under.x, y - this.#under.y) < NEAR_PX;
    if (again && event.timeStamp - this.#changed < SLIP_MS) event.stopPropagation();
    else this.#under = NOWHERE;
    this.#last = { x, y };
  }
}
