// The run that is trained: how it begins, goes on, ends, is refused or lost. Part of the reducer. Pure.

import { plainAlert } from '../../../store/alert-state.js';
import { sentence } from '../../../lib/format.js';
import { messageText } from '../../settings/labels.js';

/** Steps of the searches in one iteration, of about a nanosecond each, up to which training starts at once. */
export const STEP_LIMIT = 2e9;

/** @typedef {import('../../../core/protocol.js').Failure} Failure */
/** @typedef {import('../../../core/protocol.js').Overview} Overview */
/** @typedef {import('../../../core/protocol.js').Phase} Phase */
/** @typedef {import('../../../core/protocol.js').StepReport} StepReport */
/** @typedef {import('../../../core/protocol.js').Stop} Stop */
/** @typedef {import('../../../core/protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('../../../store/alert-state.js').AlertState} AlertState */
/** @typedef {import('../../data/data-state.js').DataSlice} DataSlice */
/** @typedef {import('../../settings/settings-state.js').SettingsSlice} SettingsSlice */

/**
 * `preparing`: the worker is building it and working out iteration 0 · `ready`: at w = 0 · `lost`: its worker died, the
 * reports remain · `restoring`: a new worker makes the iterations of the reports again.
 * @typedef {'preparing' | 'ready' | 'running' | 'stepping' | 'paused' | 'stopped' | 'lost' | 'restoring'} RunStatus
 */

/**
 * `workerLost`: the worker does not have the iterations of the reports, or not all of them.
 * `steps`: how many iterations a run that is `stepping` makes.
 * `refused`: the data cannot be trained with its settings, so it has no reports. `reports[t]` and `seconds[t]` belong
 * to iteration t.
 * @typedef {{ id: number, settings: TrainingSettings, status: RunStatus, overview: Overview | null,
 *   reports: readonly StepReport[], seconds: readonly number[], phase: Phase | null, stop: Stop | null,
 *   refused?: boolean, workerLost?: boolean, steps?: number }} Run
 */

/**
 * `previousRun`: the run before a new one is known to work. `runCount` counts them. `untrainable`: settings with which
 * the present data could not be trained, and why.
 * @typedef {{ run: Run | null, previousRun: Run | null, runCount: number,
 *   cursor: { iteration: number, follow: boolean },
 *   untrainable: { settings: TrainingSettings, field: null, message: string } | null }} RunSlice
 */

/** @typedef {{ type: 'stopped', run: number, stop: Stop }} Stopped */
/**
 * The worker's messages about a run.
 * @typedef {{ type: 'prepared', run: number, overview: Overview }
 *   | { type: 'reports', run: number, reports: StepReport[], seconds: number[], phase: Phase | null }
 *   | { type: 'paused', run: number } | { type: 'restored', run: number } | Stopped
 *   | { type: 'run failed', run: number, failure: Failure }} RunReply
 */

/**
 * A `step` makes `steps` iterations, one where it does not say; `whole`: never a single phase, even in slow motion.
 * @typedef {{ type: 'step', steps?: number, whole?: boolean }} Step
 */
/**
 * @typedef {RunReply | Step | { type: 'train' } | { type: 'pause' } | { type: 'reset' }
 *   | { type: 'worker lost', message: string, neverStarted?: boolean } | { type: 'worker replaced' }} RunAction
 */

/** Whether Train continues the present run rather than starting another. @param {RunSlice & SettingsSlice} state */
export function canResume(state) {
  return state.run !== null
    && (['preparing', 'ready', 'paused', 'restoring'].includes(state.run.status) || canRevive(state.run))
    && sameSettings(state.run.settings, state.settings);
}

/** Iterations of a step that goes on to the end. */
export const TO_THE_END = 2 ** 31;

/** @param {Run | null} run */
export function isWorking(run) {
  return run?.status === 'running' || run?.status === 'stepping';
}

/** Returns whether Pause can stop something. @param {Run | null} run */
export function canPause(run) {
  return isWorking(run) || run?.status === 'restoring';
}

/** Whether a run whose worker was lost can be replayed and continue. @param {Run} run */
export function canRevive({ status, reports, stop, refused }) {
  return status === 'lost' && reports.length > 0 && !stop && !refused;
}

