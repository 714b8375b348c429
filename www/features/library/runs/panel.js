// What the page knows of this panel before it is opened.

import { NO_RUNS, reduceRuns } from './runs-state.js';

/** @type {import('../../../store/panels.js').Panel} */
export const RUNS_PANEL = {
  id: 'runs', title: 'Runs', about: 'every finished run is kept here, to draw again and to compare',
  tab: { name: 'Runs', group: 'Many runs' },
  load: () => import('./runs-panel.js'),
  slice: { first: NO_RUNS, reduce: reduceRuns },
  waits: ({ runs }) => (runs.list.length ? '' : 'Waits for the end of a run.'), hideable: true, linkable: true,
};
