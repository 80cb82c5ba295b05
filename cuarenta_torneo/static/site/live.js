// What is followed live: the stream of the server, or asking every few seconds where it does not come through. Both tell
// whole states, so that whatever was missed does no harm. `follow` is for any page; `live_page.js` fills the public ones.

import { hallTime } from "./hall_time.js";

const POLL = 5000;
const PATIENCE = 2500; // so long the stream may take to begin before the page asks by itself
const FRESH = 20000; // the stream gives a sign of life every 15 seconds: what is older is said to be
const SILENT = 32000;
const HIDDEN = 60000;
const CROWDED = 60000; // so long the stream is left alone once it said that there are too many
const GONE = 20000; // so often it is asked for what is published no more
const ENGLISH = document.documentElement.lang === "en";
const LANGUAGE = ENGLISH ? "&idioma=en" : "";
const AGAIN = [1500, 3000, 6000, 12000, 24000];
/** Whether the page came from the server now; Back may bring one that the browser kept. Who cannot tell is taken to have kept it. */
const [OPENING] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
const FETCHED = (OPENING?.transferSize ?? 0) > 0;
const AHEAD = "reloj";

/**
 * @typedef {object} Followed
 * @property {string} stream The address of the stream, or nothing where there is none.
 * @property {string} poll The address that answers the same as JSON.
 * @property {number} version What the page shows already.
 * @property {number} [at] When the server wrote it, in milliseconds by its own clock.
 * @property {(told: any, first: boolean) => void} tell Gets each state; `first` after a connection. `told.whole`: no other mesa is on the floor.
 * @property {() => void} [gone] There is no such thing any more, or strangers are told of it no longer; it may come back.
 * @property {(line: "stream" | "poll" | "down", heard: number, ahead: number) => void} [line] How it comes, when it last did by the
 *   clock of this machine, and by how much that of the hall is before it.
 */

/** Follow until `stop()` is called. */
export class Follow {
  /** @param {Followed} what */
  constructor(what) {
    this.what = what;
    this.version = what.version;
    this.ahead = what.at ? aheadOf(what.at) : 0;
    this.heard = what.at && !FETCHED ? what.at - this.ahead : Date.now();
    this.line = "poll";
    this.failed = 0;
    /** @type {EventSource | null} */
    this.source = null;
    this.timers = new Map();
    this.stopped = false;
    this.visible = () => this.look();
    document.addEventListener("visibilitychange", this.visible);
    addEventListener("online", this.visible);
    this.gone = () => this.source && this.lost();
    addEventListener("offline", this.gone);
    this.ticking = setInterval(() => this.tick(), 1000);
    this.open();
  }

  stop() {
    this.stopped = true;
    this.close();
    clearInterval(this.ticking);
    document.removeEventListener("visibilitychange", this.visible);
    removeEventListener("online", this.visible);
    removeEventListener("offline", this.gone);
  }

  /** Rest while nobody looks; be up to date as soon as somebody does. */
  look() {
    if (this.stopped) return;
    if (document.visibilityState === "hidden") {
      this.later("rest", HIDDEN, () => this.close());
      return;
    }
    this.forget("rest");
    if (!this.source) {
      this.failed = 0;
      this.open();
    }
  }

  open() {
    this.source?.close();
    this.source = null;
    this.forget("open");
    if (!this.timers.has("ask")) this.ask(PATIENCE);
    if (!this.what.stream || !window.EventSource) return;
    const source = new EventSource(`${this.what.stream}?desde=${this.version}${LANGUAGE}`);
    this.source = source;
    let first = true;
    source.onmessage = (event) => {
      if (this.source !== source) return;
      this.forget("ask");
      this.failed = 0;
      this.hear("stream");
      this.tell(JSON.parse(event.data), first);
      first = false;
    };
    source.addEventListener("vivo", () => this.source === source && this.hear("stream"));
    source.addEventListener("sondeo", () => this.source === source && this.lost(CROWDED));
    source.onerror = () => this.source === source && this.lost();
  }

