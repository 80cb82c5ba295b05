/**
 * The boards say EN REVISIÓN while a protest is being looked into: from when its sheet is opened until it is closed. Nothing waits for
 * what is said here, and nothing of it is kept: what cannot be said now is not said later, except that it is over.
 */

const AGAIN_MS = 20_000;
const LOOK_MS = 300;
const PATIENCE_MS = 3000;
const TRIES = 10;

let looking = false;

/** @param {number} wait */
const pause = (wait) => new Promise((done) => setTimeout(done, wait));

/** @param {import('./screens/mesa.js').Mesa} screen whose sheet was just opened */
export async function review({ app, table }) {
  if (looking || table.practice) return;
  looking = true;
  const tell = (/** @type {boolean} */ begun) =>
    app.api.post(`/mesas/${table.mesa.id}/revision`, { begun }).then(() => true, () => false);
  let said = 0;
  let failed = 0;
  while (app.sheet) {
    if (Date.now() - said > AGAIN_MS && Date.now() - failed > PATIENCE_MS) {
      if (await tell(true)) said = Date.now();
      else failed = Date.now();
    }
    await pause(LOOK_MS);
  }
  looking = false;
  for (let left = TRIES; left && !looking && !(await tell(false)); left -= 1) await pause(PATIENCE_MS);
}
