// The whole state, and its changes: every feature's slice, and what touches several of them. Pure: no DOM, no worker,
// no clock, no wasm.

import { NO_CERTIFICATE, reduceCertificate,
  settleCertificate } from '../features/inspect/certificate/certificate-state.js';
import { LINEAR_CHARTS, reduceCharts } from '../features/run/charts/charts-state.js';
import { reduceComparison } from '../features/library/comparison/comparison-state.js';
import { NO_DATA, reduceData, rereadFor, trainingToCome, withData } from '../features/data/data-state.js';
import { NO_EXPORT, reduceExport } from '../features/share/export/export-state.js';
import { FIRST_VIEW, NO_INSPECTOR, reduceInspectorView,
  refocus } from '../features/inspect/inspector/inspector-state.js';
import { NO_LESSONS, reduceLessons } from '../features/learn/lessons/lesson-state.js';
import { NO_LINKS, reduceLinks } from '../features/share/links/link-state.js';
import { NO_MODEL, afterLoad, reduceModel } from '../features/inspect/model/model-state.js';
import { NO_MODEL_FILE, reduceOpenedModel, withOtherData } from '../features/share/model-file/model-file-state.js';
import { ONLINE, reduceOffline } from '../features/share/offline/offline-state.js';
import { NO_PLAYBACK, reducePlayback, settlePlayback } from '../features/run/playback/playback-state.js';
import { OPEN_START, reduceStart } from '../features/run/start/start-state.js';
import { startSettings } from '../features/settings/settings.js';
import { reduceSettings } from '../features/settings/settings-state.js';
import { freshRun, reduceRun, withRun } from '../features/run/training/run-state.js';
import { reduceSnapshot } from '../features/run/training/snapshot-state.js';
import { isOpen } from '../store/panels.js';
import { SLOW } from '../features/run/playback/playback-state.js';
import { PANELS } from './panels.js';
import { withPanel } from './workspace-state.js';

/** @typedef {'system' | 'light' | 'dark'} Theme */

/**
 * @typedef {import('../features/learn/lessons/lesson-state.js').LessonsState
 *   & import('../features/share/export/export-state.js').ExportState
 *   & import('../features/share/offline/offline-state.js').OfflineState
 *   & import('../features/inspect/certificate/certificate-state.js').CertificateState
 *   & import('../features/ratings/ratings-state.js').RatingsSlice
 *   & import('../features/clicks/clicks-state.js').ClicksSlice
 *   & import('../features/library/study/study-state.js').StudySlice
 *   & import('../features/sketch/sketch-state.js').SketchSlice
 *   & { theory: import('../features/theory/theory-state.js').Theory }
 *   & import('../features/share/model-file/model-file-state.js').ModelFileSlice
 *   & import('../features/library/runs/runs-state.js').RunsSlice
 *   & { start: import('../features/run/start/start-state.js').Start }
 *   & import('../features/settings/decay-preview-state.js').PreviewState
 *   & { theme: Theme, charts: import('../features/run/charts/charts-state.js').Charts }} State
 */

