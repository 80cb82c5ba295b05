/** A PIN asked for over what is on the screen. */

import { html, nothing } from 'lit/html.js';

import { PinPad } from '../parts/pinpad.js';
import { t } from '../texts.js';

/** @typedef {import('../types.js').Person} Person */

export class PinSheet {
  title;

  #pad;
  #lead;

  /**
   * @param {import('../app.js').App} app @param {string} title @param {Person[]} people
   * @param {(shown: import('../proof.js').Shown) => Promise<void>} act @param {string} explain
   */
  constructor(app, title, people, act, explain) {
    this.title = title;
    this.#lead = explain || (people.length === 1 ? t('pin.of', { name: people[0].name }) : t('pin.of-anyone'));
    this.#pad = new PinPad(app, people, act);
  }

  closed() {
    this.#pad.closed();
  }

  render() {
    return html`<div class="pin-sheet">
      <p class="lead">${this.#lead || nothing}</p>
      ${this.#pad.render()}
    </div>`;
  }
}
