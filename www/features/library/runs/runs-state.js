// State of the kept runs: their names, the runs drawn in the charts, and the two that are compared. Pure: no DOM, no
// storage, no clock, no wasm.

import { isSplit } from '../../data/data-state.js';
import { visibleText } from '../../../lib/visible-text.js';
import { modelIteration } from '../../run/training/run-end.js';
import { distinct, fitting, renumbered, roomFor } from './run-identity.js';
import { deletedRuns, deletion, restored, without } from './runs-undo.js';

/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../../core/protocol.js').Agreement} Agreement */
/** @typedef {import('../../../core/protocol.js').Part} Part */
/** @typedef {import('../../run/training/run-state.js').Run} Run */
/** @typedef {import('../../data/data-state.js').Data} Data */
/** @typedef {import('./kept-run.js').KeptRun} KeptRun */

/**
 * The model of a file, which is compared like that of a kept run.
 * @typedef {{ id: 'file', name: string, settings: TrainingSettings, model: string, measure: string,
 *   without: readonly number[] }} OpenedModel
 */
/**
 * Two kept runs, or one and the model of a file, by id.
 * @typedef {{ first: string, second: string, part: Part, p: number }} Pair
 */

/**
 * `first` and `second` are model files. The reply repeats `request`.
 * @typedef {{ request: number, first: string, second: string, part: Part, measure: string, p: number,
 *   status: 'working' | 'done' | 'failed', result: Agreement | null, message: string }} PairComparison
 */

/**
 * `storage`: whether runs are stored, and why not. `latest`: the newest model, for a run that is about to be kept.
 * `discarded`: names of runs that were deleted to make room, the latest last. `undo`: the last deletion. `baseline`:
 * the run whose settings are compared with the others; null: each run is compared with the one above it. `opened`: the
 * model of a file.
 * @typedef {{ list: KeptRun[], opened: OpenedModel | null, overlaid: string[], baseline: string | null, pair: Pair,
 *   agreement: PairComparison | null, requests: number,
 *   latest: { run: number, model: string } | null, discarded: string[],
 *   undo: import('./runs-undo.js').Deletion | null, storage: { kept: boolean, problem: string | null } }} Runs
 */

/**
 * `runs/synced`: changes of another tab. `runs/stored`: all runs are stored again after a failure. `runs/add`: runs of
 * a file. `runs/undo`: takes back the last deletion.
 * @typedef {{ type: 'runs/opened', runs: KeptRun[] }
 *   | { type: 'runs/stored' }
 *   | { type: 'runs/add', runs: KeptRun[] }
 *   | { type: 'runs/synced', changed: KeptRun[], deleted: string[] }
 *   | { type: 'runs/storage failed', message: string }
 *   | { type: 'runs/keep', id: string, at: number, run: Run, data: Data }
 *   | { type: 'runs/model', run: number, model: string }
 *   | { type: 'runs/rename', id: string, name: string }
 *   | { type: 'runs/delete', id: string }
 *   | { type: 'runs/clear' }
 *   | { type: 'runs/undo' }
 *   | { type: 'runs/overlay', id: string, on: boolean }
 *   | { type: 'runs/baseline', id: string | null }
 *   | { type: 'runs/compare', change: Partial<Pair> }
 *   | { type: 'runs/agreement', request: number, agreement: Agreement | null, message: string }} RunsAction
 */

/** The id of the model of a file among those of kept runs. */
export const OPENED = /** @type {const} */ ('file');
export const MOST_RUNS = 50;
export const MOST_BYTES = 20_000_000;
/** Most runs in the charts, because more lines cannot be distinguished. */
export const MOST_OVERLAID = 3;
export const LONGEST_NAME = 80;
/** @type {import('./run-identity.js').Limits} */
export const LIMITS = { runs: MOST_RUNS, bytes: MOST_BYTES };

/** @typedef {{ runs: Runs }} RunsSlice */

