/** How this tablet looks, speaks and feels; of the mesa nothing is set here. */

import { html, nothing } from 'lit/html.js';

import { begin } from '../parts/practice.js';
import { LANGUAGES, preferences, THEMES } from '../preferences.js';
import { t } from '../texts.js';
import { Keys } from './keys.js';

export class Settings {
  #app;
  #more;

  /**
   * @param {import('../app.js').App} app
   * @param {{label: string, act: () => void}[]} [more] what else there is to do with this tablet here
   */
  constructor(app, more = []) {
    this.#app = app;
    this.#more = more;
  }

  get title() {
    return t('settings.title');
  }

  /** @param {Parameters<typeof preferences.choose>[0]} changes */
  async #choose(changes) {
    await preferences.choose(changes);
    this.#app.update();
  }

  /** @param {string} title @param {{label: string, on: boolean, pick: () => void, lang?: string}[]} choices */
  #group(title, choices) {
    return html`<h3>${title}</h3>
      <div class="chips settings-group" role="group" aria-label=${title}>
        ${choices.map(
          ({ label, on, pick, lang }) =>
            html`<button type="button" class="chip-button" lang=${lang ?? nothing} aria-pressed=${on ? 'true' : 'false'} @click=${pick}>${label}</button>`,
        )}
      </div>`;
  }

  render() {
    const { language, theme, vibration } = preferences;
    return html`
      ${this.#group(
        t('settings.language'),
        LANGUAGES.map((each) => ({ label: t(`settings.language.${each}`), on: each === language, lang: each, pick: () => this.#choose({ language: each }) })),
      )}
      ${this.#group(
        t('settings.theme'),
        THEMES.map((each) => ({ label: t(`settings.theme.${each}`), on: each === theme, pick: () => this.#choose({ theme: each }) })),
      )}
      <p class="lead">${t('settings.theme.explain')}</p>
      ${'vibrate' in navigator
        ? this.#group(
            t('settings.vibration'),
            [true, false].map((each) => ({ label: t(each ? 'settings.on' : 'settings.off'), on: each === vibration, pick: () => this.#choose({ vibration: each }) })),
          )
        : nothing}
      <h3>${t('keys.title')}</h3>
      <button type="button" class="rare" @click=${() => this.#app.open(new Keys(this.#app))}>${t('keys.open')}</button>
      ${'table' in (this.#app.screen ?? {})
        ? nothing
        : html`<h3>${t('practice.title')}</h3>
            <p class="lead">${t('practice.explain')}</p>
            <div class="actions">
              ${[true, false].map(
                (guided) => html`<button type="button" class="rare" ?disabled=${this.#app.engine.status === 'failed'} @click=${() => begin(this.#app, guided)}>
                  ${t(guided ? 'guide.begin' : 'practice.begin')}
                </button>`,
              )}
            </div>`}
      ${this.#more.length > 0
        ? html`<h3>${t('settings.more')}</h3>
            <div class="rares">${this.#more.map(({ label, act }) => html`<button type="button" class="rare" @click=${act}>${label}</button>`)}</div>`
        : nothing}
    `;
  }
}
