// The draft as it is now, for two who work on it: only what changed is replaced, and what is in the hand stays there.

import { hallTime } from "./hall_time.js";

const EVERY = 600;
const HIDDEN = 4000;
const draft = document.querySelector("#propuesta");
const told = document.querySelector("#cambio");
const offline = document.querySelector("#sin-red");
let mark = draft.dataset.mark;

async function look() {
  try {
    const answer = await fetch(`${draft.dataset.state}?marca=${mark}`, { headers: { Accept: "application/json" } });
    if (answer.redirected || answer.status === 403 || answer.status === 404) return location.reload();
    if (!answer.ok && answer.status !== 204) throw new Error(answer.status);
    if (answer.status === 200) await renew();
    offline.hidden = true;
  } catch {
    offline.hidden = false;
  }
  setTimeout(look, document.hidden ? HIDDEN : EVERY);
}

// The address says what is in the hand: the same page, asked for anew, has it there.
async function renew() {
  const answer = await fetch(location.href.split("#")[0]);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.querySelector("#propuesta");
  if (!answer.ok || !fresh) throw new Error(answer.status);
  mark = fresh.dataset.mark;
  const token = draft.querySelector("[name=csrfmiddlewaretoken]")?.value;
  if (token) for (const field of fresh.querySelectorAll("[name=csrfmiddlewaretoken]")) field.setAttribute("value", token);
  if (fresh.innerHTML === draft.innerHTML) return;
  const version = fresh.dataset.version !== draft.dataset.version;
  const back = place(document.activeElement);
  draft.innerHTML = fresh.innerHTML;
  draft.dataset.version = fresh.dataset.version;
  back()?.focus({ preventScroll: true });
  const hour = hallTime(Date.now(), { second: "2-digit" });
  told.textContent = `${version ? "Alguien cambió la propuesta" : "El salón cambió"} a las ${hour}: así está ahora.`;
}

// Whoever stood at a line stands at the same place of it afterwards.
function place(at) {
  if (!at || !draft.contains(at)) return () => null;
  const line = at.closest("[id]");
  const all = (holder) => [...holder.querySelectorAll("a, button")];
  const index = all(line).indexOf(at);
  return () => {
    const there = line === draft ? draft : document.getElementById(line.id);
    return there && (all(there)[index] ?? all(there).at(-1));
  };
}

look();