/**
 * The slices that the panels of this feature read.
 * @typedef {RunsSlice & import('../../run/training/training-state.js').TrainingState} RunsState
 */
/**
 * @typedef {import('../../../store/store.js').Store<RunsState, RunsAction
 *   | import('../../run/training/training-state.js').TrainingAction>} RunsStore
 */

const OTHER_FEATURES = 'The rankings of two runs are compared on the features that the page has now, and at least '
  + 'one of these runs had others. Their measures stand in the table.';

/** @type {Runs} */
export const NO_RUNS = {
  list: [], opened: null, overlaid: [], baseline: null, pair: { first: '', second: '', part: 'train', p: 0.9 },
  agreement: null, requests: 0,
  latest: null, discarded: [], undo: null, storage: { kept: false, problem: null },
};

/**
 * @param {Runs} old
 * @param {RunsAction} action
 * @param {{ data: Data | null }} [state]
 * @returns {Runs}
 */
export function reduceRuns(old, action, state) {
  switch (action.type) {
    case 'runs/opened': return trimmed(
      { ...old, list: joined(action.runs, old.list), storage: { kept: true, problem: null } }, joined(action.runs, []),
      null);
    case 'runs/stored': return { ...old, storage: { kept: true, problem: null } };
    case 'runs/synced': {
      const list = numbered(merged(old.list, action.changed, action.deleted));
      const before = old.list.filter(({ id }) => !action.deleted.includes(id));
      return trimmed({ ...only(old, list), undo: without(old.undo, action.deleted) }, before, null);
    }
    case 'runs/add': return { ...old, list: byNumber(roomFor(old.list, action.runs, LIMITS).list) };
    case 'runs/storage failed': return { ...old, storage: { kept: false, problem: action.message } };
    case 'runs/keep': return trimmed(keep(old, action), old.list, action.run.id);
    case 'runs/model': {
      const latest = { run: action.run, model: action.model };
      // Unchanged runs stay the same objects, so views redraw only changed ones.
      if (!old.list.some(({ run, model }) => run === action.run && model !== action.model)) return { ...old, latest };
      return trimmed(
        { ...old, list: old.list.map((one) => (one.run === action.run ? sized({ ...one, model: action.model }) : one)),
          latest }, old.list, action.run);
    }
    case 'runs/rename': return { ...old,
      list: old.list.map((one) =>
          (one.id === action.id
            ? { ...one, name: visibleText(action.name).slice(0, LONGEST_NAME).trim() || `Run ${one.number}` } : one)) };
    case 'runs/delete': return { ...only(old, old.list.filter(({ id }) => id !== action.id)),
      undo: deletion(old.undo, old.list, null) };
    case 'runs/clear': return { ...only(old, []), discarded: [], undo: deletion(old.undo, old.list, null) };
    case 'runs/undo': return undone(old);
    case 'runs/overlay': {
      const others = old.overlaid.filter((id) => id !== action.id);
      return { ...old, overlaid: action.on ? [...others, action.id].slice(-MOST_OVERLAID) : others };
    }
    case 'runs/baseline': return { ...old, baseline: action.id };
    case 'runs/compare': return asked({ ...old, pair: { ...old.pair, ...action.change } }, state?.data);
    case 'runs/agreement': {
      const { agreement } = old;
      if (agreement?.request !== action.request) return old;
      return { ...old,
        agreement: { ...agreement, status: action.agreement ? 'done' : 'failed', result: action.agreement,
          message: action.message } };
    }
    default: return old;
  }
}

/** @param {Runs} runs @param {string | null} id */
export function keptRun({ list }, id) {
  return list.find((one) => one.id === id) ?? null;
}

/** The kept run with this id, or the model of a file. @param {Runs} runs @param {string} id */
export function comparable(runs, id) {
  return id === OPENED ? runs.opened : keptRun(runs, id);
}

