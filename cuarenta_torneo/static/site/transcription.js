// A paper is typed with one hand on it: Enter goes to the next box, and what is in a box is replaced by typing.
// Loaded before the boxes are there, or an Enter in the first one might send the row before this listens.

const BOXES = "input:not([type=hidden]):not([type=checkbox]):not([type=radio]), select, button";

/** Whether this is a box of a form that goes on by Enter. */
function isBox(target) {
  return target instanceof HTMLInputElement && target.matches(BOXES) && target.form?.hasAttribute("data-enter-next");
}

/** Go on from this box; in the last one, Enter does what the button does. */
function goOn(event) {
  const box = event.target;
  if (event.key !== "Enter" || !isBox(box)) return;
  const boxes = [...box.form.querySelectorAll(BOXES)].filter((each) => !each.closest("details:not([open])"));
  const next = boxes[boxes.indexOf(box) + 1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
}

document.addEventListener("keydown", goOn);
document.addEventListener("focusin", (event) => {
  if (isBox(event.target)) event.target.select();
});
