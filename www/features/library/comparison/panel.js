// What the page knows of this panel before it is opened.

import { NO_COMPARISON, reduceComparison } from './comparison-state.js';

/** @type {import('../../../store/panels.js').Panel} */
export const COMPARISON_PANEL = {
  id: 'comparison', title: 'Compare methods', about: 'every training loss against every test measure',
  tab: { name: 'Compare', group: 'Many runs' },
  load: () => import('./comparison-panel.js'),
  slice: { first: NO_COMPARISON, reduce: reduceComparison },
  hideable: true, linkable: true,
};