/**
 * Returns the state with another model of a file, or without one. A comparison with it is made again.
 * @param {Runs} old @param {OpenedModel | null} opened @param {Data | null} [data] @returns {Runs}
 */
export function withOpened(old, opened, data) {
  const { pair } = old;
  const next = { ...old, opened };
  if (pair.first !== OPENED && pair.second !== OPENED) return next;
  return opened ? asked(next, data) : only(next, next.list);
}

/** Runs laid over the charts, in the order of the table. @param {Runs} runs */
export function overlays({ list, overlaid }) {
  return list.filter(({ id }) => overlaid.includes(id));
}

/** The baseline whose settings another run is compared with. @param {Runs} runs @param {KeptRun} run */
export function baselineOf(runs, run) {
  const chosen = keptRun(runs, runs.baseline);
  if (chosen) return chosen.id === run.id ? null : chosen;
  return runs.list[runs.list.indexOf(run) - 1] ?? null;
}

/**
 * Returns the settings of `b` that differ from those of `a`. A file has null where the page has no value.
 * @param {TrainingSettings} a
 * @param {TrainingSettings} b
 */
export function changes(a, b) {
  const names = /** @type {(keyof TrainingSettings)[]} */ ([...new Set([...Object.keys(a), ...Object.keys(b)])]);
  return names.filter((name) => JSON.stringify(a[name] ?? null) !== JSON.stringify(b[name] ?? null))
    .map((name) => ({ name, from: a[name], to: b[name] }));
}

/**
 * Returns the report that represents a run: that of its best model once it has ended, else the newest.
 * @param {KeptRun} run
 */
export function telling({ reports, stop }) {
  const report = reports.at(modelIteration({ stop }) ?? -1) ?? reports.at(-1);
  return /** @type {import('./kept-run.js').StepReport} */ (report);
}

/**
 * @param {Runs} old
 * @param {Extract<RunsAction, { type: 'runs/keep' }>} action
 * @returns {Runs}
 */
function keep(old, { id, at, run, data }) {
  const before = old.list.find((one) => one.run === run.id);
  const number = before?.number ?? 1 + Math.max(0, ...old.list.map((one) => one.number));
  const { settings, overview, reports, seconds, stop } = run;
  const keptRun = sized({
    version: 1, id: before?.id ?? id, run: run.id, number, name: before?.name ?? `Run ${number}`, at,
    data: runData(data),
    settings, overview, reports, seconds, stop,
    model: old.latest?.run === run.id ? old.latest.model : before?.model ?? null, size: 0,
  });
  const list = distinct(before ? old.list.map((one) => (one === before ? keptRun : one)) : [...old.list, keptRun]);
  return list.length < old.list.length ? only(old, list) : { ...old, list };
}

/** The seed by which parts of the data are held out, null where none are. @param {Data} data */
function splitSeed({ request, seed }) {
  return isSplit(request) ? seed : null;
}

/** The data as a kept run has them. @param {Data} data @returns {import('./kept-run.js').RunData} */
export function runData(data) {
  const { request: { name, sample, without }, checksums } = data;
  return { name, sample, checksums, seed: splitSeed(data), ...without?.length && { without } };
}

/** @param {KeptRun} run @returns {KeptRun} */
function sized(run) {
  return { ...run, size: JSON.stringify({ ...run, size: 0 }).length };
}

/**
 * Returns the stored runs, then those of this visit under free numbers.
 * @param {KeptRun[]} stored
 * @param {KeptRun[]} present
 */
function joined(stored, present) {
  const known = new Set(present.map(({ id }) => id));
  const before = stored.filter(({ id }) => !known.has(id)).sort((a, b) => a.at - b.at);
  const first = Math.max(0, ...before.map(({ number }) => number));
  const after = present.map((one, at) => renumbered(one, first + at + 1));
  return distinct([...before, ...after]);
}

