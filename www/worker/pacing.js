// The rest between two iterations that a pace asks for. It ends at once when something else is wanted, so that nothing waits behind it.

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {(() => void) | null} */
let wake = null;

/**
 * Milliseconds until the pace allows another iteration; 0 or less: now.
 * @param {{ pace: import('../protocol.js').Pace | null, begun: number, stepped: number }} run when it was told to go on, and when it last made an iteration
 */
export function restOf({ pace, begun, stepped }) {
  const now = performance.now();
  if (!pace || (pace.until !== null && now - begun > pace.until)) return 0;
  return stepped + pace.every - now;
}

/** @param {number} time in ms @returns {Promise<void>} */
export function rest(time) {
  return new Promise((resolve) => {
    wake = resolve;
    timer = setTimeout(resolve, time);
  });
}

/** For whoever changes the run, its mode or its pace: what is to be done now is looked at anew. */
export function endRest() {
  clearTimeout(timer);
  wake?.();
  wake = null;
}
