// The draw on the projector: one more with each press. The step stands in the address, so that a reload loses nothing.

const main = document.getElementById("ceremony");
const total = Number(main.dataset.total);
const reveals = [...main.querySelectorAll("[data-step]")].sort((a, b) => a.dataset.step - b.dataset.step);
const now = Object.fromEntries([...document.querySelectorAll("[data-now]")].map((each) => [each.dataset.now, each]));
const welcome = { number: now.number.textContent, name: now.name.textContent };
const buttons = [...document.querySelectorAll("[data-go]")];
const still = matchMedia("(prefers-reduced-motion: reduce)");
let step = Math.min(Number(location.hash.slice(1)) || 0, total);

function show() {
  reveals.forEach((each, place) => {
    each.hidden = place >= step;
    each.toggleAttribute("data-last", place === step - 1);
  });
  for (const group of main.querySelectorAll(".ceremony__group")) group.hidden = !group.querySelector("[data-step]:not([hidden])");
  const last = reveals[step - 1];
  now.number.textContent = last ? last.querySelector("strong").textContent : welcome.number;
  now.name.textContent = last ? last.querySelector("span").textContent : welcome.name;
  now.place.textContent = last ? last.dataset.place : "";
  now.progress.textContent = step === total ? `${total} de ${total}: sorteo completo` : `${step} de ${total}`;
  for (const button of buttons) {
    const end = button.dataset.go === "1" ? step === total : step === 0;
    button.setAttribute("aria-disabled", String(end));
  }
  last?.closest(".ceremony__group").scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  tell();
  history.replaceState(null, "", step ? `#${step}` : location.pathname + location.search);
}

function go(by) {
  const next = Math.min(Math.max(step + by, 0), total);
  if (next === step) return;
  step = next;
  show();
}

// Where the Director lets them, the screens of the hall follow: each step is sent, the last one last.
const screens = document.querySelector("#pantallas");
const follow = screens?.querySelector("button");
let sending = Promise.resolve();

function tell() {
  if (follow?.getAttribute("aria-pressed") !== "true") return;
  const body = new FormData(screens);
  body.set("paso", String(step));
  sending = sending.then(() => send(body));
}

async function send(body) {
  try {
    const answer = await fetch(screens.action, { method: "POST", body, headers: { Accept: "application/json" } });
    now.screens.textContent = answer.ok ? "" : (await answer.json()).words;
  } catch {
    now.screens.textContent = "Las pantallas no recibieron este paso: revise la conexión y siga.";
  }
}

if (follow) {
  follow.hidden = false;
  screens.addEventListener("submit", (event) => {
    event.preventDefault();
    follow.setAttribute("aria-pressed", String(follow.getAttribute("aria-pressed") !== "true"));
    tell();
  });
}

const KEYS = { ArrowRight: 1, PageDown: 1, " ": 1, Enter: 1, ArrowLeft: -1, PageUp: -1, Backspace: -1 };

document.addEventListener("keydown", (event) => {
  const by = KEYS[event.key];
  // On a button or a link these two keys press it.
  if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
  if ((event.key === "Enter" || event.key === " ") && event.target.closest("button, a")) return;
  event.preventDefault();
  if (!event.repeat) go(by);
});
for (const button of buttons) button.addEventListener("click", () => go(Number(button.dataset.go)));
main.addEventListener("click", () => go(1));
show();