/**
 * Returns the runs with changed runs of another tab in their places, and new ones at the end.
 * @param {KeptRun[]} runs
 * @param {KeptRun[]} changed
 * @param {string[]} deleted
 */
function merged(runs, changed, deleted) {
  const now = new Map(changed.map((run) => [run.id, run]));
  const remaining = runs.filter(({ id }) => !deleted.includes(id)).map((run) => now.get(run.id) ?? run);
  const known = new Set(remaining.map(({ id }) => id));
  return distinct([...remaining, ...changed.filter(({ id }) => !known.has(id))]);
}

/**
 * Sorts runs by number. If two tabs gave the same number, the later run gets the next free one, in every tab alike.
 * @param {KeptRun[]} runs
 */
function numbered(runs) {
  const sorted = runs.slice().sort((a, b) => a.number - b.number || a.at - b.at || (a.id < b.id ? -1 : 1));
  let free = 1 + Math.max(0, ...sorted.map(({ number }) => number));
  return byNumber(sorted.map((run, at) => {
    if (at === 0 || sorted[at - 1].number !== run.number) return run;
    return renumbered(run, free++);
  }));
}

/** @param {KeptRun[]} runs */
function byNumber(runs) {
  return runs.slice().sort((a, b) => a.number - b.number);
}

/**
 * Some runs go until the rest is within the limits.
 * @param {Runs} runs
 * @param {KeptRun[]} before what an undo brings back
 * @param {number | null} by the run of this visit that takes the room
 * @returns {Runs}
 */
function trimmed(runs, before, by) {
  const { staying, leaving } = fitting(runs.list, LIMITS);
  return leaving.length ? { ...only(runs, staying), discarded: [...runs.discarded, ...leaving.map(({ name }) => name)],
    undo: deletion(runs.undo, before, by) } : runs;
}

/** Takes back the last deletion. If later runs have to go for it, that can be taken back too. @param {Runs} old */
function undone(old) {
  if (!old.undo) return old;
  const back = deletedRuns(old).map(({ name }) => name);
  const list = byNumber(restored(old.list, old.undo, LIMITS));
  return { ...only(old, list), discarded: old.discarded.filter((name) => !back.includes(name)),
    undo: old.list.every((run) => list.some(({ id }) => id === run.id)) ? null : { before: old.list, by: null } };
}

/** Deletes what refers to deleted runs. @param {Runs} old @param {KeptRun[]} list @returns {Runs} */
function only(old, list) {
  /** @param {string} id */
  const there = (id) => (id === OPENED ? old.opened !== null : list.some((one) => one.id === id));
  const { first, second } = old.pair;
  const whole = there(first) && there(second);
  return {
    ...old, list, overlaid: old.overlaid.filter(there),
    baseline: old.baseline !== null && there(old.baseline) ? old.baseline : null,
    pair: { ...old.pair, first: there(first) ? first : '', second: there(second) ? second : '' },
    agreement: whole ? old.agreement : null,
  };
}

/** @param {Runs} old @param {Data | null} [data] @returns {Runs} */
function asked(old, data) {
  const { part, p } = old.pair;
  const [first, second] = [comparable(old, old.pair.first), comparable(old, old.pair.second)];
  const measure = first && ('measure' in first ? first.measure : telling(first).train[0]?.measure);
  if (!first?.model || !second?.model || first === second || !measure) return { ...old, agreement: null };
  const request = old.requests + 1;
  const models = { first: first.model, second: second.model };
  const areOther = [first, second].some((one) => withoutOf(one) !== (data?.request.without ?? []).join());
  return { ...old, requests: request,
    agreement: { request, ...models, part, measure, p, status: areOther ? 'failed' : 'working',
      result: areOther ? null : old.agreement?.result ?? null, message: areOther ? OTHER_FEATURES : '' } };
}

/** The features that a run or the model of a file left out. @param {KeptRun | OpenedModel} one */
const withoutOf = (one) => (('data' in one ? one.data.without : one.without) ?? []).join();
