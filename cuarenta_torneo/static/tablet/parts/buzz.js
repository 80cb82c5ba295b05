/** What the hand feels, where the tablet can shake (Android); never the only sign of anything. */

import { preferences } from '../preferences.js';

const PATTERNS = { tap: [25], refused: [40, 60, 40], again: [25, 40, 25] };

/** @param {keyof typeof PATTERNS} what */
export function buzz(what) {
  if (preferences.vibration) navigator.vibrate?.(PATTERNS[what]);
}
