// Public pages that follow mesas: every `data-mesa` is filled with what the server tells of it, through its `data-fill`s.
// A `data-floor` gets a card, cut from its `<template>`, for each mesa in one of the states that it names.

import { Follow, WORDS, age } from "./live.js";
import { saw } from "./log_page.js";
import { Renewal } from "./renewal.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-live]"));
const icons = root.dataset.icons;
const PART = "[data-renewed]";
const renewal = new Renewal(root);
/** Told at every jugada; what stands below the floor only changes when a mesa comes to be so. */
const GOING_ON = ["called", "live", "review", "suspended", "provisional"];

/** Over, and nothing more to be signed or decided. */
const ENDED = ["final", "voided"];
const SIDES = ["a", "b"];
/** What lies on the table when the mesa is over: the chicas tell the rest. */
const OVER = { points: null, won: null, perros: 0, tantos: 0 };

/** @param {Element} box @param {string} name @param {(found: HTMLElement) => void} act */
function each(box, name, act) {
  for (const found of box.querySelectorAll(`[data-fill="${name}"]`)) act(/** @type {HTMLElement} */ (found));
}

/** @param {Element} box @param {string} name @param {string | number | null | undefined} value */
function text(box, name, value) {
  each(box, name, (found) => {
    const said = value === null || value === undefined ? "" : String(value);
    if (found.textContent !== said) found.textContent = said;
    found.hidden = said === "";
  });
}

/** @param {string} name */
function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${icons}#${name}`);
  svg.append(use);
  return svg;
}

/** @param {Element} box @param {any} state */
function fillState(box, state) {
  each(box, "state", (found) => {
    if (found.dataset.code === state.code) return;
    if (found.dataset.code && box.querySelector(PART)) renewal.soon();
    found.dataset.code = state.code;
    found.className = `state state--${state.code}`;
    const label = document.createElement("span");
    label.textContent = state.label;
    found.replaceChildren(icon(state.icon), label);
  });
}

/** @param {Element} box @param {any} mesa @param {number} index */
function fillSide(box, mesa, index) {
  const side = mesa.sides[index];
  const letter = SIDES[index];
  text(box, `number-${letter}`, side.number);
  text(box, `title-${letter}`, side.title);
  const playing = mesa.result ? OVER : side;
  text(box, `points-${letter}`, playing.points);
  text(box, `won-${letter}`, playing.won === null ? null : `${WORDS.won} ${playing.won}`);
  each(box, `winner-${letter}`, (found) => (found.hidden = !side.winner));
  each(box, `deals-${letter}`, (found) => (found.hidden = mesa.dealer?.side !== side.letter));
  each(box, `side-${letter}`, (found) => found.classList.toggle("fixture__side--winner", side.winner));
  each(box, `chips-${letter}`, (found) => {
    const chips = [...Array(playing.perros ?? 0).fill("perro"), ...Array(playing.tantos ?? 0).fill("tanto")];
    found.replaceChildren(...chips.map(icon));
  });
  each(box, `chicas-${letter}`, (found) => {
    const scores = mesa.chicas.map((/** @type {any} */ chica) => {
      const score = document.createElement("span");
      score.textContent = chica.points[index];
      score.className = chica.winner === side.letter ? "won" : "";
      return score;
    });
    found.replaceChildren(...scores);
  });
}

/** @param {HTMLElement} box @param {any} mesa */
function fill(box, mesa) {
  fillState(box, mesa.state);
  fillSide(box, mesa, 0);
  fillSide(box, mesa, 1);
  text(box, "number", mesa.number);
  text(box, "round", mesa.round);
  text(box, "table", mesa.table && !ENDED.includes(mesa.state.code) ? `${WORDS.table} ${mesa.table}` : null);
  text(box, "estado", mesa.result || mesa.estado);
  text(box, "voided", mesa.voided ? mesa.result : null);
  text(box, "last", mesa.last?.text);
  text(box, "where", mesa.data ? `Chica ${mesa.chica}, data ${mesa.data}` : null);
  text(box, "dealer", mesa.dealer && mesa.data ? WORDS.deals ? `${mesa.dealer.name} ${WORDS.deals}` : `Reparte ${mesa.dealer.name}` : null);
  text(box, "review", mesa.review.join(". "));
  box.dataset.version = mesa.version;
  fillJugadas(box, mesa);
  announce(box, mesa);
}

