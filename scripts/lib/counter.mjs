// Reports the progress of long work in a few lines, so that a log stays short and never looks like a hang.

import { say } from './steps.mjs';

/** Milliseconds after which the count is shown again, even if it grew by less than a tenth. */
const OFTEN = 15_000;

/**
 * @param {string} label what is counted: "crates of the tool"
 * @param {number} total
 * @param {{ show?: (line: string) => void, now?: () => number }} [options] where lines go, and the clock in
 *   milliseconds
 * @returns {(done: number) => void} takes how many are done; shows the count at the first, at every tenth, and every
 *   15 s
 */
export function counter(label, total, { show = say, now = () => performance.now() } = {}) {
  let tenth = -1;
  let shown = -Infinity;
  return (done) => {
    const share = total > 0 ? Math.min(1, done / total) : 1;
    const reached = Math.floor(10 * share);
    if (reached === tenth && now() - shown < OFTEN) return;
    [tenth, shown] = [reached, now()];
    show(`  ${label}: ${done} of ${Math.max(total, done)} (${Math.floor(100 * share)} %)`);
  };
}
