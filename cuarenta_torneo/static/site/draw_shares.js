// The Director's list of shares follows the parejas: it is taken from the page anew, and only where it changed.

const EVERY = 3000;

async function look() {
  const list = document.getElementById("aportes");
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("aportes");
    if (answer.ok && !fresh) return location.reload(); // it was drawn, or revoked
    if (fresh && fresh.dataset.mark !== list.dataset.mark) list.replaceWith(fresh);
  } catch {
    // Without network the list stays as it was.
  }
  setTimeout(look, document.hidden ? 4 * EVERY : EVERY);
}

setTimeout(look, EVERY);
