/**
 * The rulebook, in a thread of its own: Pyodide runs the very `referee/rules` that the server runs, and this file only
 * carries questions and answers. JSON both ways (referee/rules/bridge.py); no rule is written here.
 *
 * Served at /tablet/rulebook.js: a service worker answers for a worker only where it has the page's scope.
 */

// @ts-expect-error: served from npm's package, beside lit (cuarenta_torneo/engine_files.py)
import { loadPyodide } from '/static/vendor/pyodide/pyodide.mjs';

const PYODIDE = new URL('/static/vendor/pyodide/', import.meta.url).href;
const RULES = new URL('/static/tablet/engine/rules.zip', import.meta.url);
const WHERE = '/rules.zip';

/** @type {(asked: string) => string} */
let call;

async function load() {
  const [python, rules] = await Promise.all([loadPyodide({ indexURL: PYODIDE }), fetched(RULES)]);
  python.FS.writeFile(WHERE, rules);
  python.runPython(`import sys; sys.path.insert(0, "${WHERE}")`);
  call = python.pyimport('referee.rules.bridge').Bridge().call;
}

/** @param {URL} url */
async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const loaded = load();

onmessage = async ({ data: { id, asked } }) => {
  try {
    await loaded;
    postMessage({ id, told: call(asked) });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
};

loaded.then(
  () => postMessage({ loaded: true }),
  (error) => postMessage({ loaded: false, failed: String(error) }),
);
