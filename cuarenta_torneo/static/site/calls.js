// Every page of the desk says when a Juez calls; the page of the calls shows them as they come.

const EVERY = 5000;
const place = document.querySelector("[data-calls]");
const count = place.querySelector(".calls-count");
const spoken = place.querySelector("[role=status]");
const list = document.querySelector("[data-shown]");
let newest = null;

async function look() {
  try {
    const answer = await fetch(place.dataset.calls, { headers: { Accept: "application/json" } });
    if (answer.ok) show(await answer.json());
  } catch {
    // Without network the number stays as it was; the next look tells.
  }
  setTimeout(look, EVERY);
}

function show({ waiting, latest }) {
  if (list && list.dataset.shown !== `${waiting}:${latest}`) location.reload();
  count.textContent = waiting;
  count.hidden = waiting === 0;
  if (newest !== null && latest > newest) spoken.textContent = "Un Juez llama a la Mesa de Control.";
  newest = Math.max(latest, newest ?? 0);
}

look();