  /** The stream is gone: ask instead, and try it again, not all at the same moment.
   * @param {number} [after] Milliseconds that it asked for itself. */
  lost(after) {
    this.source?.close();
    this.source = null;
    const wait = after ?? AGAIN[Math.min(this.failed, AGAIN.length - 1)] ?? 0;
    this.failed += 1;
    this.ask(200 + Math.random() * 800);
    this.later("open", wait * (0.5 + Math.random()), () => this.open());
  }

  close() {
    this.source?.close();
    this.source = null;
    for (const name of [...this.timers.keys()]) this.forget(name);
  }

  /** @param {number} wait */
  ask(wait) {
    this.later("ask", wait, async () => {
      let every = POLL;
      try {
        const answer = await fetch(`${this.what.poll}?desde=${this.version}${LANGUAGE}`, { headers: { Accept: "application/json" } });
        const gone = answer.status === 404 && this.what.gone;
        if (!answer.ok && !gone) throw new Error(String(answer.status));
        const told = gone ? null : await answer.json();
        if (!this.timers.has("ask")) return; // the stream was quicker
        this.hear("poll");
        if (gone) {
          every = GONE;
          gone();
        } else this.tell(told, false);
      } catch {
        if (this.timers.has("ask")) this.say("down");
      }
      if (this.timers.has("ask")) this.ask(every * (0.8 + 0.4 * Math.random()));
    });
  }

  /** @param {any} told @param {boolean} first */
  tell(told, first) {
    this.version = first || told.whole ? told.version : Math.max(this.version, told.version);
    this.what.tell(told, first);
  }

  tick() {
    if (this.source && this.line === "stream" && Date.now() - this.heard > SILENT) this.lost();
    this.what.line?.(this.line, this.heard, this.ahead);
  }

  /** @param {"stream" | "poll"} line */
  hear(line) {
    this.heard = Date.now();
    this.say(line);
  }

  /** @param {"stream" | "poll" | "down"} line */
  say(line) {
    this.line = line;
    this.what.line?.(line, this.heard, this.ahead);
  }

  /** @param {string} name @param {number} wait @param {() => void} act */
  later(name, wait, act) {
    this.forget(name);
    this.timers.set(name, setTimeout(act, wait));
  }

  /** @param {string} name */
  forget(name) {
    clearTimeout(this.timers.get(name));
    this.timers.delete(name);
  }
}

/** By how much the hall's clock is before this one: told by a page that has just come, and remembered for those that are kept.
 * @param {number} at */
function aheadOf(at) {
  try {
    if (FETCHED) sessionStorage.setItem(AHEAD, String(at - Date.now()));
    return Number(sessionStorage.getItem(AHEAD));
  } catch {
    return FETCHED ? at - Date.now() : 0;
  }
}

/** What the scripts of a board say themselves, in the language of its page. */
export const WORDS = ENGLISH
  ? { live: "Up to date", updated: "Updated", asOf: "As of", ago: " ago", offline: "Offline: the latest is of", won: "Chicas won:", table: "Table", deals: "deals", to: "to" }
  : { live: "Al día", updated: "Actualizado hace", asOf: "Así estaba a las", ago: "", offline: "Sin conexión: lo último es de las", won: "Chicas ganadas:", table: "Mesa", deals: "", to: "a" };

/** How old what is shown is, in words; where the clock of this machine was changed meanwhile, its hour alone.
 * @param {"stream" | "poll" | "down"} line @param {number} heard @param {number} ahead */
export function age(line, heard, ahead) {
  const passedBy = Date.now() - heard;
  if (line === "stream" && passedBy < FRESH) return WORDS.live;
  const seconds = Math.round(passedBy / 1000);
  const passed = seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
  const hour = hallTime(heard + ahead, { second: "2-digit" });
  if (seconds < 0) return line === "down" ? `${WORDS.offline} ${hour}` : `${WORDS.asOf} ${hour}.`;
  if (line !== "down") return `${WORDS.updated} ${passed}${WORDS.ago}`;
  return ENGLISH ? `${WORDS.offline} ${hour} (${passed} ago)` : `${WORDS.offline} ${hour} (hace ${passed})`;
}
