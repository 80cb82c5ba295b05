/** What the log makes implausible of a jugada: asked once, and recorded with the answer. */

import { html } from 'lit/html.js';

import { Refusal, Unreachable } from '../api.js';
import { EngineFailed } from '../engine/engine.js';
import { hourglass } from '../parts/hourglass.js';
import { t } from '../texts.js';

/** The rulebook on this tablet has answered by then; a server that has not is waited for in sight. */
const QUIET_MS = 150;

/** @typedef {import('../table.js').Tap} Tap */

export class Question {
  title = t('question.title');

  #screen;
  #tap;
  #before;
  /** What is asked; undefined until it is known. @type {import('../types.js').Ask|null|undefined} */
  #ask;
  #over = false;

  /**
   * @param {import('../screens/mesa.js').Mesa} screen @param {Tap} tap
   * @param {Tap[]} before what is recorded with it, in front of it
   */
  constructor(screen, tap, before) {
    this.#screen = screen;
    this.#tap = tap;
    this.#before = before;
  }

  /** Ask, and record; `known` where it is known what to ask. @param {import('../types.js').Ask} [known] */
  async ask(known) {
    this.#ask = known ?? (await this.#found());
    if (this.#over) return;
    if (this.#ask) this.#screen.app.open(this);
    else this.#record(this.#tap.line);
  }

  /** What cannot be said here and now is not asked, and what the rulebook refuses the log refuses. */
  async #found() {
    const { app, table } = this.#screen;
    const shown = setTimeout(() => app.open(this), QUIET_MS);
    try {
      const { ask, points } = await table.preview(
        this.#tap.line,
        this.#before.map(({ line }) => line),
      );
      this.#tap = { ...this.#tap, points };
      return ask ?? null;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Unreachable || error instanceof EngineFailed)) throw error;
      return null;
    } finally {
      clearTimeout(shown);
    }
  }

  /** What the Juez leaves unanswered is not recorded. */
  closed() {
    this.#over = true;
  }

  /** @param {string} line */
  #record(line) {
    const { app } = this.#screen;
    if (app.sheet === this) app.close();
    this.#screen.record(...this.#before, { ...this.#tap, line });
  }

  render() {
    const { app } = this.#screen;
    const { label, line } = this.#tap;
    const ask = this.#ask;
    const right = () => this.#record(ask?.line ?? line);
    return html`
      <p class="lead question"><strong>${label}:</strong> ${ask ? ask.text : html`${hourglass} ${t('question.waiting')}`}</p>
      <button type="button" class="big" @click=${() => app.close()}>${t('question.back')}</button>
      <button type="button" class="big go" @click=${right}>${t(ask ? 'question.right' : 'question.unasked')}</button>
    `;
  }
}