/** The jugadas of the data in play; where more was missed than it holds, the page is asked for all of them.
 * @param {HTMLElement} box @param {any} mesa */
function fillJugadas(box, mesa) {
  const before = box.dataset.jugada;
  const told = mesa.jugada === null ? "" : String(mesa.jugada);
  if (before === undefined || before === told || !box.querySelector(PART)) return;
  box.dataset.jugada = told;
  if (!before || !told) {
    renewal.soon(); // it is covered from now on, or no longer
    return;
  }
  const known = Number(before);
  const fresh = mesa.jugadas.filter((/** @type {any} */ row) => row.number > known);
  if (mesa.jugada < known || fresh.length < mesa.jugada - known || fresh.some((/** @type {any} */ row) => row.kind === "anula")) {
    renewal.soon();
    return;
  }
  const key = `${mesa.chica}-${mesa.data}`;
  const list = box.querySelector(`[data-stretch="${key}"] ol`);
  if (!list) {
    renewal.soon();
    return;
  }
  for (const row of [...fresh].reverse()) if (!document.getElementById(`jugada-${row.number}`)) list.prepend(line(row));
}

/** @param {any} row */
function line(row) {
  const mold = /** @type {HTMLTemplateElement} */ (document.querySelector("template[data-jugada]"));
  const made = /** @type {HTMLElement} */ (mold.content.firstElementChild?.cloneNode(true));
  made.id = `jugada-${row.number}`;
  text(made, "row-number", row.number);
  text(made, "row-text", row.text);
  text(made, "row-score", `${row.score[0]}–${row.score[1]}`);
  each(made, "row-whose", (found) => (found.textContent = row.side ? `${found.textContent} ${row.side}:` : ""));
  each(made, "row-side", (found) => row.side && found.replaceChildren(icon(`side-${row.side.toLowerCase()}`)));
  return made;
}

let saying = 0;

/** For those who listen: the last word only, and not more often than one can follow.
 * @param {HTMLElement} box @param {any} mesa */
function announce(box, mesa) {
  const voice = box.querySelector("[data-voice]");
  if (!voice) return;
  clearTimeout(saying);
  saying = setTimeout(() => {
    const score = mesa.sides[0].points === null ? "" : ` ${mesa.sides[0].points} ${WORDS.to} ${mesa.sides[1].points}.`;
    const said = `${mesa.state.label}. ${mesa.last ? `${mesa.last.text}.` : ""}${score} ${mesa.result}`.trim();
    if (voice.textContent !== said) voice.textContent = said;
  }, 1500);
}

/** The card of a mesa, in the list that its state belongs to; none where no list names it.
 * @param {any} mesa */
function place(mesa) {
  const lists = [...document.querySelectorAll("[data-floor]")];
  if (!lists.length) return;
  const wanted = /** @type {HTMLElement | undefined} */ (
    lists.find((list) => /** @type {HTMLElement} */ (list).dataset.floor?.split(" ").includes(mesa.state.code))
  );
  let card = /** @type {HTMLElement | null} */ (document.querySelector(`[data-floor] [data-mesa="${mesa.fixture}"]`));
  if (wanted && !card && !ENDED.includes(mesa.state.code)) card = cut(mesa);
  const from = card?.closest("[data-floor]");
  if (card && wanted && from !== wanted) wanted.append(card);
  if (card && !wanted) card.remove();
  showSections();
}

/** A list without cards is not shown. */
function showSections() {
  for (const list of document.querySelectorAll("[data-floor]")) {
    const section = /** @type {HTMLElement} */ (list.closest("[data-floor-section]"));
    section.hidden = !list.firstElementChild;
  }
}