/** The newest iteration with a report; 0 before the first. @param {Run | null} run */
export function newest(run) {
  return run ? Math.max(0, run.reports.length - 1) : 0;
}

/**
 * Returns whether two settings are equal, in any order. An undefined setting counts as absent.
 * @param {TrainingSettings} a
 * @param {TrainingSettings} b
 */
export function sameSettings(a, b) {
  /** @param {TrainingSettings} one */
  const sorted = (one) =>
    JSON.stringify(Object.entries(one).filter(([, value]) => value !== undefined).sort(([x], [y]) => (x < y ? -1 : 1)));
  return a === b || sorted(a) === sorted(b);
}

/**
 * @template {RunSlice & SettingsSlice & AlertState} S
 * @param {S} state
 * @param {RunStatus} status
 * @returns {S}
 */
export function freshRun(state, status) {
  const id = state.runCount + 1;
  return {
    ...state, runCount: id, alert: null, previousRun: newest(state.run) > 0 ? state.run : null,
    run: { id, settings: state.settings, status, overview: null, reports: [], seconds: [], phase: null,
      stop: null },
    cursor: { iteration: 0, follow: true },
  };
}

/**
 * @template {RunSlice} S
 * @param {S} state
 * @param {Partial<Run>} change
 * @returns {S}
 */
export function withRun(state, change) {
  return state.run ? { ...state, run: { ...state.run, ...change } } : state;
}

/**
 * @template {RunSlice & SettingsSlice & DataSlice & AlertState} S
 * @param {S} state
 * @param {RunAction} action
 * @returns {S}
 */
export function reduceRun(state, action) {
  switch (action.type) {
    case 'train': return canResume(state) ? withRun(state, { status: 'running', phase: null })
      : freshRun(state, 'running');
    case 'step': return withRun(canResume(state) ? withRun(state, { status: 'stepping', phase: null })
        : freshRun(state, 'stepping'), { steps: action.steps ?? 1 });
    case 'pause': return canPause(state.run) ? withRun(state, { status: state.run?.workerLost ? 'lost' : 'paused' })
      : state;
    case 'reset': return state.data ? freshRun(state, 'preparing') : state;
    case 'worker lost': return (action.neverStarted ? withoutWorker : loseWorker)(state, action.message);
    // The page did that itself, so what was going on goes on.
    case 'worker replaced': return withRun(state,
      isWorking(state.run) && state.run?.reports.length ? { workerLost: true, phase: null } : restoring(state.run));
    default: break;
  }
  if (state.run?.id === action.run) return withReply(state, state.run, action);
  // If the previous run gets its place back, it has all its reports.
  return state.previousRun?.id === action.run
    ? { ...state, previousRun: withReply({ ...state, run: state.previousRun }, state.previousRun, action).run } : state;
}

/**
 * @template {RunSlice & SettingsSlice & AlertState} S
 * @param {S} state
 * @param {Run} run
 * @param {RunReply} action
 * @returns {S}
 */
