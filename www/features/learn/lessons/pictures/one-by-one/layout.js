// Where the chart of an online learner stands, and which values its axes have. Pure.

/** @typedef {import('../chart/frame.js').Chart} Chart */
/** @typedef {import('./paid-run.js').Seen} Seen */

export const STEP = 0.2; // between the lines of the losses
const ROOM = 1.3; // above the bound at the first tick, so that its curve begins left of the tick
const TICKS = [1, 2, 4, 5, 8, 10, 20, 25, 50, 100, 200, 500];

/** The way between the ticks of the searches. @param {number} searches */
export const tickOf = (searches) => TICKS.find((tick) => tick >= searches / 5) ?? searches;

/** @param {boolean} isPhone @param {readonly Seen[]} seen @param {boolean} isBound @returns {Chart} */
export function layoutOf(isPhone, seen, isBound) {
  const high = isBound ? Math.ceil(ROOM * seen[tickOf(seen.length) - 1].bound)
    : STEP * Math.ceil(Math.max(...seen.map(({ cost }) => cost)) / STEP);
  const edges = { x: /** @type {const} */ ([0, seen.length]), y: /** @type {const} */ ([0, high]) };
  return isPhone ? { width: 390, height: 352, left: 46, right: 362, top: 88, bottom: 262, isPhone, ...edges }
    : { width: 848, height: 664, left: 112, right: 792, top: 112, bottom: 518, isPhone, ...edges };
}

/** The height of the track of the handle. @param {Chart} chart */
export const trackOf = ({ bottom, isPhone }) => bottom + (isPhone ? 66 : 104);
