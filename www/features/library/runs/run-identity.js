// Decides which kept runs are the same, and which are deleted when space is short. Pure.

import { sameSettings } from '../../run/training/run-state.js';

/** @typedef {import('./kept-run.js').KeptRun} KeptRun */
/** @typedef {import('./kept-run.js').RunData} RunData */
/** The most runs, and the most bytes of all of them. @typedef {{ runs: number, bytes: number }} Limits */

/**
 * Whether two runs were trained on the same features of the same bytes, split the same way.
 * @param {RunData} a @param {RunData} b
 */
export function sameData(a, b) {
  /** @param {RunData} data */
  const key = ({ checksums, name, seed, without = [] }) => JSON.stringify([checksums ?? name, seed, without]);
  return key(a) === key(b);
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
  const change = {
    name: hasOwnName(first) || !hasOwnName(second) ? first.name : second.name,
    run: first.run === null || second.run === null ? first.run ?? second.run : Math.max(first.run, second.run),
    model: first.model ?? second.model, stop: first.stop ?? second.stop, overview: first.overview ?? second.overview,
  };
  // An unchanged run stays the same object, so it is not stored again.
  const isNew = Object.entries(change).some(([key, value]) => first[/** @type {keyof KeptRun} */ (key)] !== value);
  const more = change.model === first.model ? 0 : change.model?.length ?? 0;
  return isNew ? { ...first, ...change, size: first.size + more } : first;
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
  const distinctRuns = [];
  for (const run of runs) {
    const at = distinctRuns.findIndex((one) => !areNamedApart(one, run) && isSameRun(one, run));
    if (at < 0) distinctRuns.push(run);
    else distinctRuns[at] = united(distinctRuns[at], run);
  }
  return distinctRuns.length === runs.length ? runs : distinctRuns;
}

/**
 * Adds runs behind the kept ones as long as there is room. A kept run never goes for them, and keeps its name.
 * @param {KeptRun[]} keptRuns
 * @param {KeptRun[]} more
 * @param {Limits} limits
 * @returns {{ list: KeptRun[], added: KeptRun[], known: KeptRun[], leftOut: KeptRun[] }} the runs with those that were
 *   added; of the others, those that were kept already, and those without room
 */
export function roomFor(keptRuns, more, limits) {
  const list = [...keptRuns];
  /** @type {KeptRun[][]} */
  const [added, known, leftOut] = [[], [], []];
  let bytes = bytesOf(list);
  for (const run of behind(keptRuns, more)) {
    const at = list.findIndex((one) => one.id === run.id || (!areNamedApart(one, run) && isSameRun(one, run)));
    const next = at < 0 ? run : completed(list[at], run);
    const growth = next.size - (list[at]?.size ?? 0);
    const isRoom = bytes + growth <= limits.bytes && (at >= 0 || list.length < limits.runs);
    (at >= 0 ? known : isRoom ? added : leftOut).push(run);
    if (!isRoom) continue;
    bytes += growth;
    list[at < 0 ? list.length : at] = next;
  }
  return { list, added, known, leftOut };
}

/**
 * Returns a kept run with what only an equal run of a file has.
 * @param {KeptRun} run @param {KeptRun} other @returns {KeptRun}
 */
function completed(run, other) {
  if (run.id === other.id) return run;
  const { id, number, at } = run;
  const both = united({ ...run, at: 0 }, { ...other, at: 1 });
  const name = hasOwnName(both) ? both.name : run.name;
  return both.size === run.size && name === run.name && both.run === run.run ? run
    : { ...both, id, number, at, name };
}

/**
 * Returns runs with numbers that no kept run has.
 * @param {KeptRun[]} keptRuns
 * @param {KeptRun[]} more
 */
function behind(keptRuns, more) {
  const ids = new Set(keptRuns.map(({ id }) => id));
  const taken = new Set(keptRuns.map(({ number }) => number));
  let free = 1 + Math.max(0, ...[...keptRuns, ...more].map(({ number }) => number));
  return more.map((run) => {
    if (ids.has(run.id)) return run;
    const number = taken.has(run.number) ? free++ : run.number;
    taken.add(number);
    return renumbered(run, number);
  });
}

/**
 * A run under another number, and under its name unless a person gave one.
 * @param {KeptRun} run @param {number} number @returns {KeptRun}
 */
export function renumbered(run, number) {
  if (run.number === number) return run;
  return { ...run, number, name: hasOwnName(run) ? run.name : `Run ${number}` };
}

/** @param {KeptRun[]} runs */
function bytesOf(runs) {
  return runs.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Returns the runs within the limits, in their order, and the deleted ones. The oldest runs without a given name are
 * deleted first, then the oldest others. The last run always stays.
 * @param {KeptRun[]} runs
 * @param {Limits} limits
 * @returns {{ staying: KeptRun[], leaving: KeptRun[] }}
 */
export function fitting(runs, limits) {
  let bytes = bytesOf(runs);
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
