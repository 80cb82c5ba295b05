// Every page of the desk says when a Juez calls or a protest is signed; the page of the calls shows them as they come.

const EVERY = 5000;
const place = document.querySelector("[data-calls]");
const count = place.querySelector(".calls-count");
const spoken = place.querySelector("[role=status]");
const list = document.querySelector("[data-shown]");
let newest = null;
let newestProtest = 0;

async function look() {
  try {
    const answer = await fetch(place.dataset.calls, { headers: { Accept: "application/json" } });
    if (answer.ok) show(await answer.json());
  } catch {
    // Without network the number stays as it was; the next look tells.
  }
  setTimeout(look, EVERY);
}

function show({ waiting, latest, protest }) {
  if (list && list.dataset.shown !== `${waiting}:${latest}:${protest}`) location.reload();
  count.textContent = waiting;
  count.hidden = waiting === 0;
  if (newest !== null && latest > newest) spoken.textContent = "Un Juez llama a la Mesa de Control.";
  if (newest !== null && protest > newestProtest) spoken.textContent = "Alguien firmó bajo protesta.";
  newestProtest = Math.max(protest, newestProtest);
  newest = Math.max(latest, newest ?? 0);
}

look();
