// A pareja's share of a draw: this phone draws it, keeps it, promises its hash, and shows it when the promises are closed.
//
// The server gets the hash alone until then. What counts and when is the server's to say: this asks nothing but what the page says.

import { hex, sha256 } from "./checkpoint.js";

const EVERY = 1000;
const BYTES = 16;

/** SHA-256 of a text, in hexadecimal, also over plain http. @param {string} text */
const digest = (text) => hex(sha256(/** @type {import("./checkpoint.js").Bytes} */ (new TextEncoder().encode(text))));

/** A new share, or none where this browser keeps nothing. @param {string} key @returns {string} */
function kept(key) {
  try {
    const before = localStorage.getItem(key);
    if (before) return before;
    const drawn = [...crypto.getRandomValues(new Uint8Array(BYTES))];
    localStorage.setItem(key, drawn.map((each) => each.toString(16).padStart(2, "0")).join(""));
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} key @returns {string} */
function found(key) {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

/** Show one of the sentences of the section. @param {Element} section @param {string} name */
function say(section, name) {
  for (const each of section.querySelectorAll("[data-when]")) {
    if (each instanceof HTMLElement) each.hidden = each.dataset.when !== name;
  }
}

/** @param {HTMLElement} section @param {HTMLFormElement} form */
function promise(section, form) {
  const { commitment = "", pareja = "" } = section.dataset;
  const field = form.elements.namedItem("promesa");
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    const share = kept(`aporte.${commitment}.${pareja}`);
    if (share && field instanceof HTMLInputElement) field.value = digest(`${commitment}|${pareja}|${share}`);
    else {
      event.preventDefault();
      say(section, "unkept");
    }
  });
}

/** @param {HTMLElement} section @param {HTMLFormElement} form */
async function show(section, form) {
  const { commitment = "", pareja = "", promised } = section.dataset;
  const share = found(`aporte.${commitment}.${pareja}`);
  const field = form.elements.namedItem("aporte");
  if (!share || digest(`${commitment}|${pareja}|${share}`) !== promised) return say(section, "elsewhere");
  if (field instanceof HTMLInputElement) field.value = share;
  say(section, "here");
  form.hidden = false;
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
    if (answer.type === "opaqueredirect") location.reload(); // else the button stays, and says what is wrong
  } catch {
    delete section.dataset.ready; // without network it is tried again
  }
}

function look() {
  const section = document.getElementById("aporte");
  const form = section?.querySelector("form");
  if (!section || !form || section.dataset.ready) return;
  section.dataset.ready = "1";
  if (section.dataset.state === "open") promise(section, form);
  else show(section, form);
}

look();
setInterval(look, EVERY);