/**
 * @typedef {import('../features/run/training/training-state.js').TrainingAction
 *   | import('../features/run/playback/playback-state.js').PlaybackAction
 *   | import('../features/run/charts/charts-state.js').ChartsAction
 *   | import('../features/library/runs/runs-state.js').RunsAction
 *   | import('../features/share/links/link-state.js').LinkAction
 *   | import('../features/share/offline/offline-state.js').OfflineAction
 *   | import('../features/inspect/inspector/inspector-state.js').InspectorAction
 *   | import('../features/inspect/model/model-state.js').ModelAction
 *   | import('../features/inspect/model/model-state.js').ModelReply
 *   | import('../features/share/export/export-state.js').ExportAction
 *   | import('../features/share/export/export-state.js').ExportReply
 *   | import('../features/settings/decay-preview-state.js').PreviewAction
 *   | import('../features/learn/lessons/lesson-state.js').LessonAction
 *   | import('../features/inspect/certificate/certificate-state.js').CertificateAction
 *   | import('../features/library/comparison/comparison-state.js').ComparisonAction
 *   | import('../features/data-report/data-report-state.js').ReportAction
 *   | import('../features/library/study/study-state.js').StudyAction
 *   | import('../features/ratings/ratings-state.js').RatingsAction
 *   | import('../features/clicks/clicks-state.js').ClicksAction
 *   | import('../features/sketch/sketch-state.js').SketchAction
 *   | import('../features/run/start/start-state.js').StartAction
 *   | import('../features/theory/theory-state.js').TheoryAction
 *   | import('../features/inspect/bounds/bounds-state.js').BoundsAction
 *   | import('../features/inspect/feature-plane/plane-state.js').PlaneAction
 *   | import('../features/inspect/rank-history/rank-history-state.js').RanksAction
 *   | import('../features/inspect/weight-plane/weight-plane-state.js').PlaneOfWAction
 *   | import('../features/share/model-file/model-file-state.js').ModelFileAction
 *   | { type: 'theme', theme: Theme }} Action
 */

/**
 * The store as the parts of the page that join the features see it.
 * @typedef {import('../store/store.js').Store<State, Action>} AppStore
 */

/**
 * The slices by their names, which are also what their actions begin with: those of panels, and those of features
 * without a panel.
 * @type {Record<string, import('../store/panels.js').Slice>}
 */
const SLICES = {
  ...Object.fromEntries(PANELS.flatMap(({ id, slice }) => (slice ? [[id, slice]] : []))),
  charts: { first: LINEAR_CHARTS, reduce: reduceCharts },
  exporting: { first: NO_EXPORT, reduce: reduceExport },
  model: { first: NO_MODEL, reduce: reduceModel },
  offline: { first: ONLINE, reduce: reduceOffline },
  start: { first: OPEN_START, reduce: reduceStart },
};

/**
 * Features whose actions change more than their own slice.
 * @type {Record<string, (state: any, action: any) => State>}
 */
const CROSS_SLICE = {
  inspector: reduceInspectorView, lessons: reduceLessons, links: reduceLinks, modelfile: reduceOpenedModel,
};

/**
 * @param {State['catalog']} catalog
 * @param {Theme} theme
 * @returns {State}
 */
export function initialState(catalog, theme) {
  return /** @type {State} */ ({
    catalog, theme, pace: 'ease', ...NO_DATA,
    settings: startSettings(catalog), problem: null, run: null, previousRun: null, runCount: 0,
    cursor: { iteration: 0, follow: true }, query: null, snapshot: null, alert: null, untrainable: null, panels: {},
    ...FIRST_VIEW, links: NO_LINKS, lessons: NO_LESSONS, preview: null, playback: NO_PLAYBACK,
    certificate: NO_CERTIFICATE, modelfile: NO_MODEL_FILE,
    ...Object.fromEntries(Object.entries(SLICES).map(([name, { first }]) => [name, first])),
  });
}

/** Actions that show a tab. @type {Record<string, string>} */
const VIEW_OF = {
  'playback/slow motion': 'inspector', 'certificate/open plane': 'inspector', 'certificate/back': 'certificate',
  'lessons/refused': 'lessons',
};

/**
 * The certificate and Play see an action first: they may change it, or handle all of it.
 * @param {State} state
 * @param {any} action
 * @returns {State}
 */
export function reduce(state, action) {
  const [one, left] = reduceCertificate(state, action);
  const [two, rest] = left ? reducePlayback(one, left) : [one, null];
  const next = rest ? reducePage(two, rest) : two;
  const settled = settleCertificate(state, settlePlayback(state, next));
  const view = VIEW_OF[action.type];
  // Slow motion and the ranking of a plane stand in the tab of the violator; the way back leads to the certificate.
  // The plane of w shows the phases too.
  const stays = action.type === 'playback/slow motion' && (!isOpen(settled, SLOW) || isOpen(settled, 'weightplane'));
  const leads = view && settled !== state && !stays;
  return leads ? { ...settled, panels: withPanel(settled.panels, view, true) } : settled;
}

