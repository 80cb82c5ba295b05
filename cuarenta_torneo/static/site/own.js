// The private page follows what concerns its pareja: it asks cheaply, and draws anew only what has changed.

const EVERY = 10000;

async function look() {
  const now = document.getElementById("ahora");
  try {
    const answer = await fetch(now.dataset.state, { headers: { Accept: "application/json" } });
    if (answer.ok && (await answer.json()).mark !== now.dataset.mark) await renew(now);
  } catch {
    // Without network the page stays as it was; the next look tells.
  }
  setTimeout(look, EVERY);
}

async function renew(now) {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("ahora");
  if (!fresh) return;
  now.replaceWith(fresh);
  document.getElementById("novedad").textContent = "Hay novedades: mire su próxima mesa y los avisos.";
}

setTimeout(look, EVERY);
