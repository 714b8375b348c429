// What the page knows of this panel before it is opened.

import { untilTrained } from '../../run/training/run-state.js';
import {
  ANGLE_REQUEST, LINE_REQUEST, NO_PLANE_OF_W, OBJECTIVE_REQUEST, PROBE_REQUEST, WEIGHT_PLANE_REQUEST, reducePlaneOfW,
} from './weight-plane-state.js';

/** @type {import('../../../store/panels.js').Panel} */
export const WEIGHT_PLANE_PANEL = {
  id: 'weightplane', title: 'Plane of w', about: 'every point is a w, the bluer the lower its objective',
  tab: { name: 'Plane of w', group: 'This run' },
  load: () => import('./weight-plane-panel.js'),
  slice: { first: NO_PLANE_OF_W, reduce: reducePlaneOfW },
  requests: [WEIGHT_PLANE_REQUEST, PROBE_REQUEST, OBJECTIVE_REQUEST, LINE_REQUEST, ANGLE_REQUEST],
  waits: untilTrained, hideable: true, linkable: true,
};
