// Starts the core, the store and the worker, and mounts the panels. Knows everyone, decides nothing.

import './first.js';
import { startRuns } from './features/library/runs/keep-runs.js';
import { startComparisons } from './features/library/comparison/comparison-start.js';
import { isExpensive } from './features/run/training/resource-limits.js';
import { catalog, check, start } from './core/core.js';
import { startEngine } from './engine/engine.js';
import { isCompact } from './ui/media.js';
import { refetchStyles } from './ui/late-styles.js';
import { startKeyboard } from './app/keyboard.js';
import { mountWhen } from './app/lazy-view.js';
import { lazy } from './lib/lazy.js';
import { startLessonPlayer } from './features/learn/lessons/player.js';
import { startLinks } from './features/share/links/link-start.js';
import { startPlaybackTimer } from './features/run/playback/playback-timer.js';
import { initialState, reduce } from './app/reducer.js';
import { REQUESTS } from './app/requests.js';
import { registerServiceWorker } from './features/share/offline/registration.js';
import { isOpen } from './store/panels.js';
import { createStore } from './store/store.js';
import { FIRST_SAMPLE, SAMPLES, UNNAMED_SAMPLE } from './features/data/samples.js';
import { HIDEABLE, LINKABLE, SHOWABLE } from './app/parts.js';
import { applyTheme, savedTheme } from './app/theme.js';
import { mount as mountAlert } from './app/alert.js';
import { mount as mountConnection } from './features/share/offline/offline-notice.js';
import { mount as mountDrop } from './features/data/drop-zone.js';
import { mount as mountExport } from './features/share/export/export-button.js';
import { mount as mountWorkspace, mountInner } from './app/workspace.js';
import { isFirstVisit } from './features/run/start/first-sight.js';
import { showsStart } from './features/run/start/start-state.js';
import { mount as mountStart } from './features/run/start/start-panel.js';
import { mount as mountGlossary } from './features/learn/glossary/glossary-button.js';
import { startTermTips } from './features/learn/glossary/tip-start.js';
import { mount as mountHeader } from './app/header.js';
import { mount as mountHiding } from './app/hide-parts.js';
import { mount as mountShare } from './features/share/menu/share-button.js';

const theme = savedTheme();

const fetchSight = () => import('./features/run/start/sight.js');
/** On a narrow screen its controls come with the instrument, so that nothing moves afterwards. */
const fetchInstrument = async () => {
  const [{ mountInstrument }] = await Promise.all([import('./app/instrument.js'),
    isCompact() && import('./app/narrow-parts.js').catch(() => null)]);
  return mountInstrument;
};
// Beside the core, so that the arrow can be turned, or the run be trained, as soon as the core is there.
(isFirstVisit() ? fetchSight() : fetchInstrument()).catch(() => {});

