/**
 * The service worker: the app opens with no network, whole and of one version.
 *
 * The server writes `SHELL` in front of this text: every file with its digest. A file is kept under its address and
 * digest, so that a new version brings only what changed, and the old one goes on with its own until it steps back.
 * What is not in the list, the API above all, goes to the network and nowhere else.
 */

const CACHE = 'cuarenta-tablet';
const AT_ONCE = 6;
const FILES = { ...SHELL.app, ...SHELL.engine };
const worker = /** @type {any} */ (self);

/** What is on its way, so that nothing is brought twice. @type {Map<string, Promise<void>>} */
const coming = new Map();

/** @param {string} path */
const keyOf = (path) => `${path}?${encodeURIComponent(FILES[path])}`;

/** Bring a file, refused unless it is exactly the one of this version, and keep it. @param {string} path */
function bring(path) {
  const running = coming.get(path);
  if (running) return running;
  const bringing = (async () => {
    const integrity = `sha256-${FILES[path]}`;
    const answer = await fetch(path, { cache: 'no-cache', credentials: 'omit', redirect: 'error', integrity });
    if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`);
    await (await caches.open(CACHE)).put(keyOf(path), answer);
  })().finally(() => coming.delete(path));
  coming.set(path, bringing);
  return bringing;
}

/** The files of this list that are not here. @param {Record<string, string>} files */
async function missing(files) {
  const kept = new Set((await (await caches.open(CACHE)).keys()).map(({ url }) => url));
  return Object.keys(files).filter((path) => !kept.has(new URL(keyOf(path), worker.location.href).href));
}

/** Bring what is missing, a few at once; fails when one of them cannot be had. @param {Record<string, string>} files */
async function fill(files) {
  const wanted = await missing(files);
  const bringOthers = async () => {
    for (let path = wanted.pop(); path; path = wanted.pop()) await bring(path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bringOthers));
}

/** Forget the files of other versions. */
async function tidy() {
  const cache = await caches.open(CACHE);
  const ours = new Set(Object.keys(FILES).map((path) => new URL(keyOf(path), worker.location.href).href));
  for (const request of await cache.keys()) if (!ours.has(request.url)) await cache.delete(request);
}

/** @param {string} path @returns {Promise<Response>} */
async function kept(path) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(keyOf(path));
  if (found) return found;
  await bring(path);
  return (await cache.match(keyOf(path))) ?? Response.error();
}

/** @param {Request} request @returns {Promise<Response>} */
const orHome = (request) => fetch(request).catch(() => kept(SHELL.home));

worker.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(fill(SHELL.app)));

worker.addEventListener('activate', (/** @type {any} */ event) =>
  event.waitUntil(tidy().then(() => worker.clients.claim())),
);

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  if (pathname in FILES) event.respondWith(kept(pathname));
  else if (request.mode === 'navigate') event.respondWith(orHome(request));
});

/** The page asks: step forward, or bring the engine too, or say how much is here. */
worker.addEventListener('message', (/** @type {any} */ event) => {
  const [port] = event.ports;
  const say = async () => port?.postMessage({ version: SHELL.version, missing: (await missing(FILES)).length });
  if (event.data === 'activate') event.waitUntil(worker.skipWaiting());
  if (event.data === 'fill') event.waitUntil(fill(FILES).then(say, say));
  if (event.data === 'standing') event.waitUntil(say());
});
