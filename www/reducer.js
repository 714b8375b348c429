// State and its changes. Pure: no DOM, no worker, no clock, no wasm.

import { NO_COMPARISON, reduceComparison } from './comparing.js';
import { CONNECTED, reduceConnection } from './connection.js';
import { inWords } from './labels.js';
import { NO_ARCHIVE, reduceArchive } from './keeping.js';
import { NO_LESSONS, reduceLessons } from './lesson-state.js';
import { NO_LINK, reduceLink } from './linking.js';
import { NO_INSIGHT, afterLoad, reduceInsight } from './insight.js';
import { NO_MICROSCOPE, reduceMicroscope, refocus } from './microscope.js';
import { canPause, canResume, freshRun, isWorking, loseWorker, newest, reduceRun, restoring, withRun } from './running.js';
import { NO_TRAVEL, settle, travel } from './timetravel.js';

/** @typedef {import('./protocol.js').Catalog} Catalog */
/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('./protocol.js').Overview} Overview */
/** @typedef {import('./protocol.js').StepReport} StepReport */
/** @typedef {import('./protocol.js').Stop} Stop */
/** @typedef {import('./protocol.js').Phase} Phase */
/** @typedef {import('./protocol.js').Look} Look */
/** @typedef {import('./protocol.js').Source} Source */
/** @typedef {import('./protocol.js').Summaries} Summaries */
/** @typedef {import('./protocol.js').Failure} Failure */

/**
 * A wish for data. `sample` is the sample's id, null for the user's own data; `settings`
 * are the sample's recommendations, applied when the data has arrived. `pasted`: the training data are lines that were pasted.
 * @typedef {{ sample: string | null, name: string, train: Source, valid: Source | null, test: Source | null,
 *   holdOut: boolean, settings: Partial<TrainingSettings>, picture: { width: number, height: number } | null,
 *   features: string[] | null, pasted?: boolean }} Request
 */

/** `seed` is what parts held out were drawn by. @typedef {{ request: Request, seed: number, summaries: Summaries, checksums: import('./protocol.js').Checksums | null }} Data */
/** `held`: it would take so many bytes of memory that somebody has to say whether it shall be read. @typedef {{ load: number, request: Request, seed: number, name: string, done: number, of: number | null, documents: number, held: Held | null }} Loading */
/** @typedef {{ name: string, bytes: number, documents: number, features: number, tooLarge: boolean }} Held */

/**
 * `preparing`: the worker is building it and working out iteration 0 · `ready`: at w = 0 · `lost`: its worker died, the reports remain
 * · `restoring`: a new worker makes the iterations of the reports again.
 * `gone`: the worker does not have the iterations of the reports, or not all of them.
 * `steps`: how many iterations a run that is `stepping` was told to make.
 * `refused`: the data cannot be trained with its settings, so it has no reports. `reports[t]` and `seconds[t]` belong to iteration t.
 * @typedef {'preparing' | 'ready' | 'running' | 'stepping' | 'paused' | 'stopped' | 'lost' | 'restoring'} RunStatus
 * @typedef {{ id: number, settings: TrainingSettings, status: RunStatus, overview: Overview | null,
 *   reports: StepReport[], seconds: number[], phase: Phase | null, stop: Stop | null, refused?: boolean, gone?: boolean, steps?: number }} Run
 */

/** @typedef {{ title: string, detail: string, problems: { line: number, column: number, problem: string }[], total: number }} Alert */

/**
 * `panels`: which of the folded panels are open, by the id of their section. `problem`: why the settings cannot be trained. `kept`: the run before a new one is known to work.
 * `untrainable`: settings with which the present data could not be trained, and why.
 * `inspectorTab`: which view of the violating permutation is open. `seed`: what the next data will be split by, where parts are held out.
 * @typedef {{ catalog: Catalog, theme: 'system' | 'light' | 'dark', pace: string,
 *   data: Data | null, loading: Loading | null, loads: number, seed: number,
 *   settings: TrainingSettings, problem: { field: string | null, message: string } | null,
 *   run: Run | null, kept: Run | null, runs: number,
 *   cursor: { iteration: number, follow: boolean }, query: number | null, shown: number,
 *   panels: Record<string, boolean>, look: Look | null, alert: Alert | null, untrainable: { settings: TrainingSettings, field: null, message: string } | null,
 *   inspectorTab: import('./microscope.js').InspectorTab, microscope: import('./microscope.js').Microscope,
 *   comparison: import('./comparing.js').Comparison, archive: import('./keeping.js').Archive, link: import('./linking.js').Link, lessons: import('./lesson-state.js').Lessons,
 *   connection: import('./connection.js').Connection, insight: import('./insight.js').Insight, travel: import('./timetravel.js').Travel }} State
 */

