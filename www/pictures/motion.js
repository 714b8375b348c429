// A change over time, of which only the newest runs.

import { isCalm } from '../ui/media.js';

/**
 * Returns what runs a change: `draw` gets its share from 0 to 1. With reduced motion the end comes at once. The promise
 * resolves at the end, and never if a newer change takes the place of this one, or if `stop` leaves it where it is.
 */
export function animation() {
  let newest = 0;
  const run = (/** @type {number} */ duration, /** @type {(share: number) => void} */ draw) =>
    new Promise((/** @type {(value: void) => void} */ resolve) => {
      newest += 1;
      const own = newest;
      if (isCalm() || duration <= 1) {
        draw(1);
        return resolve();
      }
      const start = performance.now();
      const frame = (/** @type {number} */ now) => {
        if (own !== newest) return;
        const share = Math.min(1, Math.max(0, (now - start) / duration));
        draw(share < 1 ? share * share * (3 - 2 * share) : 1);
        if (share < 1) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
  return Object.assign(run, { stop: () => { newest += 1; } });
}
