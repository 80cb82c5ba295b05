// Parts of a page that the server alone tells in full, each `data-renewed`: they are taken from it anew, without a reload and
// without taking from who reads his place, what he opened or where he stands.

const PART = "[data-renewed]";

/**
 * @typedef {object} Pace Milliseconds: the first and the last moment after a change, between two times, and how old an answer may be.
 * @property {number} from
 * @property {number} to
 * @property {number} pause
 * @property {number} kept
 */

/** @type {Pace} */
const QUICK = { from: 300, to: 1500, pause: 0, kept: 0 };
/** A thousand telephones have the page of a championship open, and for two seconds all are answered the same.
 * @type {Pace} */
const WIDE = { from: 4000, to: 15000, pause: 20000, kept: 4000 };
const AGAIN = 20000; // without network, or of a server that cannot

export class Renewal {
  /** Of a page with `data-parts` the parts alone are asked for, by that name, and not by everybody at once.
   * @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.parts = root.dataset.parts;
    this.pace = this.parts ? WIDE : QUICK;
    this.wanted = false;
    this.changed = 0;
    this.asked = -Infinity;
    this.asking = false;
    this.timer = 0;
    document.addEventListener("visibilitychange", () => this.wanted && this.plan(QUICK));
  }

  /** Something that the parts tell has changed. */
  soon() {
    this.wanted = true;
    this.changed = performance.now();
    this.plan(this.pace);
  }

  /** One time after another, and none while nobody looks. @param {Pace} pace */
  plan(pace) {
    if (this.timer || this.asking || document.visibilityState === "hidden") return;
    const now = performance.now();
    const wait = pace.from + Math.random() * (pace.to - pace.from);
    const allowed = Math.max(this.asked + this.pace.pause, this.changed + this.pace.kept) - now;
    this.timer = setTimeout(() => this.ask(), Math.max(wait, allowed));
  }

  async ask() {
    this.timer = 0;
    if (document.visibilityState === "hidden") return;
    this.asking = true;
    this.asked = performance.now();
    this.wanted = this.asked - this.changed < this.pace.kept;
    try {
      await this.take();
    } catch {
      this.wanted = true;
      this.asked += AGAIN - this.pace.pause;
    }
    this.asking = false;
    if (this.wanted) this.plan(this.pace);
  }

  async take() {
    const address = new URL(location.href);
    if (this.parts) address.searchParams.set("solo", this.parts);
    const answer = await fetch(address);
    if (answer.status >= 500) throw new Error(String(answer.status));
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const there = /** @type {HTMLElement | null} */ (fresh.querySelector("[data-live]"))?.dataset.jugada;
    if (there !== undefined && this.root.dataset.jugada !== undefined) {
      if (isOlder(there, this.root.dataset.jugada)) return this.soon();
      this.root.dataset.jugada = there;
    }
    replace([...document.querySelectorAll(PART)], [...fresh.querySelectorAll(PART)]);
  }
}

/** Whether this page was made before the last jugada that is known here, or before the public saw them, or saw them no more.
 * @param {string} there @param {string} known */
function isOlder(there, known) {
  return Boolean(there) !== Boolean(known) || Number(there) < Number(known);
}

/** What differs gives way to the newer part. @param {Element[]} now @param {Element[]} then */
function replace(now, then) {
  if (now.length !== then.length) return;
  const stay = held();
  now.forEach((part, index) => {
    const fresh = /** @type {Element} */ (then[index]);
    for (const each of part.querySelectorAll("details")) {
      const same = /** @type {HTMLDetailsElement | undefined} */ (twin(each, fresh));
      if (same) same.open = each.open;
    }
    if (!part.isEqualNode(fresh)) put(fresh, part);
  });
  stay();
}

/** @param {Element} fresh @param {Element} part */
function put(fresh, part) {
  const rolled = [...part.querySelectorAll("[tabindex]")].filter((each) => each.scrollLeft);
  const lefts = rolled.map((each) => ({ same: twin(each, fresh), left: each.scrollLeft }));
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  const next = focused && /** @type {HTMLElement | undefined} */ (twin(focused, fresh));
  part.replaceWith(fresh);
  for (const { same, left } of lefts) if (same) same.scrollLeft = left;
  next?.focus({ preventScroll: true });
}

/** The same thing in a newer part, by where it leads or what names it. @param {Element} found @param {Element} fresh */
function twin(found, fresh) {
  const own = key(found);
  return [...fresh.querySelectorAll(found.tagName)].find((each) => key(each) === own);
}

/** @param {Element} found */
function key(found) {
  const section = found.closest("section[aria-labelledby]")?.getAttribute("aria-labelledby");
  return [section, found.id, found.getAttribute("href"), found.getAttribute("aria-labelledby")].join(" ");
}

/** Remember what stands at the top of the window; what is returned brings it back there. */
function held() {
  const named = [...document.querySelectorAll("main [id]")].filter((each) => each.getClientRects().length);
  const top = (/** @type {Element} */ each) => each.getBoundingClientRect().top;
  const anchor = named.find((each) => top(each) >= 0) ?? named.at(-1);
  if (!anchor || !scrollY) return () => {};
  const before = top(anchor);
  const page = document.documentElement.style;
  page.setProperty("overflow-anchor", "none"); // the browser would do the same once more
  return () => {
    const there = document.getElementById(anchor.id);
    if (there) scrollBy({ top: top(there) - before, behavior: "instant" });
    requestAnimationFrame(() => page.removeProperty("overflow-anchor"));
  };
}
