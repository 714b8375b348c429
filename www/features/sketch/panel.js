// What the page knows of this panel before it is opened.

import { NO_SKETCH, reduceSketch } from './sketch-state.js';

/** @type {import('../../store/panels.js').Panel} */
export const SKETCH_PANEL = {
  id: 'sketch', title: 'Sketch pad', about: 'documents as points in two features; training follows every change',
  tab: { name: 'Sketch', mode: 'Sketch' },
  slice: { first: NO_SKETCH, reduce: reduceSketch },
  hideable: true, linkable: true,
};
