// The mode Sketch with the controls of a measure, which are a view of the settings.

import { measureControls } from '../features/settings/measure-controls.js';
import { body as sketchBody } from '../features/sketch/sketch-panel.js';

/** @param {import('../features/sketch/sketch-state.js').SketchStore} store */
export const body = (store) => sketchBody(store, measureControls);
