/** The marks of a practice: where it begins, and that nothing of it is kept. */

import { html, nothing } from 'lit/html.js';

import { preferences } from '../preferences.js';
import { t } from '../texts.js';

/** In the place of the chip: nobody takes a practice for a mesa. */
export const practiceChip = () => html`<p class="chip chip-practice"><strong>${t('practice.title')}</strong> <small>${t('practice.nothing-kept')}</small></p>`;

/** @param {import('../app.js').App} app @param {boolean} guided */
export async function begin(app, guided) {
  preferences.choose({ guided: true });
  app.speak(t('practice.loading'));
  const { practise } = await import('../practice/begin.js');
  if (!(await practise(app, guided))) app.speak(t('practice.impossible'));
}

/** Offered before the first mesa on this tablet, and never again once it was answered. @param {import('../app.js').App} app */
export function firstUse(app) {
  if (preferences.guided) return nothing;
  return html`<section class="first-use">
    <p><strong>${t('guide.offer')}</strong> ${t('guide.offer.explain')}</p>
    <div class="actions">
      <button type="button" class="go" ?disabled=${app.engine.status === 'failed'} @click=${() => begin(app, true)}>${t('guide.begin')}</button>
      <button type="button" @click=${() => preferences.choose({ guided: true }).then(() => app.update())}>${t('guide.later')}</button>
    </div>
  </section>`;
}
