/** The screen stays on while a mesa is open, where the browser allows it. */

export class Awake {
  static possible = 'wakeLock' in navigator;

  #wanted = false;
  /** @type {WakeLockSentinel|null} */
  #lock = null;

  constructor() {
    // The system lets go of it whenever the page is hidden.
    document.addEventListener('visibilitychange', () => this.#take());
  }

  /** @param {boolean} wanted */
  keep(wanted) {
    this.#wanted = wanted;
    if (wanted) this.#take();
    else this.#lock?.release();
  }

  async #take() {
    if (!Awake.possible || !this.#wanted || document.visibilityState !== 'visible') return;
    if (this.#lock && !this.#lock.released) return;
    try {
      this.#lock = await navigator.wakeLock.request('screen');
      if (!this.#wanted) await this.#lock.release();
    } catch {
      this.#lock = null; // a nearly empty battery refuses; the screen may go dark, and nothing else
    }
  }
}
