/**
 * One tab writes on a mesa, whoever comes second only reads until the first one leaves. Browsers have locks only over
 * HTTPS and on this very machine; without them nobody is second.
 */

/**
 * @param {string} mesa its id @param {() => void} granted told once, at once or when the other tab is gone
 * @returns {() => void} let it go
 */
export function claim(mesa, granted) {
  if (!navigator.locks) {
    granted();
    return () => {};
  }
  const waiting = new AbortController();
  let leave = () => {};
  const held = new Promise((resolve) => (leave = () => resolve(null)));
  const use = () => {
    granted();
    return held;
  };
  navigator.locks.request(`mesa:${mesa}`, { signal: waiting.signal }, use).catch(() => {}); // given up before it was granted
  return () => {
    waiting.abort();
    leave();
  };
}
