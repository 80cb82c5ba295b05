// A projector goes from part to part by itself, and each time shows the results as they are; space pauses it.

const EVERY = 15_000;
const { next, previous } = document.body.dataset;
const button = document.getElementById("pausa");
let timer = 0;

function go(address) {
  location.replace(address);
}

function run() {
  timer = window.setTimeout(() => {
    // Without the server the picture stays: an error page in a hall helps nobody.
    fetch(next, { method: "HEAD" }).then((answer) => (answer.ok ? go(next) : run()), run);
  }, EVERY);
  button.textContent = "Pausar";
  button.setAttribute("aria-pressed", "false");
}

function pause() {
  window.clearTimeout(timer);
  timer = 0;
  button.textContent = "Seguir";
  button.setAttribute("aria-pressed", "true");
}

button.hidden = false;
button.addEventListener("click", () => (timer ? pause() : run()));
document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight") go(next);
  else if (event.key === "ArrowLeft") go(previous);
  else if (event.key === " " && event.target !== button) timer ? pause() : run();
  else return;
  event.preventDefault();
});
run();
