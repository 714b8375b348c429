// The run that is trained: how it begins, goes on, ends, is refused or lost. Part of the reducer. Pure.

import { PATIENCE } from './caution.js';
import { sentence } from './format.js';
import { inWords } from './labels.js';

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./reducer.js').Run} Run */
/** @typedef {import('./reducer.js').RunStatus} RunStatus */
/** @typedef {import('./reducer.js').PageAction} PageAction */
/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */

/** Whether Train continues the present run rather than starting another. @param {State} state */
export function canResume(state) {
  return state.run !== null && (['preparing', 'ready', 'paused', 'restoring'].includes(state.run.status) || canRevive(state.run)) && sameSettings(state.run.settings, state.settings);
}

/** Iterations of a step that goes on to the end. */
export const TO_THE_END = 2 ** 31;

/** @param {Run | null} run */
export function isWorking(run) {
  return run?.status === 'running' || run?.status === 'stepping';
}

/** Whether there is work to be stopped. @param {Run | null} run */
export function canPause(run) {
  return isWorking(run) || run?.status === 'restoring';
}

/** Whether a run whose worker is gone can be made again and go on. @param {Run} run */
export function canRevive({ status, reports, stop, refused }) {
  return status === 'lost' && reports.length > 0 && !stop && !refused;
}

/** The newest iteration with a report; 0 before the first. @param {Run | null} run */
export function newest(run) {
  return run ? Math.max(0, run.reports.length - 1) : 0;
}

/**
 * Whatever their order; a setting that is undefined is one that is absent.
 * @param {TrainingSettings} a
 * @param {TrainingSettings} b
 */
export function sameSettings(a, b) {
  /** @param {TrainingSettings} one */
  const sorted = (one) => JSON.stringify(Object.entries(one).filter(([, value]) => value !== undefined).sort(([x], [y]) => (x < y ? -1 : 1)));
  return a === b || sorted(a) === sorted(b);
}

/**
 * @param {State} state
 * @param {RunStatus} status
 * @returns {State}
 */
export function freshRun(state, status) {
  const id = state.runs + 1;
  return {
    ...state, runs: id, alert: null, kept: newest(state.run) > 0 ? state.run : null,
    run: { id, settings: state.settings, status, overview: null, reports: [], seconds: [], phase: null, stop: null },
    cursor: { iteration: 0, follow: true },
  };
}

/**
 * @param {State} state
 * @param {Partial<Run>} change
 * @returns {State}
 */
export function withRun(state, change) {
  return state.run ? { ...state, run: { ...state.run, ...change } } : state;
}

/**
* @param {State} state
 * @param {Run} run
 * @param {Extract<PageAction, { run: number }>} action
 * @returns {State}
 */
export function reduceRun(state, run, action) {
  switch (action.type) {
    case 'prepared': {
      // Nobody knew what it would take: it waits until Train is pressed again.
      const waits = run.reports.length === 0 && action.overview.search_steps > PATIENCE;
      return { ...withRun(state, { overview: action.overview, status: waits ? 'preparing' : run.status }), kept: null };
    }
    case 'reports': {
      const reports = run.reports.slice();
      const seconds = run.seconds.slice();
      action.reports.forEach((report, at) => {
        reports[report.iteration] = report;
        seconds[report.iteration] = action.seconds[at];
      });
      const next = withRun(state, { reports, seconds, phase: action.phase });
      return state.cursor.follow ? { ...next, cursor: { iteration: newest(next.run), follow: true } } : next;
    }
    case 'paused':
      // The answer to a pause may come after Train was pressed again.
      return run.gone || run.status === 'stopped' || run.status === 'running' ? state : withRun(state, { status: newest(run) > 0 ? 'paused' : 'ready', phase: null });
    case 'restored':
      return withRun(state, { gone: false, phase: null, status: run.status !== 'restoring' ? run.status : run.stop ? 'stopped' : newest(run) > 0 ? 'paused' : 'ready' });
    case 'stopped':
      return withRun(state, { status: 'stopped', stop: action.stop, phase: null });
    case 'run failed': {
      const { message, problems, total } = action.failure;
      if (run.overview) return { ...withRun(state, { status: 'lost', phase: null }), alert: { title: 'Training stopped.', detail: inWords(state.catalog, message), problems, total } };
      const untrainable = { settings: run.settings, field: null, message: inWords(state.catalog, message) };
      const back = state.kept ? ' The run before stays in place.' : '';
      const refused = { ...state, untrainable, alert: { title: 'This data set cannot be trained with the present settings.', detail: untrainable.message + back, problems, total } };
      // A run that never started gives its place back to the one before it.
      if (state.kept) return { ...refused, run: state.kept, kept: null, cursor: { iteration: newest(state.kept), follow: true } };
      // What was seen of the run before would be taken for the refused one's.
      return { ...withRun(refused, { status: 'lost', phase: null, refused: true }), look: null };
    }
    default: return state;
  }
}

/**
 * @param {State} state
 * @param {string} message
 * @returns {State}
 */
export function loseWorker(state, message) {
  const { run, loading } = state;
  const change = restoring(run);
  const runs = !run ? '' : change.status === 'restoring' ? ' The finished iterations are kept.' : run.reports.length > 0 ? ' The finished iterations are kept; Train tries them again, Reset begins anew.' : ' Train starts a new run.';
  const kept = loading && state.data ? ` ${state.data.request.name} stays in place.` : '';
  const title = loading ? `${loading.name} could not be read.${kept}` : 'The training worker crashed and was started again.';
  return { ...withRun(state, change), loading: null, alert: { title, detail: `${sentence(message)}${loading ? ' The worker was started again.' : ''}${runs}`, problems: [], total: 0 } };
}

/** What becomes of a run when its worker is gone; one that is lost while it is made again is not tried once more. @param {Run | null} run @returns {Partial<Run>} */
export function restoring(run) {
  const again = run && run.reports.length > 0 && !run.refused && !run.gone;
  return { status: again ? 'restoring' : 'lost', gone: true, phase: null };
}
