// What the page knows of this panel before it is opened.

import { NO_PLANE, PLANE_REQUEST, reducePlane } from './plane-state.js';

/** @type {import('../../../store/panels.js').Panel} */
export const PLANE_PANEL = {
  id: 'plane', title: 'Score over two features', about: 'for data with two features: shades, contours, documents',
  within: 'weights',
  load: () => import('./plane-panel.js'),
  slice: { first: NO_PLANE, reduce: reducePlane }, requests: [PLANE_REQUEST],
  hideable: true, linkable: true,
};
