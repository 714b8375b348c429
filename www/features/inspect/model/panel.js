// What the page knows of these panels before they are opened.

import { untilTrained } from '../../run/training/run-state.js';
import { EXPLANATION_REQUEST } from './explanation-request.js';
import { TREE_REQUESTS } from './tree-requests.js';

/** @type {import('../../../store/panels.js').Panel} */
export const WEIGHTS_PANEL = {
  id: 'weights', title: 'Weights w', about: '', tab: { name: 'Weights', group: 'This run' },
  withoutPlanes: { name: 'Model', title: 'Model', about: '' },
  waits: untilTrained, requests: TREE_REQUESTS, hideable: true, linkable: true,
};

/** @type {import('../../../store/panels.js').Panel} */
export const EXPLANATION_PANEL = {
  id: 'explanation', title: 'Why is this above that?', about: 'what each feature adds to two scores', within: 'weights',
  load: () => import('./explanation-panel.js'),
  requests: [EXPLANATION_REQUEST], hideable: true, linkable: true,
};
