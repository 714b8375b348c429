// Mounts the instrument: the rail, the run, its charts, the views of the violator. First sight does not wait for it.

import { mount as mountCharts } from '../features/run/charts/charts-panel.js';
import { mount as mountData } from '../features/data/data-panel.js';
import { mount as mountInspector } from '../features/inspect/inspector/inspector.js';
import { mount as mountLoss } from '../features/settings/loss-panel.js';
import { mount as mountOptimiser } from '../features/settings/optimiser-panel.js';
import { mount as mountQueries } from '../features/run/queries-table.js';
import { mount as mountResult } from '../features/run/charts/result-line.js';
import { mount as mountRow } from '../features/run/charts/run-row.js';
import { mount as mountRun } from '../features/run/training/run-controls.js';
import { mount as mountTimeline } from '../features/run/playback/timeline.js';
import { SLOW } from '../features/run/playback/playback-state.js';
import { hasPlanes, methodOf } from '../features/settings/settings.js';
import { isAtZero, keptIteration } from '../features/run/training/run-end.js';
import { showsStart } from '../features/run/start/start-state.js';
import { isOpen } from '../store/panels.js';
import { isCompact, isNarrow, onCompactChange, onWidthChange } from '../ui/media.js';
import { markScrollEnds } from '../ui/scroll-fade.js';
import { allSettings } from './all-settings.js';
import { mountWhen } from './lazy-view.js';
import { currentTab } from './workspace-state.js';

/** @typedef {import('./reducer.js').AppStore} Store */
/** Finds an element of the page by its id. @typedef {(id: string) => HTMLElement} Place */

/**
 * @param {Place} place @param {Store} store @param {import('../features/data/file-choices.js').Documents} documents
 */
export function mountInstrument(place, store, documents) {
  const { element: all, rest, follow } = allSettings(store);
  mountData(place('choices'), rest, store, documents);
  mountLoss(place('choices'), rest, store);
  mountOptimiser(place('choices'), rest, store);
  place('choices').append(all);
  follow();
  markScrollEnds(place('choices'));
  const bar = mountRun(place('run'), store);
  mountResult(place('result'), store);
  mountWhen(place('advice'), store, ({ run }) => keptIteration(run) !== null || isAtZero(run),
    () => import('../features/run/training/advice.js'),
    { title: 'What the end of the run means could not be fetched.', again: 'Train again' });
  mountCharts(place('charts'), store);
  mountRow(place('strip'), mountTimeline(place('timeline'), store), store);
  mountWhen(place('slow-motion'), store, (state) => isOpen(state, SLOW),
    () => import('../features/run/playback/slow-motion-panel.js'),
    { title: 'Slow motion could not be fetched.', again: 'Open it again' });
  mountWhen(place('way-back'), store, ({ certificate }) => certificate.back,
    () => import('../features/inspect/certificate/way-back.js'),
    { title: 'The way back from this plane could not be shown.',
      again: 'Move the slider back, or open the plane again' });
  const views = mountInspector(place('inspector'), store);
  mountTabsOfViolator(views, store);
  mountQueries(place('queries'), store);
  mountByWidth(place, bar, store);
}

const fetchNarrowParts = () => import('./narrow-parts.js');

/**
 * What is fetched at once on a narrow screen, and later or never on a wide one.
 * @param {Place} place @param {HTMLElement} bar of the run @param {Store} store
 */
function mountByWidth(place, bar, store) {
  const check = mountWhen(bar, store, (state) => isCompact() && currentTab(state), async () => {
    const { mountNarrowParts } = await fetchNarrowParts();
    return { mount: () => mountNarrowParts(place, bar, store) };
  }, { title: 'The controls of a narrow screen could not be fetched.', again: 'Open another tab' });
  onCompactChange(check);
  // On a narrow screen the largest weights stand below the violator.
  onWidthChange(mountWhen(place('weights'), store, (state) => {
    const tab = currentTab(state);
    if (tab === 'weights' || (tab === 'inspector' && isNarrow())) return tab;
    // A step of a lesson finds the view by its name, and opens the tab.
    return state.lessons.open !== null && 'lesson';
  }, () => import('../features/inspect/model/weights-panel.js'),
  { title: 'The weights could not be fetched.', again: 'Open their tab again' }));
}

/**
 * The tabs of the violator that are fetched when they are first shown.
 * @param {ReturnType<typeof mountInspector>} views @param {Store} store
 */
function mountTabsOfViolator(views, store) {
  const failed = { title: 'This view of the violator could not be fetched.', again: 'Open it again' };
  for (const [tab, fetch] of /** @type {const} */ ([
    ['contributions', () => import('../features/inspect/inspector/contributions-tab.js')],
    ['search', () => import('../features/inspect/inspector/search-tab.js')],
    ['own', () => import('../features/inspect/inspector/own-ranking-tab.js')],
  ])) mountWhen(views[tab], store, (state) => state.inspectorTab === tab, fetch, failed);
  // Open from the start, behind first sight.
  mountWhen(views.rankings, store, (state) => state.inspectorTab === 'rankings' && !showsStart(state),
    () => import('../features/inspect/inspector/rankings-tab.js'), failed);
  mountWhen(views.pulls, store, ({ inspectorTab, run, settings, catalog }) =>
    inspectorTab === 'pulls' || !hasPlanes(methodOf(catalog, run?.settings ?? settings)),
  () => import('../features/inspect/inspector/pulls-tab.js'), failed);
}
