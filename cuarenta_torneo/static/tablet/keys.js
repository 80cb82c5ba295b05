/**
 * A keyboard, or a Bluetooth keypad: one key for each button of the play, as the Juez has them laid out. A key presses
 * the button that is on the screen, so that whatever holds for a finger holds for it.
 */

import { preferences } from './preferences.js';

/** What may have a key, in the order of the list: the button it presses. @type {Record<string, string>} */
export const BUTTONS = {
  'left.caida': '.pareja:first-child [data-jugada=caida]',
  'left.limpia': '.pareja:first-child [data-jugada=limpia]',
  'left.caida-limpia': '.pareja:first-child [data-jugada=caida-limpia]',
  'left.ronda': '.pareja:first-child [data-jugada=ronda]',
  'right.caida': '.pareja:last-child [data-jugada=caida]',
  'right.limpia': '.pareja:last-child [data-jugada=limpia]',
  'right.caida-limpia': '.pareja:last-child [data-jugada=caida-limpia]',
  'right.ronda': '.pareja:last-child [data-jugada=ronda]',
  next: '.centre .step.next, .centre .step.go',
  undo: '.mesa-foot .undo',
};

/** The map we come with, as it lies under two hands. @type {Record<string, string>} */
export const DEFAULT_KEYS = {
  'left.caida': 'q',
  'left.limpia': 'w',
  'left.caida-limpia': 'e',
  'left.ronda': 'r',
  'right.caida': 'u',
  'right.limpia': 'i',
  'right.caida-limpia': 'o',
  'right.ronda': 'p',
  next: 'enter',
  undo: 'backspace',
};

const TYPED_IN = 'input, select, textarea, [contenteditable]';
const ON_A_BUTTON = ['enter', ' '];

export const keyMap = () => ({ ...DEFAULT_KEYS, ...preferences.keys });

/** The name of a key press, the same for letters in both cases. @param {KeyboardEvent} event */
export const keyOf = ({ key, code }) => (key === 'Unidentified' || key === 'Dead' ? code : key).toLowerCase();

/** Give `action` this key; whoever had it gets the one that `action` had. @param {string} action @param {string} key */
export function assign(action, key) {
  const map = keyMap();
  const other = Object.keys(map).find((each) => map[each] === key);
  const keys = other && other !== action ? { ...map, [other]: map[action], [action]: key } : { ...map, [action]: key };
  return preferences.choose({ keys });
}

/** @param {KeyboardEvent} event */
function press(event) {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const target = /** @type {HTMLElement} */ (event.target);
  const key = keyOf(event);
  if (target.closest(TYPED_IN) || (ON_A_BUTTON.includes(key) && target.closest('button, summary, a'))) return;
  const dialog = document.querySelector('dialog[open]');
  const button = dialog ? dialog.querySelector(`[data-rank='${CSS.escape(key.toUpperCase())}']`) : buttonOf(key);
  if (!(button instanceof HTMLButtonElement)) return;
  event.preventDefault();
  button.click();
}

/** @param {string} key */
function buttonOf(key) {
  const map = keyMap();
  const action = Object.keys(map).find((each) => map[each] === key);
  return action ? document.querySelector(BUTTONS[action]) : null;
}

/** From now on keys press buttons. */
export function listen() {
  document.addEventListener('keydown', press);
}
