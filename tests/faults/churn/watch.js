/** In each page of the churn: what the screen shows, told as soon as it shows it. It touches nothing. */

globalThis.churn = (() => {
  const SCREENS = { unsaved: 'main.unsaved', play: '.play', mesas: 'ul.mesas', login: '.login', mesa: '.mesa' };
  /** What a single touch takes down; a ronda asks for its rank first. */
  const AT_ONCE = ['caida', 'limpia', 'caida-limpia'].map((jugada) => `.play-button.award[data-jugada=${jugada}][aria-disabled=false]`).join();
  const shown = new Set();

  const all = (query) => [...document.querySelectorAll(query)];

  /** Jugadas shown as saved, oldest first. */
  function saw() {
    const ids = all('.latest li[data-id]:not(.refused)').map((row) => row.dataset.id).reverse();
    const news = ids.filter((id) => id && !shown.has(id));
    for (const id of news) shown.add(id);
    if (news.length > 0) globalThis.churnSaw(news);
  }

  new MutationObserver(saw).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-id', 'class'] });

  const centre = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };

  const first = (query) => all(query).filter((element) => !element.disabled && element.getBoundingClientRect().width > 0).map(centre)[0] ?? null;

  /** The tablet's own database: one it has not made yet is not made here, and nobody waits until it is closed here. */
  const open = () =>
    new Promise((resolve, reject) => {
      const asked = indexedDB.open('cuarenta-tablet');
      asked.onupgradeneeded = () => asked.transaction.abort();
      asked.onsuccess = () => {
        asked.result.onversionchange = () => asked.result.close();
        resolve(asked.result);
      };
      asked.onerror = () => reject(asked.error);
    });

  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  return {
    look() {
      const [screen] = Object.entries(SCREENS).find(([, query]) => document.querySelector(query)) ?? [null];
      return {
        screen,
        sheet: document.querySelector('dialog[open] h2')?.textContent ?? '',
        fenced: document.querySelector('.chip-fenced') !== null,
        awards: all(AT_ONCE).map((button) => ({
          key: `${button.dataset.jugada} ${button.dataset.subject}`,
          at: centre(button),
        })),
        undo: first('.undo'),
        coming: all('.latest li.pending').reduce((sum, row) => sum + (row.textContent.includes('Deshacer') ? -1 : 1), 0),
        cards: all('.mesa-card:not([disabled])').map(centre),
        hold: first('dialog[open] .big.go'),
        retry: first('main.unsaved .go'),
        reopen: first('.starting a'),
        score: Object.fromEntries(all('[data-score]').map((of) => [of.dataset.score, Number(of.querySelector('output')?.textContent)])),
        chip: document.querySelector('.chip')?.textContent.replace(/\s+/g, ' ').trim() ?? '',
        toast: document.querySelector('.toast')?.textContent.replace(/\s+/g, ' ').trim() ?? '',
        engine: document.documentElement.dataset.engine ?? '',
      };
    },

    /** Sign in, where nobody is yet, with a key as the tablet would have made it. True when it was needed. */
    async signIn({ pkcs8, ...session }) {
      const anything = Object.values(SCREENS).join();
      for (let tries = 0; !document.querySelector(anything) && tries < 100; tries += 1) await new Promise((go) => setTimeout(go, 100));
      if (!document.querySelector(anything)) throw new Error('nothing is shown');
      const der = Uint8Array.from(atob(pkcs8), (each) => each.charCodeAt(0));
      const privateKey = await crypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
      const db = await open();
      const kept = db.transaction('kept', 'readwrite').objectStore('kept');
      const known = await done(kept.get('session'));
      if (!known) await Promise.all([done(kept.put({ privateKey }, 'key')), done(kept.put(session, 'session'))]);
      db.close();
      return !known;
    },

    async disk() {
      const db = await open();
      const read = (store) => done(db.transaction(store).objectStore(store).getAll());
      const [outbox, aside] = [await read('outbox'), await read('aside')];
      db.close();
      return { outbox: outbox.map((item) => item.clientId), aside: aside.map((item) => item.clientId) };
    },
  };
})();
