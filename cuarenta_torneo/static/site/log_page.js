// The log of a championship on its pages: what `data-log` names is kept by this browser, each newer checkpoint is checked once, and
// what does not continue is said above everything else, for good.

import { hallTime } from "./hall_time.js";
import { Unproved, agrees, blank, doubted, evidence, isKept, isSilent, judge, short } from "./log_keeping.js";

/** @typedef {import("./log_keeping.js").Record} Kept @typedef {import("./log_keeping.js").Shown} Head */

const SPREAD = 10000; // a hall of pages does not ask in the same second
const AGAIN = 30000;
const TOO_LONG = 10000;

const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-log]"));
/** A screen is passed from one championship to another. */
const address = () => place?.dataset.log ?? "";
const WORDS =
  document.documentElement.lang === "en"
    ? {
        size: "size", root: "root", seen: "seen", before: "Before", now: "Now", hour: "at",
        good: "checked here", since: "continues all that this device saw since", first: "the first that this device keeps",
        unchecked: "not checked: without https this browser cannot verify the signature", old: "not checked: this browser is too old to verify the signature",
        waiting: "not checked yet", wrong: "DOES NOT CONTINUE: see the warning above",
        why: {
          changed: "WARNING: the log of this championship was changed. What this device had seen is not in it as it was.",
          shorter: "WARNING: the log of this championship became shorter. Entries that this device had seen are missing.",
          signature: "WARNING: the log of this championship is signed with another key, and nothing says why.",
          life: "WARNING: the log of this championship comes from another database, and its entry that says so is not true.",
        },
        tell: "Tell the Director, and do not close this page: both signed notes are kept here.",
        save: "Save both notes", notes: "The two notes", file: "evidence.txt",
        doubt: "WARNING: the server does not prove that the log only grew. Not checked since",
        restored: "Restored from the copy of", whole: "All that this device had seen is still there.",
        lost: "Entries that this device had seen and the copy does not have:", understood: "Understood",
        agree: "It matches what this device keeps: both see the same log.",
        differ: "WARNING: it does NOT match what this device keeps. Two different logs are being shown.",
        untold: "It could not be compared with what this device keeps.",
      }
    : {
        size: "tamaño", root: "raíz", seen: "visto", before: "Antes", now: "Ahora", hour: "a las",
        good: "comprobado en este equipo", since: "sigue a todo lo que este equipo vio desde", first: "el primero que guarda este equipo",
        unchecked: "no comprobado: sin https este navegador no puede verificar la firma", old: "no comprobado: este navegador es muy antiguo para verificar la firma",
        waiting: "sin comprobar todavía", wrong: "NO CONTINÚA: lea el aviso de arriba",
        why: {
          changed: "ATENCIÓN: el registro de este campeonato fue cambiado. Lo que este equipo había visto ya no está como estaba.",
          shorter: "ATENCIÓN: el registro de este campeonato se acortó. Faltan entradas que este equipo había visto.",
          signature: "ATENCIÓN: el registro de este campeonato está firmado con otra clave, y nada dice por qué.",
          life: "ATENCIÓN: el registro de este campeonato viene de otra base de datos, y la entrada que lo dice no es cierta.",
        },
        tell: "Avise al Director y no cierre esta página: las dos notas firmadas quedan guardadas aquí.",
        save: "Guardar las dos notas", notes: "Las dos notas", file: "evidencia.txt",
        doubt: "ATENCIÓN: el servidor no prueba que el registro solo haya crecido. Sin comprobar desde",
        restored: "Restaurado desde la copia de", whole: "Todo lo que este equipo había visto sigue ahí.",
        lost: "Entradas que este equipo había visto y la copia no tiene:", understood: "Entendido",
        agree: "Coincide con lo que guarda este equipo: los dos ven el mismo registro.",
        differ: "ATENCIÓN: NO coincide con lo que guarda este equipo. Se están mostrando dos registros distintos.",
        untold: "No se pudo comparar con lo que guarda este equipo.",
      };

/** Where a browser keeps nothing, as in some private windows, this page does. @type {string | null} */
let memory = null;
/** @type {{head: Head, spread: number} | null} */
let waiting = null;
let isBusy = false;
let again = 0;
/** Whether the server spoke since it last gave no answer: where nothing comes any more, the network is gone. */
let isHeard = true;

/**
 * The newest checkpoint, which came with something else; `log` is the address of another log from now on.
 * @param {Head | undefined} head @param {string} [log]
 */
