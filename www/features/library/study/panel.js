// What the page knows of this panel before it is opened.

import { NO_STUDY, reduceStudy } from './study-state.js';

/** @type {import('../../../store/panels.js').Panel} */
export const STUDY_PANEL = {
  id: 'study', title: 'Study', about: 'many runs by a plan, with plots and tests over test queries',
  tab: { name: 'Studies', mode: 'Studies', view: 'Figures' },
  load: () => import('./study-panel.js'),
  slice: { first: NO_STUDY, reduce: reduceStudy },
  hideable: true, linkable: true,
};
