// What the page knows of this panel before it is opened.

import { NO_CLICKS, reduceClicks } from './clicks-state.js';

/** @type {import('../../store/panels.js').Panel} */
export const CLICKS_PANEL = {
  id: 'clicks', title: 'Clicks', about: 'where eyes go, what clicks say, and what models learn from them',
  tab: { name: 'Clicks', mode: 'Clicks' },
  load: () => import('./clicks-panel.js'),
  slice: { first: NO_CLICKS, reduce: reduceClicks },
  hideable: true, linkable: true,
};