/**
 * A `step` makes `steps` iterations, one where it does not say; `whole`: never a single phase, even in slow motion.
 * @typedef {{ type: 'theme', theme: State['theme'] }
 *   | { type: 'pace', pace: string }
 *   | { type: 'settings', change: Partial<TrainingSettings> }
 *   | { type: 'problem', problem: State['problem'] }
 *   | { type: 'load', request: Request }
 *   | { type: 'loading', load: number, name: string, done: number, of: number | null, documents: number }
 *   | { type: 'loaded', load: number, summaries: Summaries, checksums?: import('./protocol.js').Checksums }
 *   | { type: 'load failed', load: number, name: string, failure: Failure }
 *   | { type: 'load held', load: number, held: Held } | { type: 'load anyway' } | { type: 'cancel load' }
 *   | { type: 'train' } | { type: 'pause' } | { type: 'step', steps?: number, whole?: boolean } | { type: 'reset' }
 *   | { type: 'prepared', run: number, overview: Overview }
 *   | { type: 'reports', run: number, reports: StepReport[], seconds: number[], phase: Phase | null }
 *   | { type: 'paused', run: number }
 *   | { type: 'restored', run: number }
 *   | { type: 'stopped', run: number, stop: Stop }
 *   | { type: 'run failed', run: number, failure: Failure }
 *   | { type: 'worker lost', message: string } | { type: 'worker replaced' }
 *   | { type: 'cursor', iteration: number }
 *   | { type: 'query', query: number | null }
 *   | { type: 'shown', shown: number }
 *   | { type: 'panel', panel: string, open: boolean }
 *   | { type: 'look', look: Look }
 *   | { type: 'alert', alert: Alert }
 *   | { type: 'dismiss' }
 *   | import('./keeping.js').ArchiveAction | import('./linking.js').LinkAction | import('./connection.js').ConnectionAction
 *   | import('./microscope.js').MicroscopeAction
 *   | import('./insight.js').InsightAction
 *   | import('./lesson-state.js').LessonAction
 *   | import('./comparing.js').ComparisonAction} PageAction
 * @typedef {PageAction | import('./timetravel.js').TravelAction} Action
 */

/**
 * @param {Catalog} catalog
 * @param {State['theme']} theme
 * @returns {State}
 */
export function initialState(catalog, theme) {
  return {
    catalog, theme, pace: 'ease', data: null, loading: null, loads: 0, seed: 1,
    settings: catalog.defaults, problem: null, run: null, kept: null, runs: 0,
    cursor: { iteration: 0, follow: true }, query: null, shown: 10, look: null, alert: null, untrainable: null, panels: {},
    inspectorTab: 'rankings', microscope: NO_MICROSCOPE, comparison: NO_COMPARISON, archive: NO_ARCHIVE, link: NO_LINK, connection: CONNECTED, lessons: NO_LESSONS, insight: NO_INSIGHT, travel: NO_TRAVEL,
  };
}

/**
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
export function reduce(state, action) {
  const [travelled, rest] = travel(state, action);
  return settle(state, rest ? reducePage(travelled, rest) : travelled);
}

/**
 * @param {State} state
 * @param {PageAction} action
 * @returns {State}
 */
