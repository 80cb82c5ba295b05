/**
 * The log of the championship on a tablet: kept and checked as on every open page, and shown only where it does not continue.
 * It pushes the mesa down and hides nothing of it: who is scoring goes on.
 */

/** @typedef {import('../site/log_keeping.js').Shown} Head */

/** @type {Promise<typeof import('../site/log_page.js')>|null} */
let page = null;

/** @param {Head|null} head the last checkpoint, as a pulse brings it @param {string} slug */
export async function watch(head, slug) {
  page ??= opened();
  (await page).saw(head ?? undefined, `/c/${slug}/punto/`);
}

function opened() {
  const [log, warning] = [document.createElement('div'), document.createElement('div')];
  log.dataset.log = '';
  warning.dataset.logWarning = '';
  warning.style.cssText = 'overflow-wrap: anywhere; white-space: pre-wrap; max-height: 45vh; overflow: auto; padding: 0 16px; border-bottom: 4px solid';
  log.hidden = warning.hidden = true;
  new MutationObserver(() => {
    warning.hidden = !warning.firstChild;
  }).observe(warning, { childList: true });
  document.body.prepend(log, warning);
  return import('../site/log_page.js').catch((error) => {
    for (const each of [log, warning]) each.remove();
    page = null; // the next pulse tries again
    throw error;
  });
}
