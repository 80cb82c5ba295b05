// The drawing of a stage: zoom by buttons, keys, wheel and two fingers; arrows go from a match to those it hangs together with.
// Without this script the drawing scrolls, and Tab goes through its matches one after another.

const SMALLEST = 0.05;
const LARGEST = 3;
const STEP = 1.25;

const region = document.getElementById("dibujo");
const svg = region.querySelector("svg");
const now = document.getElementById("zoom-now");
const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
const boxes = [...svg.querySelectorAll(".box")];
let zoom = 1;

/** Draw it `wanted` times as large; what is at (x, y) of the region, in pixels, stays there. */
function zoomTo(wanted, x = region.clientWidth / 2, y = region.clientHeight / 2) {
  const before = zoom;
  zoom = Math.min(LARGEST, Math.max(SMALLEST, wanted));
  svg.setAttribute("width", String(width * zoom));
  svg.setAttribute("height", String(height * zoom));
  region.scrollLeft = ((region.scrollLeft + x) * zoom) / before - x;
  region.scrollTop = ((region.scrollTop + y) * zoom) / before - y;
  now.textContent = `${Math.round(zoom * 100)} %`;
}

const ZOOMS = {
  in: () => zoomTo(zoom * STEP),
  out: () => zoomTo(zoom / STEP),
  fit: () => zoomTo(Math.min(region.clientWidth / width, region.clientHeight / height)),
};

/** One match takes the place of all in the order of Tab; the others are reached by arrows. */
function enter(box) {
  for (const each of boxes) each.setAttribute("tabindex", each === box ? "0" : "-1");
}

function go(box) {
  if (!box) return;
  enter(box);
  box.focus({ preventScroll: true });
  box.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function beside(box, by) {
  const column = boxes.filter((each) => each.dataset.column === box.dataset.column);
  return column[column.indexOf(box) + by];
}

/** Where no line leads, as in series: the match at the same height in the next column. */
function across(box, by) {
  const column = String(Number(box.dataset.column) + by);
  const place = boxes.filter((each) => each.dataset.column === box.dataset.column).indexOf(box);
  const there = boxes.filter((each) => each.dataset.column === column);
  return there[Math.min(place, there.length - 1)];
}

const named = (names) => document.getElementById(names.split(" ").find((name) => document.getElementById(name)) || "");
const lined = boxes.some((box) => box.dataset.winner);
const MOVES = {
  ArrowRight: (box) => (lined ? named(box.dataset.winner) : across(box, 1)),
  ArrowLeft: (box) => (lined ? named(box.dataset.before) : across(box, -1)),
  ArrowUp: (box) => beside(box, -1),
  ArrowDown: (box) => beside(box, 1),
  Home: () => boxes[0],
  End: () => boxes[boxes.length - 1],
  p: (box) => named(box.dataset.loser),
};

region.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const zooms = { "+": ZOOMS.in, "-": ZOOMS.out, "0": () => zoomTo(1) }[event.key];
  const move = MOVES[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const box = event.target.closest(".box");
  if (zooms) zooms();
  else if (move && box) go(move(box));
  else return;
  event.preventDefault();
});
// On the region, since Chromium takes an SVG that listens for the focus for something that can have it.
region.addEventListener("focusin", (event) => {
  const box = event.target.closest(".box");
  if (box) enter(box);
});

region.addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left, top } = region.getBoundingClientRect();
    zoomTo(zoom * Math.exp(-event.deltaY / 300), event.clientX - left, event.clientY - top);
  },
  { passive: false },
);

let spread = 0;
const apart = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
region.addEventListener("touchstart", (event) => {
  if (event.touches.length === 2) spread = apart(event.touches) / zoom;
});
region.addEventListener(
  "touchmove",
  (event) => {
    if (event.touches.length !== 2 || !spread) return;
    event.preventDefault();
    const { left, top } = region.getBoundingClientRect();
    const [one, other] = event.touches;
    zoomTo(apart(event.touches) / spread, (one.clientX + other.clientX) / 2 - left, (one.clientY + other.clientY) / 2 - top);
  },
  { passive: false },
);

for (const button of document.querySelectorAll("[data-zoom]")) button.addEventListener("click", ZOOMS[button.dataset.zoom]);
document.getElementById("zoom").hidden = false;
document.getElementById("ayuda").hidden = false;

// Who was looked for stands in the middle, in the last of its matches; else the first is the way in.
const found = boxes.filter((box) => box.classList.contains("box--found"));
const start = document.getElementById(decodeURIComponent(location.hash.slice(1)));
const first = boxes.includes(start) ? start : found[found.length - 1];
if (boxes.length) enter(first || boxes[0]);
if (first) first.scrollIntoView({ block: "center", inline: "center" });
