// What the page knows of this panel before it is opened.

import { FIRST_LAB, reduceTheory } from './theory-state.js';

/** @type {import('../../store/panels.js').Panel} */
export const THEORY_PANEL = {
  id: 'theory', title: 'Theory', about: 'statements of learning theory, computed and moved by hand',
  tab: { name: 'Theory', mode: 'Studies', view: 'Theory' },
  load: () => import('./theory-panel.js'),
  slice: { first: FIRST_LAB, reduce: reduceTheory },
  hideable: true, linkable: true,
};