/** @param {any} mesa */
function cut(mesa) {
  const mold = /** @type {HTMLTemplateElement} */ (document.querySelector("template[data-card]"));
  const card = /** @type {HTMLElement} */ (mold.content.firstElementChild?.cloneNode(true));
  card.dataset.mesa = mesa.fixture;
  each(card, "link", (found) => found.setAttribute("href", `${root.dataset.live}partidas/${mesa.fixture}/`));
  return card;
}

/** The card of a partida that is published no more goes. @param {number} fixture */
function takeAway(fixture) {
  document.querySelector(`[data-floor] [data-mesa="${fixture}"]`)?.remove();
  showSections();
}

/** Who was away for long is told the floor, and not what left it since. @param {any[]} mesas */
function takeAwayAllBut(mesas) {
  const there = new Set(mesas.map((mesa) => String(mesa.fixture)));
  for (const found of document.querySelectorAll("[data-floor] [data-mesa]")) {
    if (!there.has(/** @type {HTMLElement} */ (found).dataset.mesa ?? "")) found.remove();
  }
  showSections();
}

/** By mesa, the state in which it was last told. @type {Map<string, string | undefined>} */
const stands = new Map();
for (const found of document.querySelectorAll("[data-floor] [data-mesa]")) {
  const state = /** @type {HTMLElement | null} */ (found.querySelector('[data-fill="state"]'));
  stands.set(/** @type {HTMLElement} */ (found).dataset.mesa ?? "", state?.dataset.code);
}

/** What is next, the results and the bracket follow the floor, and what changes away from it. @param {any} told */
function followBelow(told) {
  if (!root.dataset.parts) return;
  let changed = (told.whole && told.version > 0) || told.gone.length > 0;
  for (const mesa of told.mesas) {
    const fixture = String(mesa.fixture);
    if (stands.get(fixture) !== mesa.state.code || !GOING_ON.includes(mesa.state.code)) changed = true;
    stands.set(fixture, mesa.state.code);
  }
  if (changed) renewal.soon();
}

/** Whether the page of one partida shows it, or says that it is published no more. @param {boolean} there */
function publish(there) {
  const notice = /** @type {HTMLElement | null} */ (document.querySelector("[data-gone]"));
  if (!notice || notice.hidden === there) return;
  notice.hidden = there;
  for (const found of document.querySelectorAll("[data-there]")) /** @type {HTMLElement} */ (found).hidden = !there;
  const voice = document.querySelector("[data-voice]");
  clearTimeout(saying);
  if (voice) voice.textContent = there ? "" : notice.textContent;
  if (there) renewal.soon();
}

const own = root.dataset.mesa;
const follow = new Follow({
  stream: root.dataset.stream ?? "",
  poll: root.dataset.poll ?? "",
  version: Number(root.dataset.version),
  at: 1000 * Number(/** @type {HTMLElement | null} */ (document.querySelector("[data-line]"))?.dataset.at),
  gone: own ? () => publish(false) : undefined,
  tell(told, first) {
    saw(told.head);
    followBelow(told);
    if (told.whole) takeAwayAllBut(told.mesas);
    for (const fixture of told.gone) {
      takeAway(fixture);
      if (String(fixture) === own) {
        publish(false);
        follow.lost(); // whether it is back, is asked for
      }
    }
    for (const mesa of told.mesas) {
      place(mesa);
      if (String(mesa.fixture) === own) publish(true);
      for (const found of document.querySelectorAll(`[data-mesa="${mesa.fixture}"]`)) {
        const box = /** @type {HTMLElement} */ (found);
        if (first || told.whole || mesa.version >= Number(box.dataset.version ?? 0)) fill(box, mesa);
      }
    }
  },
  line(how, heard, ahead) {
    for (const found of document.querySelectorAll("[data-line]")) {
      const box = /** @type {HTMLElement} */ (found);
      const said = age(how, heard, ahead);
      box.dataset.line = how;
      each(box, "age", (word) => {
        if (word.textContent !== said) word.textContent = said;
      });
      each(box, "again", (link) => (link.hidden = how !== "down"));
    }
  },
});

addEventListener("pagehide", () => follow.close());
addEventListener("pageshow", (event) => event.persisted && follow.open());
