// What the page knows of this panel before it is opened.

import { NO_RATINGS, reduceRatings } from './ratings-state.js';

/** @type {import('../../store/panels.js').Panel} */
export const RATINGS_PANEL = {
  id: 'ratings', title: 'Ratings', about: 'users are queries, and the items that they rated are documents',
  tab: { name: 'Ratings', mode: 'Ratings' },
  load: () => import('./ratings-panel.js'),
  slice: { first: NO_RATINGS, reduce: reduceRatings },
  hideable: true, linkable: true,
};
