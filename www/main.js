// Starts the core, the store and the worker, and mounts the panels. Knows everyone, decides nothing.

import { startArchive } from './archive.js';
import { startComparer } from './comparer.js';
import { isDear } from './caution.js';
import { catalog, check, start } from './core.js';
import { startEngine } from './engine.js';
import { fadeEnds } from './fade.js';
import { startKeys } from './keys.js';
import { mountWhen } from './later.js';
import { startLessons } from './lesson-player.js';
import { startLinks } from './links.js';
import { startPlayer } from './player.js';
import { initialState, isOpen } from './reducer.js';
import { startService } from './service.js';
import { createStore } from './store.js';
import { applyTheme, savedTheme } from './theme.js';
import { SLOW } from './timetravel.js';
import { mount as mountAlert } from './views/alert.js';
import { mount as mountCharts } from './views/charts.js';
import { mount as mountConnection } from './views/connection.js';
import { mount as mountData } from './views/data.js';
import { mount as mountDrop } from './views/drop.js';
import { mount as mountExport } from './views/export-button.js';
import { mount as mountFolded, mountLink } from './views/folded.js';
import { mount as mountHeader } from './views/header.js';
import { mount as mountHiding } from './views/hiding.js';
import { mount as mountInspector } from './views/inspector.js';
import { mount as mountLesson } from './views/lesson.js';
import { mount as mountLessons } from './views/lessons.js';
import { mount as mountCopy } from './views/link.js';
import { mount as mountLoss } from './views/loss.js';
import { mount as mountOptimiser } from './views/optimiser.js';
import { mount as mountQueries } from './views/queries.js';
import { mount as mountRankings } from './views/rankings.js';
import { mount as mountRun } from './views/run.js';
import { mount as mountTimeline } from './views/timeline.js';
import { mount as mountWeights } from './views/weights.js';

const theme = savedTheme();
applyTheme(theme);

/** @param {string} id */
function place(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

async function main() {
  await start();
  const store = createStore(initialState(catalog(), theme));
  store.watch((state) => [state.theme], ([now]) => applyTheme(now));
  startEngine(store, check);
  startComparer(store);
  startPlayer(store);
  startKeys(document, store);
  startArchive(store);
  const links = startLinks(store, check);
  startLessons(store, check);

  const actions = mountHeader(place('header'), store);
  mountConnection(place('alerts'), store);
  mountAlert(place('alerts'), store);
  mountWhen(place('alerts'), store, ({ link }) => link.wanted.length > 0, () => import('./views/link-question.js'),
    { title: 'What this link needs could not be shown.', again: 'Open it again when there is a connection.' });
  mountWhen(place('alerts'), store, (state) => Boolean(state.loading?.held) || isDear(state), () => import('./views/caution.js'),
    { title: 'What this would take could not be shown.', again: 'Choose the data again when there is a connection, or press Train again to train all the same.' });
  mountDrop(document.body, store);
  mountData(place('choices'), store);
  mountLoss(place('choices'), store);
  mountOptimiser(place('choices'), store);
  fadeEnds(place('choices'));
  mountRun(place('run'), store);
  mountCharts(place('charts'), store);
  mountTimeline(place('timeline'), store);
  mountWhen(place('slow-motion'), store, (state) => isOpen(state, SLOW), () => import('./views/slow-motion.js'), { title: 'Slow motion could not be fetched.', again: 'Open it again when there is a connection.' });
  const views = mountInspector(place('inspector'), store);
  mountRankings(views.rankings, store);
  const failed = { title: 'This view of the violator could not be fetched.', again: 'Open it again when there is a connection.' };
  for (const [tab, fetch] of /** @type {const} */ ([
    ['contributions', () => import('./views/contributions.js')],
    ['search', () => import('./views/search.js')],
    ['own', () => import('./views/own.js')],
  ])) mountWhen(views[tab], store, (state) => state.inspectorTab === tab, fetch, failed);
  mountQueries(place('side'), store);
  mountWeights(place('side'), store);
  mountFolded(place, store);
  mountLink(actions, place('comparison'), store);
  mountCopy(actions, store, links.link);
  mountExport(actions, store);
  mountLessons(actions, store);
  mountLesson(place('lesson'), store);
  mountHiding(document.body, store);

  links.start();
  startService(store);
  // Last: until then it is the place to say what went wrong.
  place('starting').remove();
}

main().catch((error) => {
  place('starting').textContent = `Rankscope could not start: ${error instanceof Error ? error.message : error}. It needs a browser with WebAssembly and module workers.`;
  throw error;
});
