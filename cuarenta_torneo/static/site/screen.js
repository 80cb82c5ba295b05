// A screen of the hall: it asks what to show, shows it, turns the pages, and keeps the last picture while nobody answers.

import { hallTime } from "./hall_time.js";
import { saw } from "./log_page.js";

const EVERY = 1000;
const TOO_LONG = 8000;
const LATE = 4000;

const scene = document.querySelector("#pantalla");
const age = document.querySelector("#sin-red");
let { mark, place, next, seconds } = scene.dataset;
let seen = Date.now();
let since = Date.now();
let ahead = 0;  // how far the server's clock is before this one's
let asking = 0;
let shown = "";
let timer;

async function look() {
  clearTimeout(timer);
  const mine = ++asking;
  const turned = next !== place && Date.now() - since > 1000 * Number(seconds);
  const asked = new URLSearchParams(location.search);
  asked.set("lugar", turned ? next : place);
  asked.set("marca", mark);
  try {
    const answer = await fetch(`${scene.dataset.state}?${asked}`, {
      headers: { Accept: "application/json" },
      cache: "no-store",
      signal: AbortSignal.timeout(TOO_LONG),
    });
    if (answer.status === 410) return location.reload();
    if (!answer.ok) throw new Error(answer.statusText);
    if (answer.status === 200) show(await answer.json());
    seen = Date.now();
    ahead = Date.parse(answer.headers.get("Date") ?? "") - seen || 0;
  } catch {
    // The picture stays: an error in a hall helps nobody. How old it is, is told below.
  }
  if (mine === asking) timer = setTimeout(look, EVERY);
}

function show(told) {
  scene.dataset.mark = mark = told.mark;
  if (told.place !== place || told.next !== next) since = Date.now();
  scene.classList.toggle("scene--turned", told.place !== place);  // a point more is no reason to fade
  saw(told.head, told.log);
  ({ place, next, seconds } = told);
  document.documentElement.className = told.look;
  if (shown !== told.html) scene.innerHTML = shown = told.html;
  tick();
}

function tick() {
  const now = Date.now() + ahead;
  for (const clock of scene.querySelectorAll("[data-clock]")) {
    clock.textContent = hallTime(now);
  }
  const old = Date.now() - seen;
  const words = old > LATE ? `${age.dataset.sayOld} ${told(Math.round(old / 1000))}` : "";
  if (age.textContent !== words) age.textContent = words;
  age.hidden = !words;
}

function told(count) {
  return count < 60 ? `${count} s` : `${Math.floor(count / 60)} min`;
}

// A projector that goes dark in the middle of a final helps nobody either; only https has this.
async function stayAwake() {
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Low battery, or not in front: it is asked again.
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  stayAwake();
  look();
});
addEventListener("online", look);
setInterval(tick, 1000);
stayAwake();
tick();
look();
