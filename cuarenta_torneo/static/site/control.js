// The hall, live: a card is replaced when it changed and only then, so that focus and what is being typed stay.

import { hallTime } from "./hall_time.js";

const EVERY = 600;
const HIDDEN = 4000;
const TOLD = 20_000;

const hall = document.querySelector("#sala");
const acts = document.querySelector("#hacer");
const spoken = document.querySelector("#avisa");
const offline = document.querySelector("#sin-red");
const none = document.querySelector("#ninguna");
const hour = document.querySelector("#hora");
const search = document.querySelector("#filtro");
const kinds = document.querySelector("#vistas");
const told = new Map();
let mark = hall.dataset.mark;
let asking = 0;
let timer;

const cards = () => [...hall.children];
const need = (card) => card?.dataset.need ?? "";

function address(path) {
  const asked = new URLSearchParams(location.search);
  asked.set("tengo", cards().map((card) => `${card.id}.${card.dataset.digest}`).join(","));
  asked.set("marca", mark);
  return `${path}?${asked}`;
}

async function look() {
  clearTimeout(timer);
  const mine = ++asking;
  try {
    const answer = await fetch(address(hall.dataset.state), { headers: { Accept: "application/json" } });
    if (answer.redirected || answer.status === 403 || answer.status === 404) return location.reload();
    if (!answer.ok) throw new Error(answer.status);
    if (answer.status === 200) {
      const changes = await answer.json();
      if (mine === asking) show(changes);
    }
    offline.hidden = true;
    hour.textContent = hallTime(Date.now(), { second: "2-digit" });
  } catch {
    offline.hidden = false;
  }
  if (mine === asking) timer = setTimeout(look, document.hidden ? HIDDEN : EVERY);
}

function show({ mark: newest, order, cards: changed, counts }) {
  mark = newest;
  const before = new Map(cards().map((card) => [card.id, card]));
  const news = [];
  for (const [key, html] of Object.entries(changed)) {
    const old = before.get(key);
    const card = made(html);
    if (need(card) && need(card) !== need(old)) news.push(need(card));
    old ? replace(old, card) : hall.append(card);
    tell(card);
  }
  for (const card of cards()) if (!order.includes(card.id)) leave(card);
  order.forEach((key, place) => {
    const card = document.getElementById(key);
    if (hall.children[place] !== card) hall.insertBefore(card, hall.children[place]);
  });
  for (const link of kinds.querySelectorAll("a")) link.querySelector("[data-count]").textContent = counts[link.dataset.kind];
  none.hidden = order.length > 0;
  if (news.length) say(news);
}

function made(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content.firstElementChild;
}

// Whoever stood in the card stands at the same place of the new one.
function replace(old, card) {
  const at = old.contains(document.activeElement) ? document.activeElement : null;
  const place = at && [...old.querySelectorAll("a, button")].indexOf(at);
  old.replaceWith(card);
  if (at) (at === old ? card : card.querySelectorAll("a, button")[place] ?? card).focus({ preventScroll: true });
}

function leave(card) {
  const next = card.contains(document.activeElement) ? card.nextElementSibling ?? card.previousElementSibling : null;
  card.remove();
  next?.focus();
}

function say(news) {
  spoken.textContent = news.join(". ");
  document.dispatchEvent(new Event("avisa"));  // calls.js rings where somebody turned the sound on
}

// What an action answered stays in its card for a while, whatever else changes there.
function tell(card) {
  const line = card?.querySelector(".seat__told");
  const said = card && told.get(card.id);
  if (!line) return;
  line.hidden = !said;
  line.textContent = said?.words ?? "";
  line.classList.toggle("seat__told--refused", said?.ok === false);
  if (said?.undo) {
    const undo = Object.assign(document.createElement("button"), { textContent: "Deshacer", value: said.undo, name: "hacer" });
    undo.className = "btn btn-sm btn-link";
    undo.setAttribute("form", "hacer");
    line.append(" ", undo);
  }
}

acts.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = event.submitter;
  const key = button.closest(".seat").id;
  const body = new FormData(acts);
  body.set("hacer", button.value);
  button.disabled = true;
  const mine = ++asking;
  let said;
  try {
    const answer = await fetch(address(acts.action.split("?")[0]), { method: "POST", body, headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(answer.status);
    said = await answer.json();
  } catch {
    said = { ok: false, words: "No se pudo hacer: revise la conexión y vuelva a intentarlo." };
  }
  told.set(key, said);
  setTimeout(() => {
    if (told.get(key) !== said) return;
    told.delete(key);
    tell(document.getElementById(key));
  }, TOLD);
  button.disabled = false;
  if (said.mark && mine === asking) show(said);
  const card = document.getElementById(key);
  tell(card);
  spoken.textContent = said.words;
  if (!card?.contains(document.activeElement)) card?.focus({ preventScroll: true });
  look();
});

// Filters stay in the address: reloaded or sent to somebody, the page is the same.
function filter(asked) {
  const address = new URLSearchParams([...asked].filter(([, value]) => value));
  history.replaceState(null, "", `${location.pathname}${address.size ? "?" : ""}${address}`);
  for (const link of kinds.querySelectorAll("a")) {
    const own = new URLSearchParams(address);
    link.dataset.kind ? own.set("ver", link.dataset.kind) : own.delete("ver");
    link.href = `?${own}`;
    link.dataset.kind === (address.get("ver") ?? "") ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
  }
  acts.action = `${acts.action.split("?")[0]}?${address}`;
  mark = "";
  look();
}

function asked(kind) {
  const form = new URLSearchParams(new FormData(search));
  kind ? form.set("ver", kind) : form.delete("ver");
  return form;
}

const chosen = () => new URLSearchParams(location.search).get("ver") ?? "";
search.addEventListener("input", () => filter(asked(chosen())));
search.addEventListener("submit", (event) => {
  event.preventDefault();
  filter(asked(chosen()));
});
kinds.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  filter(asked(link.dataset.kind));
});

const STEPS = { j: 1, k: -1, ArrowRight: 1, ArrowLeft: -1 };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "Escape" && typing) return cards()[0]?.focus();
  if (typing) return;
  if (event.key === "/") {
    event.preventDefault();
    search.querySelector("#q").focus();
  } else if (event.key in STEPS) move(event, STEPS[event.key]);
  else if (event.key === "ArrowDown") move(event, columns());
  else if (event.key === "ArrowUp") move(event, -columns());
  else if (event.key === "Enter" && event.target.matches(".seat")) event.target.querySelector(".seat__next")?.click();
});

function columns() {
  const top = cards()[0]?.offsetTop;
  return cards().filter((card) => card.offsetTop === top).length;
}

function move(event, by) {
  const all = cards();
  const at = all.indexOf(event.target.closest?.(".seat"));
  const to = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
  if (!to) return;
  event.preventDefault();
  to.focus();
  to.scrollIntoView({ block: "nearest" });
}

document.querySelector("#actualizar").hidden = true;
search.querySelector("button").hidden = true;
document.addEventListener("visibilitychange", () => document.hidden || look());
look();