function withReply(state, run, action) {
  switch (action.type) {
    case 'prepared': {
      // The cost is known only now, so an expensive run waits until Train is pressed again.
      const waits = run.reports.length === 0 && action.overview.search_steps > STEP_LIMIT;
      return { ...withRun(state, { overview: action.overview, status: waits ? 'preparing' : run.status }),
        previousRun: null };
    }
    case 'reports': {
      const places = action.reports.map(({ iteration }) => iteration);
      const reports = withValues(run.reports, places, action.reports);
      const seconds = withValues(run.seconds, places, action.seconds);
      const next = withRun(state, { reports, seconds, phase: action.phase });
      return state.cursor.follow ? { ...next, cursor: { iteration: newest(next.run), follow: true } } : next;
    }
    case 'paused':
      // The answer to a pause may come after Train was pressed again, and the end of iteration 0 after Step was.
      return run.workerLost || run.status === 'stopped' || run.status === 'running'
        || (run.status === 'stepping' && newest(run) === 0) ? state
        : withRun(state, { status: newest(run) > 0 ? 'paused' : 'ready', phase: null });
    case 'restored':
      return withRun(state,
        { workerLost: false, phase: null,
          status: run.status !== 'restoring' ? run.status : run.stop ? 'stopped' : newest(run) > 0 ? 'paused'
            : 'ready' });
    case 'stopped':
      return withRun(state, { status: 'stopped', stop: action.stop, phase: null });
    case 'run failed': {
      const { message, problems, total } = action.failure;
      if (run.overview) {
        return { ...withRun(state, { status: 'lost', phase: null }),
          alert: { title: 'Training stopped.', detail: messageText(state.catalog, message), problems, total } };
      }
      const untrainable = { settings: run.settings, field: null, message: messageText(state.catalog, message) };
      const back = state.previousRun ? ' The run before stays in place.' : '';
      const refused = { ...state, untrainable,
        alert: { title: 'This data set cannot be trained with the present settings.',
          detail: untrainable.message + back, problems, total } };
      // A run that never started gives its place back to the one before it.
      if (state.previousRun) {
        return { ...refused, run: state.previousRun, previousRun: null,
          cursor: { iteration: newest(state.previousRun), follow: true } };
      }
      return withRun(refused, { status: 'lost', phase: null, refused: true });
    }
    default: return state;
  }
}

/**
 * @template {RunSlice & DataSlice & AlertState} S
 * @param {S} state
 * @param {string} message
 * @returns {S}
 */
function loseWorker(state, message) {
  const { run, loading } = state;
  const change = restoring(run);
  const advice = !run ? '' : change.status === 'restoring' ? ' The finished iterations are kept.'
    : run.reports.length > 0 ? ' The finished iterations are kept; Train tries them again, Reset begins anew.'
    : ' Train starts a new run.';
  const unchanged = loading && state.data ? ` ${state.data.request.name} stays in place.` : '';
  const title = loading ? `${loading.name} could not be read.${unchanged}`
    : 'The training worker crashed and was started again.';
  return { ...withRun(state, change), loading: null,
    alert: plainAlert(title, `${sentence(message)}${loading ? ' The worker was started again.' : ''}${advice}`) };
}

/**
 * No worker could be started, most likely because a file of it could not be fetched.
 * @template {RunSlice & DataSlice & AlertState} S
 * @param {S} state
 * @param {string} message
 * @returns {S}
 */
function withoutWorker(state, message) {
  const advice = `${state.data ? 'Try it again' : 'Reload the page'} when there is a connection.`;
  return { ...withRun(state, { status: 'lost', workerLost: true, phase: null }), loading: null,
    alert: plainAlert('At the moment no data can be read or trained on.', `${sentence(message)} ${advice}`) };
}

/**
 * Returns the change of a run whose worker is lost. If the replay fails too, the run is dropped.
 * @param {Run | null} run
 * @returns {Partial<Run>}
 */
function restoring(run) {
  const again = run && run.reports.length > 0 && !run.refused && !run.workerLost;
  return { status: again ? 'restoring' : 'lost', workerLost: true, phase: null };
}

/**
 * Returns a copy of a list with values at their places; the list itself where there are no values.
 * @template T
 * @param {readonly T[]} list
 * @param {readonly number[]} places
 * @param {readonly T[]} values
 * @returns {readonly T[]}
 */
function withValues(list, places, values) {
  if (!places.length) return list;
  const copy = [...list];
  places.forEach((place, at) => { copy[place] = values[at]; });
  return copy;
}

/**
 * Iterations at which a new round began: y* was realigned there.
 * @param {{ reports: readonly StepReport[] }} run
 */
export function roundStarts({ reports }) {
  /** @type {number[]} */
  const starts = [];
  /** @type {number | undefined} */
  let round;
  reports.forEach((report, iteration) => {
    if (!report) return;
    if (round !== undefined && report.round !== round) starts.push(iteration);
    round = report.round;
  });
  return starts;
}

/**
 * What a panel about a trained model waits for; nothing once there is an iteration.
 * @param {{ run: Run | null }} state
 */
export const untilTrained = ({ run }) => (newest(run) === 0 ? 'Waits for the first iteration.' : '');