export function saw(head, log) {
  if (!place) return;
  isHeard = true;
  if (log !== undefined && log !== address()) {
    clearTimeout(again);
    [place.dataset.log, place.hidden, memory, waiting] = [log, true, null, null];
  }
  if (head) take(head, SPREAD);
  else warn(load());
}

/** @param {Head} head @param {number} spread */
function take(head, spread) {
  waiting = { head, spread };
  if (!isBusy) void work();
}

async function work() {
  isBusy = true;
  while (waiting) {
    const { head, spread } = waiting;
    const log = address();
    const record = load();
    show(record, head);
    const isPlain = record !== null && head.size > (record.kept.at(-1)?.size ?? 0) && !record.doubt;
    if (isPlain && spread) await new Promise((done) => setTimeout(done, Math.random() * spread));
    if (waiting?.head === head) waiting = null;
    else continue;
    clearTimeout(again);
    const next = await checked(head);
    if (log !== address()) continue;
    show(next, head);
    const kept = load();
    if (kept?.doubt || kept?.alarm?.why === "shorter") again = setTimeout(() => take(head, 0), AGAIN);
  }
  isBusy = false;
  await compare();
}

/** @param {Head} head @returns {Promise<Kept | null>} */
async function checked(head) {
  const log = address();
  const read = load();
  if (read?.alarm && read.alarm.why !== "shorter") return read;
  const now = new Date().toISOString();
  let next = read;
  try {
    if (read && isKept(read, head)) next = { ...read, doubt: null };
    else next = await fetched(read, head, now, asking(log));
  } catch (error) {
    if (!read) return null;
    if (isHeard || error instanceof Unproved) next = doubted(read, now);
    isHeard = false;
  }
  if (log !== address()) return null; // what was asked of one log says nothing of another
  if (JSON.stringify(load()) === JSON.stringify(read)) save(next);
  else take(head, 0); // another tab was quicker
  return load();
}

/** @param {Kept | null} read @param {Head} head @param {string} now @param {import("./log_keeping.js").Ask} ask @returns {Promise<Kept>} */
async function fetched(read, head, now, ask) {
  const record = read ?? blank((await ask("clave"))?.trim().split("\n").at(-1) ?? "");
  // A page that the browser kept shows an old one: what counts is what the server says now.
  const isOld = head.size < (record.kept.at(-1)?.size ?? 0);
  const text = await ask(isOld ? "" : `${head.size}/`);
  if (!text) throw new Unproved("note");
  const next = await judge(record, text, ask, now);
  if (!isOld && !next.alarm && !isKept(next, head)) throw new Unproved("head");
  return next;
}

/** @param {string} log @returns {import("./log_keeping.js").Ask} */
const asking = (log) => async (path) => {
  const answer = await fetch(log + path, { cache: "no-store", signal: AbortSignal.timeout(TOO_LONG) });
  if (answer.status === 404) return null;
  if (answer.status >= 500) throw new Error(String(answer.status)); // a proxy, while the server starts anew
  if (!answer.ok) throw new Unproved(String(answer.status));
  return answer.text();
};

/** @returns {Kept | null} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(address()) ?? memory ?? "null");
  } catch {
    return JSON.parse(memory ?? "null");
  }
}

/** @param {Kept | null} record */
function save(record) {
  if (!record) return;
  memory = JSON.stringify(record);
  try {
    localStorage.setItem(address(), memory);
  } catch {
    // This page goes on with what it has in memory.
  }
}

/** @param {string} at */
const hour = (at) => hallTime(at, { day: "2-digit", month: "2-digit" });

/** @param {{size: number, root: string}} point */
const words = ({ size, root }) => `${WORDS.size} ${size} · ${WORDS.root} ${short(root)}`;

/** @param {Kept | null} record @param {Head} head */
function show(record, head) {
  const box = /** @type {HTMLElement} */ (place);
  box.hidden = false;
  fill(box, "size", String(head.size));
  fill(box, "root", short(head.root));
  box.querySelector("a")?.setAttribute("href", `${address()}?n=${head.size}&r=${short(head.root)}`);
  fill(box, "hour", hallTime(head.at));
  fill(box, "state", stated(record, head));
  warn(record);
}