/** @param {string} id */
function place(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/**
 * Fetches the view of lessons. If it cannot be fetched, the lesson is left, so that it can be opened again.
 * @param {import('./app/reducer.js').AppStore} store
 * @param {import('./features/share/menu/sharing.js').Sharing} sharing
 */
const fetchLessonPanel = (store, sharing) => async () => {
  try {
    const [{ mount: mountStage }, { shareEntries }] = await Promise.all([
      import('./features/learn/lessons/stage/stage.js'), import('./features/share/menu/share-entries.js')]);
    return { mount: (/** @type {HTMLElement} */ root) => mountStage(root, store, shareEntries(store, sharing)) };
  } catch (error) {
    store.dispatch({ type: 'lessons/leave' });
    throw error;
  }
};

/** Fetches the lesson editor. @param {import('./features/share/links/url.js').World} world */
const fetchEditor = (world) => async () =>
  (await import('./features/learn/lesson-editor/editor-panel.js')).editorPanel(world);

/**
 * The views of lessons, which are fetched when they are first shown.
 * @param {import('./app/reducer.js').AppStore} store @param {import('./features/share/links/url.js').World} world
 * @param {import('./features/share/menu/sharing.js').Sharing} sharing
 */
function mountFetchedLessons(store, world, sharing) {
  const again = 'Open it again';
  mountWhen(place('lesson'), store, ({ lessons }) => lessons.open !== null, fetchLessonPanel(store, sharing),
    { title: 'The lesson could not be shown.', again });
  mountWhen(place('main'), store, (state) => isOpen(state, 'lesson-editor'), fetchEditor(world),
    { title: 'The lesson editor could not be shown.', again });
}

/**
 * Hears the page around the frame.
 * @param {import('./app/reducer.js').AppStore} store @param {import('./features/share/links/url.js').World} world
 * @param {{ open: (fragment: string) => void }} links
 */
async function connectHost(store, world, { open }) {
  const [{ startHostChannel }, { watchHeight }, { curvesSvg }] = await Promise.all([
    import('./features/share/embedding/host-channel.js'), import('./features/share/embedding/page-height.js'),
    import('./features/share/export/curves-picture.js')]);
  startHostChannel(store, { world, open, setTheme: (theme) => store.dispatch({ type: 'theme', theme }),
    picture: curvesSvg, watchHeight });
}

const PATIENCE = 10_000; // ms after which a page that waits for its user counts as started

/**
 * Resolves when data are loaded and can be trained, or could not be loaded.
 * @param {import('./app/reducer.js').AppStore} store
 */
const answers = (store) => new Promise((/** @type {(value: void) => void} */ resolve) => {
  const stop = store.subscribe(({ run, data, loading }) => {
    if (run?.reports.length || (!data && !loading)) finish();
  });
  const late = setTimeout(() => finish(), PATIENCE);
  const finish = () => {
    stop();
    clearTimeout(late);
    resolve();
  };
});

/**
 * Resolves in another task. Chromium holds back what is posted to a worker that has just started until the page has had
 * a task in between.
 */
const messagesSent = () => new Promise((resolve) => { setTimeout(resolve); });

async function main() {
  await start();
  const store =
    /** @type {import('./app/reducer.js').AppStore} */ (createStore(initialState(catalog(), theme), reduce));
  store.watch((state) => [state.theme], ([now]) => applyTheme(now));
  startEngine(store, check, REQUESTS);
  startComparisons(store);
  startPlaybackTimer(store);
  refetchStyles(document);
  startKeyboard(document, store);
  startRuns(store);
  const world = { catalog: store.get().catalog, check, samples: SAMPLES, first: FIRST_SAMPLE,
    unnamed: UNNAMED_SAMPLE, panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE };
  const links = startLinks(store, world);
  startLessonPlayer(store, world);
  // The worker reads the data while the views are made.
  links.begin();
  await messagesSent();

  /** @type {import('./features/data/file-choices.js').Documents} */
  const documents = {
    isDocument: async (file) => (await import('./app/open-json.js')).isDocument(file),
    open: async (file) => (await import('./app/open-json.js')).openJson(store, file),
    openAnswers: async (files) => (await import('./app/open-answers.js')).openAnswersAmong(store, files),
  };
  const instrument = lazy(async () => (await fetchInstrument())(place, store, documents));
  // An action before this turn would write the address before its link is read.
  mountStart(place('start'), store, instrument);
  mountWhen(place('start'), store, showsStart, fetchSight,
    { title: 'The arrow of the first page could not be fetched.', again: 'Reload the page' });
  const actions = mountHeader(place('header'), store);
  mountConnection(place('alerts'), store);
  mountAlert(place('alerts'), store);
  mountWhen(place('alerts'), store, ({ links }) => links.wanted.length > 0,
    () => import('./features/share/links/missing-files.js'),
    { title: 'The files that this link needs could not be listed.', again: 'Open it again' });
  mountWhen(place('alerts'), store, (state) => Boolean(state.loading?.held) || isExpensive(state),
    () => import('./features/run/training/resource-warning.js'),
    { title: 'The cost of this could not be shown.',
      again: 'Press Train again to train all the same, or choose the data again' });
  mountDrop(document.body, store, documents,
    async (files) => (await import('./app/open-ratings.js')).openRatings(store, files));
  if (!showsStart(store.get())) await instrument();
  const tabs = mountWorkspace(place('header'), place('tabs'), place('views'), store);
  tabs.inspector.append(place('way-back'), place('slow-motion'), place('inspector'));
  tabs.weights.append(place('weights'));
  mountInner(tabs, store);
  const sharing = { link: links.link, words: links.words, opening: links.opening,
    pictures: async () => (await import('./app/offered-pictures.js')).offeredPictures(store.get()) };
  mountFetchedLessons(store, world, sharing);
  mountGlossary(actions, store);
  startTermTips(document, store);
  mountShare(actions, store, sharing);
  mountExport(actions, store);
  mountHiding(document.body, store);
  mountWhen(document.body, store, ({ lessons }) => lessons.picture !== null, () => import('./app/one-picture.js'),
    { title: 'The picture could not be shown alone.', again: 'Open the link again' });

  links.start();
  if (parent !== self) await connectHost(store, world, links);
  registerServiceWorker(store, answers(store));
  // Last: until then it is the place to say what went wrong.
  place('starting').remove();
}

main().catch((error) => {
  place('starting').className = 'failed';
  place('starting').textContent = `Rankscope could not start: ${error instanceof Error ? error.message : error}. It `
    + 'needs a browser with WebAssembly and module workers. If a file is missing, reload the page when there is a '
    + 'connection.';
  throw error;
});
