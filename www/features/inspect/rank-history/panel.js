// What the page knows of this panel before it is opened.

import { NO_RANKS, RANKS_REQUEST, reduceRanks } from './rank-history-state.js';

/** @type {import('../../../store/panels.js').Panel} */
export const RANKS_PANEL = {
  id: 'ranks', title: 'Ranks over time', about: 'how documents change places', within: 'inspector',
  load: () => import('./rank-history-panel.js'),
  slice: { first: NO_RANKS, reduce: reduceRanks }, requests: [RANKS_REQUEST],
  hideable: true, linkable: true,
};