/** @param {Kept | null} record @param {Head} head */
function stated(record, head) {
  const last = record?.kept.at(-1);
  if (record?.alarm) return WORDS.wrong;
  if (!record || !last || record.doubt || !isKept(record, head)) return WORDS.waiting;
  if (!last.isSigned) return globalThis.crypto?.subtle ? WORDS.old : WORDS.unchecked;
  return record.kept.length > 1 ? `${WORDS.good}: ${WORDS.since} ${hour(/** @type {any} */ (record.kept[0]).at)}` : `${WORDS.good}: ${WORDS.first}`;
}

/** @param {Element} box @param {string} name @param {string} text */
function fill(box, name, text) {
  for (const found of box.querySelectorAll(`[data-log-${name}]`)) if (found.textContent !== text) found.textContent = text;
}

let warned = "";

/** What is wrong, or was restored, above the page. @param {Kept | null} record */
function warn(record) {
  const box = document.querySelector("[data-log-warning]");
  const isLong = isSilent(record);
  const restored = record?.restored?.isSeen ? null : record?.restored;
  const key = JSON.stringify([record?.alarm, isLong, restored]);
  if (!box || warned === key) return;
  warned = key;
  const parts = [];
  if (record?.alarm) parts.push(alarm(record));
  if (isLong) parts.push(notice("alert", `${WORDS.doubt} ${hour(record?.doubt ?? "")}.`));
  if (restored) parts.push(restoration(restored));
  box.replaceChildren(...parts);
}

/** @param {"alert" | "status"} role @param {string} title @param {(string | Node)[]} more */
function notice(role, title, ...more) {
  const box = made("div", "", { class: "notice notice--warning log-warning", role });
  const sign = made("span", role === "alert" ? "⚠" : "ℹ", { class: "log-warning__sign", "aria-hidden": "true" });
  const text = made("div", "");
  text.append(made("strong", title), ...more.map((each) => (typeof each === "string" ? made("p", each) : each)));
  box.append(sign, text);
  return box;
}

/** @param {import("./log_keeping.js").Kept} older @param {import("./log_keeping.js").Kept} newer */
const both = (older, newer) =>
  [older, newer].map((each, index) => `${index ? WORDS.now : WORDS.before}: ${words(each)} · ${WORDS.seen} ${hour(each.at)}`);

/** @param {Kept} record */
function alarm(record) {
  const { why, older, newer } = /** @type {import("./log_keeping.js").Alarm} */ (record.alarm);
  const text = `${WORDS.why[why]}\n${evidence(record)}`;
  const link = made("a", WORDS.save, { download: WORDS.file, href: URL.createObjectURL(new Blob([text], { type: "text/plain" })) });
  const details = made("details", "");
  details.append(made("summary", WORDS.notes), made("pre", text));
  return notice("alert", WORDS.why[why], ...both(older, newer), WORDS.tell, link, details);
}

/** @param {import("./log_keeping.js").Restored} restored */
function restoration(restored) {
  const told = restored.lost ? `${WORDS.lost} ${restored.lost}.` : WORDS.whole;
  const button = made("button", WORDS.understood, { type: "button", class: "btn btn-sm btn-outline-primary" });
  button.addEventListener("click", () => {
    const record = load();
    if (record?.restored) save({ ...record, restored: { ...record.restored, isSeen: true } });
    warn(load());
  });
  return notice("status", `${WORDS.restored} ${hour(restored.copied ?? restored.at)}.`, ...both(restored.older, restored.newer), told, button);
}

/** @param {string} tag @param {string} text @param {{[name: string]: string}} [attributes] */
function made(tag, text, attributes = {}) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** What was seen elsewhere, on a screen or a paper, beside what is kept here. */
async function compare() {
  const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-log-seen]"));
  const kept = load()?.kept ?? [];
  const seen = { size: Number(box?.dataset.size), root: box?.dataset.root ?? "", at: "" };
  // Of one size the digits on a paper do; of another the whole root is needed.
  const own = kept.find(({ size }) => size === seen.size) ?? kept.at(-1);
  if (!box || !own) return;
  const isOne = await agrees(own, seen, asking(address())).catch(() => null);
  box.textContent = isOne === null ? WORDS.untold : isOne ? WORDS.agree : WORDS.differ;
  box.className = `notice notice--${isOne ? "success" : "warning"}`;
  if (isOne === false) box.setAttribute("role", "alert");
}

if (place) {
  const { size, root, at } = place.dataset;
  if (size && root && at) take({ size: Number(size), root, at }, 0);
  else if (load()) warn(load());
  addEventListener("storage", (event) => event.key === address() && warn(load()));
}
