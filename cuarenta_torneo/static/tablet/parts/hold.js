/** `<button ${hold(action)}>`: does it only after a finger, or a key, stayed on the button for a second, or for `ms`. */

import { Directive, directive } from 'lit/directive.js';

const HOLD_MS = 1000;

class Hold extends Directive {
  #timer = 0;
  #attached = false;
  /** @type {() => void} */
  #action = () => {};
  #ms = HOLD_MS;

  render(/** @type {() => void} */ _action, _ms = HOLD_MS) {
    return undefined;
  }

  /** @param {any} part @param {[() => void, number?]} action */
  update(part, [action, ms = HOLD_MS]) {
    this.#action = action;
    this.#ms = ms;
    if (!this.#attached) this.#attach(/** @type {HTMLButtonElement} */ (part.element));
    this.#attached = true;
  }

  /** @param {HTMLButtonElement} button */
  #attach(button) {
    const stop = () => {
      clearTimeout(this.#timer);
      delete button.dataset.holding;
    };
    const start = () => {
      if (button.disabled) return;
      stop();
      button.style.setProperty('--hold', `${this.#ms}ms`);
      button.dataset.holding = '';
      this.#timer = setTimeout(() => {
        stop();
        this.#action();
      }, this.#ms);
    };
    button.addEventListener('pointerdown', start);
    for (const end of ['pointerup', 'pointerleave', 'pointercancel', 'blur']) button.addEventListener(end, stop);
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    button.addEventListener('keydown', (event) => {
      if ((event.key === 'Enter' || event.key === ' ') && !event.repeat) start();
    });
    button.addEventListener('keyup', stop);
  }
}

export const hold = directive(Hold);
