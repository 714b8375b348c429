// What the page knows of this panel before it is opened.

import { BOUNDS_REQUEST, NO_BOUNDS, reduceBounds } from './bounds-state.js';

/** @type {import('../../../store/panels.js').Panel} */
export const BOUNDS_PANEL = {
  id: 'bounds', title: 'Bounds along a line of w', about: 'why hopeless queries keep w at 0', within: 'certificate',
  load: () => import('./bounds-panel.js'),
  slice: { first: NO_BOUNDS, reduce: reduceBounds }, requests: [BOUNDS_REQUEST],
  hideable: true, linkable: true,
};
