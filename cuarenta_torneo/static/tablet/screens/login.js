/** The other way in: somebody signs in with his account, and the tablet is his until he leaves. */

import { html, nothing } from 'lit/html.js';

import { Refusal } from '../api.js';
import { failure } from '../parts/failure.js';
import { t } from '../texts.js';

export class Login {
  busy = false;
  /** @type {string|null} */
  error = null;

  #app;
  #name = '';
  /** Where the account serves, when it serves in several championships. @type {{slug: string, name: string}[]} */
  #championships = [];

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.#app = app;
    app.storage.get('device-name').then((name) => {
      this.#name = name ?? '';
      app.update();
    });
  }

  /** @param {SubmitEvent} event */
  #submit(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const given = /** @type {Record<string, string>} */ (Object.fromEntries(form));
    this.#app.attempt(this, async () => {
      const session = await this.#enter(given);
      await this.#app.storage.set('device-name', given.name);
      await this.#app.signedIn(session);
    });
  }

  /** @param {Record<string, string>} given */
  async #enter(given) {
    try {
      return await this.#app.api.post('/devices', { ...given, public_key: await this.#app.ownKey.given() });
    } catch (error) {
      if (error instanceof Refusal) this.#championships = error.body.championships ?? [];
      throw error;
    }
  }

  #championship() {
    if (this.#championships.length === 0) return nothing;
    return html`<label class="field">${t('login.championship')}
      <select name="championship" required>
        ${this.#championships.map(({ slug, name }) => html`<option value=${slug}>${name}</option>`)}
      </select>
    </label>`;
  }

  render() {
    return html`
      <section class="login" aria-labelledby="login">
        <h2 id="login">${t('login.title')}</h2>
        <p>${t('login.explain')}</p>
        <form @submit=${(/** @type {SubmitEvent} */ event) => this.#submit(event)}>
          <label class="field">${t('login.username')}
            <input name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="150" />
          </label>
          <label class="field">${t('login.password')}
            <input name="password" type="password" autocomplete="current-password" required maxlength="128" />
          </label>
          <label class="field">${t('login.device')}
            <input name="name" .value=${this.#name} placeholder=${t('login.device.example')} required maxlength="40" />
          </label>
          ${this.#championship()} ${failure(this.error)}
          <button class="big go" ?disabled=${this.busy}>${t('login.enter')}</button>
        </form>
      </section>
    `;
  }
}
