// What has a last moment says how long is left, by the server's hour: of this clock only how far it has gone on counts.

const EVERY = 1000;
/** When each was first seen, by this clock. @type {WeakMap<HTMLElement, number>} */
const seen = new WeakMap();

function left(term) {
  if (!seen.has(term)) seen.set(term, Date.now());
  return Math.floor(Number(term.dataset.until) - Number(term.dataset.now) - (Date.now() - seen.get(term)) / 1000);
}

function show(term) {
  const seconds = left(term);
  if (seconds >= 0) {
    term.querySelector(".countdown").textContent = ` (quedan ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")})`;
    return;
  }
  term.textContent = term.dataset.over;
  for (const button of document.querySelectorAll(`[data-closes="${term.id}"]`)) button.disabled = true;
  delete term.dataset.until;
}

function tick() {
  document.querySelectorAll("[data-until]").forEach(show);
}

tick();
setInterval(tick, EVERY);
