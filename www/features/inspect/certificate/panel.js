// What the page knows of this panel before it is opened.

import { untilTrained } from '../../run/training/run-state.js';
import { CERTIFICATE_REQUEST } from './certificate-request.js';

/** @type {import('../../../store/panels.js').Panel} */
export const CERTIFICATE_PANEL = {
  id: 'certificate', title: 'Certificate',
  about: 'how far this w is from the best, and the cutting planes that hold it',
  tab: { name: 'Certificate', group: 'This run' },
  withoutPlanes: { name: 'Progress', title: 'Progress', about: 'the figures of this iteration, and what is proved' },
  load: () => import('./certificate-panel.js'),
  requests: [CERTIFICATE_REQUEST], waits: untilTrained, hideable: true, linkable: true,
};