/**
 * @param {State} state
 * @param {any} action
 * @returns {State}
 */
function reducePage(state, action) {
  const [name] = action.type.split('/', 1);
  if (name !== action.type && Object.hasOwn(SLICES, name)) return reduceSlice(state, name, action);
  if (name !== action.type && Object.hasOwn(CROSS_SLICE, name)) {
    const next = CROSS_SLICE[name](state, action);
    // A link also says which lesson is open, and what is left out of the page.
    return action.type === 'links/open' ? reduceLessons(next, action) : next;
  }
  return reduceShared(state, action);
}

/**
 * @param {State} state @param {string} name @param {any} action
 * @returns {State}
 */
function reduceSlice(state, name, action) {
  const old = Reflect.get(state, name);
  const slice = SLICES[name].reduce(old, action, state);
  return slice === old ? state : { ...state, [name]: slice };
}

/**
 * Reduces actions on state of several features: settings, data, the run, and its snapshot.
 * @param {State} state
 * @param {Action} action
 * @returns {State}
 */
function reduceShared(state, action) {
  switch (action.type) {
    case 'theme': return { ...state, theme: action.theme };
    case 'settings': case 'problem': case 'pace': return reduceSettings(state, action);
    case 'settings/preview': return state.run?.id === action.run ? { ...state, preview: action } : state;
    case 'cursor': case 'query': return reduceSnapshot(state, action);
    case 'snapshot': {
      const next = reduceSnapshot(state, action);
      return next === state ? state : { ...next, inspector: refocus(state.inspector, state.snapshot, action.snapshot) };
    }
    case 'panel': return { ...state, panels: withPanel(state.panels, action.panel, action.open),
      // Whoever opens the map anew has read why a lesson was refused.
      lessons: action.panel === 'lessons' ? { ...state.lessons, problems: null } : state.lessons };
    case 'alert': return { ...state, alert: action.alert };
    case 'dismiss': return { ...state, alert: null };
    case 'load': case 'loading': case 'load failed': case 'load held': case 'load anyway': case 'cancel load':
    case 'leave out':
      return reduceData(state, action);
    case 'loaded': return loaded(state, action);
    case 'run failed': {
      const next = reduceRun(state, action);
      // The snapshot of the previous run would be taken for that of the refused run.
      return next.run?.refused ? { ...next, snapshot: null } : next;
    }
    case 'train': return trainingToCome(state, 'train') ?? rereadFor(state, action) ?? reduceRun(state, action);
    case 'pause': return trainingToCome(state, 'pause') ?? reduceRun(state, action);
    case 'step': case 'reset': return rereadFor(state, action) ?? reduceRun(state, action);
    case 'worker lost': case 'worker replaced':
    case 'prepared': case 'reports': case 'paused': case 'restored': case 'stopped': return reduceRun(state, action);
    default: return state;
  }
}

/**
 * Replaces the data, and drops all state about the previous data.
 * @param {State} state
 * @param {import('../features/data/data-state.js').Loaded} action
 * @returns {State}
 */
function loaded(state, action) {
  const { loading } = state;
  if (loading?.load !== action.load) return state;
  const { request } = loading;
  const next = {
    ...withData(state, loading, action), query: null, snapshot: null, run: null, untrainable: null,
    inspector: NO_INSPECTOR,
    comparison: reduceComparison(state.comparison, action, state), preview: null,
    exporting: { ...state.exporting, model: null },
    model: afterLoad(state.model, request.train === state.data?.request.train),
    modelfile: withOtherData(state.modelfile),
  };
  const { thenStep: steps, thenTrain } = loading;
  return steps ? withRun(freshRun(next, 'stepping'), { steps }) : freshRun(next, thenTrain ? 'running' : 'preparing');
}
