// The progress of what a worker makes: asks how far it is and, when it has ended, shows the page anew.

const EVERY = 1000;
const job = document.getElementById("job");
const label = document.getElementById("label");
const making = document.getElementById("making");
const bar = job.querySelector("progress");

async function look() {
  try {
    const answer = await fetch(job.dataset.state, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.statusText);
    const state = await answer.json();
    if (state.finished) {
      location.reload();
      return;
    }
    bar.max = state.total || 1;
    bar.value = state.done;
    if (label.textContent !== state.label) label.textContent = state.label;
    if (making) making.textContent = state.making;
  } catch {
    label.textContent = "No hay conexión con el servidor; se vuelve a preguntar…";
  }
  setTimeout(look, EVERY);
}

setTimeout(look, EVERY);
