// Limits how often some work is done. The last call is never lost.

/**
 * Returns a function that calls `act` at once or, if it may wait, at least `rest` ms after the previous call.
 * @param {number} rest
 * @param {() => void} act
 */
export function throttle(rest, act) {
  let last = -rest;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const now = () => {
    last = performance.now();
    act();
  };
  return (/** @type {boolean} */ mayWait) => {
    clearTimeout(timer);
    const wait = mayWait ? last + rest - performance.now() : 0;
    if (wait > 0) timer = setTimeout(now, wait);
    else now();
  };
}
