// Decides which kept runs are the same, and which are deleted when space is short. Pure.

import { sameSettings } from '../training/run-state.js';

/** @typedef {import('./kept-run.js').KeptRun} KeptRun */
/** @typedef {import('./kept-run.js').RunData} RunData */

/** Whether two runs were trained on the same bytes, split the same way. @param {RunData} a @param {RunData} b */
export function sameData(a, b) {
  return JSON.stringify([a.checksums ?? a.name, a.seed]) === JSON.stringify([b.checksums ?? b.name, b.seed]);
}

/**
 * Returns whether two runs have the same data, settings and reports. Training is deterministic, so a repeated run is
 * the same run.
 * @param {KeptRun} a @param {KeptRun} b
 */
export function isSameRun(a, b) {
  const last = a.reports.length - 1;
  // The cheap comparisons come first, because reports may take megabytes. The last reports almost always differ.
  return last === b.reports.length - 1 && sameData(a.data, b.data) && sameSettings(a.settings, b.settings)
    && JSON.stringify(a.reports.at(last)) === JSON.stringify(b.reports.at(last))
    && JSON.stringify(a.reports) === JSON.stringify(b.reports);
}

/** Whether the user has named the run. @param {KeptRun} run */
export function hasOwnName({ name, number }) {
  return name !== `Run ${number}`;
}

/**
 * Merges two equal runs. The earlier one stays, then the one with the smaller id, so that all tabs agree. It takes over
 * the fields that only the other one has.
 * @param {KeptRun} a @param {KeptRun} b @returns {KeptRun}
 */
function united(a, b) {
  const [first, second] = a.at < b.at || (a.at === b.at && a.id < b.id) ? [a, b] : [b, a];
  const found = {
    name: hasOwnName(first) || !hasOwnName(second) ? first.name : second.name,
    run: first.run === null || second.run === null ? first.run ?? second.run : Math.max(first.run, second.run),
    model: first.model ?? second.model, stop: first.stop ?? second.stop, overview: first.overview ?? second.overview,
  };
  // An unchanged run stays the same object, so it is not stored again.
  const isNew = Object.entries(found).some(([key, value]) => first[/** @type {keyof KeptRun} */ (key)] !== value);
  const more = found.model === first.model ? 0 : found.model?.length ?? 0;
  return isNew ? { ...first, ...found, size: first.size + more } : first;
}

/**
 * Returns whether two equal runs are kept apart because a person gave each a name of its own.
 * @param {KeptRun} a
 * @param {KeptRun} b
 */
function areNamedApart(a, b) {
  return hasOwnName(a) && hasOwnName(b) && a.name !== b.name;
}

/**
 * Returns the runs without repetitions, each at its first place. Cost: one comparison of last reports per pair.
 * @param {KeptRun[]} runs
 */
export function distinct(runs) {
  /** @type {KeptRun[]} */
  const found = [];
  for (const run of runs) {
    const at = found.findIndex((one) => !areNamedApart(one, run) && isSameRun(one, run));
    if (at < 0) found.push(run);
    else found[at] = united(found[at], run);
  }
  return found.length === runs.length ? runs : found;
}

/**
 * Returns the runs within the limits, in their order, and the deleted ones. The oldest runs without a given name are
 * deleted first, then the oldest others. The last run always stays.
 * @param {KeptRun[]} runs
 * @param {{ runs: number, bytes: number }} limits
 * @returns {{ staying: KeptRun[], leaving: KeptRun[] }}
 */
export function fitting(runs, limits) {
  let bytes = runs.reduce((sum, { size }) => sum + size, 0);
  const older = runs.slice(0, -1);
  const leaving = new Set();
  for (const run of [...older.filter((one) => !hasOwnName(one)), ...older.filter(hasOwnName)]) {
    if (runs.length - leaving.size <= limits.runs && bytes <= limits.bytes) break;
    leaving.add(run);
    bytes -= run.size;
  }
  return { staying: leaving.size ? runs.filter((run) => !leaving.has(run)) : runs,
    leaving: runs.filter((run) => leaving.has(run)) };
}