function reducePage(state, action) {
  switch (action.type) {
    case 'theme': return { ...state, theme: action.theme };
    case 'pace': return { ...state, pace: action.pace };
    case 'settings': return { ...state, settings: { ...state.settings, ...action.change } };
    case 'problem': return { ...state, problem: action.problem };
    case 'cursor': return moveCursor(state, action.iteration);
    case 'query': return { ...state, query: action.query };
    case 'shown': return { ...state, shown: action.shown };
    case 'panel': return { ...state, panels: { ...state.panels, [action.panel]: action.open } };
    case 'alert': return { ...state, alert: action.alert };
    case 'dismiss': return { ...state, alert: null };
    case 'load': case 'loading': case 'loaded': case 'load failed': return reduceLoad(state, action);
    case 'load held': return state.loading?.load === action.load ? { ...state, loading: { ...state.loading, held: action.held } } : state;
    case 'load anyway': return state.loading ? { ...state, loading: { ...state.loading, held: null } } : state;
    case 'cancel load': return { ...state, loading: null };
    case 'train': return canResume(state) ? withRun(state, { status: 'running', phase: null }) : freshRun(state, 'running');
    case 'step': return withRun(canResume(state) ? withRun(state, { status: 'stepping', phase: null }) : freshRun(state, 'stepping'), { steps: action.steps ?? 1 });
    case 'pause': return canPause(state.run) ? withRun(state, { status: state.run?.gone ? 'lost' : 'paused' }) : state;
    case 'reset': return state.data ? freshRun(state, 'preparing') : state;
    case 'worker lost': return loseWorker(state, action.message);
    // The page did that itself, so what was going on goes on.
    case 'worker replaced': return withRun(state, isWorking(state.run) && state.run?.reports.length ? { gone: true, phase: null } : restoring(state.run));
    case 'look': return state.run?.id === action.look.run ? { ...state, look: joinLook(state.look, action.look), microscope: refocus(state.microscope, state.look, action.look) } : state;
    case 'inspector tab': return { ...state, inspectorTab: action.tab };
    case 'unfold': case 'fold': case 'own start': case 'own choose': case 'own move': case 'own valued': case 'try all': case 'tried all': case 'own failed':
      return { ...state, microscope: reduceMicroscope(state.microscope, action, state) };
    case 'comparison choices': case 'comparison problem': case 'compare': case 'comparison planned':
    case 'comparison working': case 'comparison table': case 'comparison failed': case 'cancel comparison':
      return { ...state, comparison: reduceComparison(state.comparison, action, state.data?.request.name ?? '') };
    case 'archive opened': case 'archive followed': case 'archive failed': case 'keep run': case 'model': case 'rename run': case 'delete run': case 'clear runs':
    case 'overlay run': case 'runs baseline': case 'compare runs': case 'agreed':
      return { ...state, archive: reduceArchive(state.archive, action) };
    case 'connection': case 'held': case 'newer page': case 'renew':
      return { ...state, connection: reduceConnection(state.connection, action) };
    case 'lessons': case 'lesson shelf': case 'lesson refused': case 'open lesson': case 'lesson step': case 'lesson answer': case 'lesson there': case 'lesson failed':
    case 'lesson done': case 'leave lesson': case 'restore': case 'lesson view': case 'show all':
      return reduceLessons(state, action);
    case 'lesson file': case 'link files': case 'link anyhow': return state;
    case 'open link': return reduceLessons(reduceLink(state, action), action);
    case 'link refused': case 'link closed':
      return reduceLink(state, action);
    case 'names': case 'names refused': case 'names dropped': case 'weights order': case 'weights all': case 'pair': case 'exporting':
      return { ...state, insight: reduceInsight(state.insight, action) };
    case 'explained': case 'previewed': case 'modelled':
      return state.run?.id === action.run ? { ...state, insight: reduceInsight(state.insight, action) } : state;
    default:
      if (state.run?.id === action.run) return reduceRun(state, state.run, action);
      // Should the run before get its place back, it must not lack what was on its way.
      return state.kept?.id === action.run ? { ...state, kept: reduceRun({ ...state, run: state.kept }, state.kept, action).run } : state;
  }
}

/** Whether a folded panel is open. @param {State} state @param {string} panel */
export function isOpen(state, panel) {
  return Boolean(state.panels[panel]);
}

/**
 * @param {State} state
 * @param {number} wanted
 * @returns {State}
 */
function moveCursor(state, wanted) {
  const last = newest(state.run);
  const iteration = Math.min(last, Math.max(0, Math.round(wanted)));
  return { ...state, cursor: { iteration, follow: iteration === last } };
}

/**
 * @param {State} state
 * @param {Extract<Action, { type: 'load' | 'loading' | 'loaded' | 'load failed' }>} action
 * @returns {State}
 */
function reduceLoad(state, action) {
  if (action.type === 'load') {
    const load = state.loads + 1;
    return { ...state, loads: load, alert: null, loading: { load, request: action.request, seed: state.seed, name: action.request.name, done: 0, of: null, documents: 0, held: null } };
  }
  const { loading } = state;
  if (loading?.load !== action.load) return state;
  if (action.type === 'loading') {
    const { name, done, of, documents } = action;
    return { ...state, loading: { ...loading, name, done, of, documents } };
  }
  if (action.type === 'load failed') {
    const kept = state.data ? ` ${state.data.request.name} stays in place.` : '';
    const { message, problems, total, untrainable } = action.failure;
    if (untrainable) return { ...state, loading: null, alert: { title: 'This data set cannot be trained with the present settings.', detail: `${action.name}: ${inWords(state.catalog, message)}${kept}`, problems: [], total: 0 } };
    return { ...state, loading: null, alert: { title: `${action.name} could not be read.${kept}`, detail: problems.length ? '' : message, problems, total } };
  }
  const { request, seed } = loading;
  const next = {
    ...state, loading: null, data: { request, seed, summaries: action.summaries, checksums: action.checksums ?? null }, settings: { ...state.settings, ...request.settings },
    query: null, look: null, run: null, untrainable: null, microscope: NO_MICROSCOPE, comparison: reduceComparison(state.comparison, { type: 'loaded' }, request.name),
    insight: afterLoad(state.insight, request.train === state.data?.request.train),
  };
  return freshRun(next, 'preparing');
}

/**
 * A look without rows keeps those of the same iteration.
 * @param {Look | null} old
 * @param {Look} look
 * @returns {Look}
 */
function joinLook(old, look) {
  const same = old && old.run === look.run && old.iteration === look.iteration;
  return look.rows ? look : { ...look, rows: same ? old.rows : null };
}
