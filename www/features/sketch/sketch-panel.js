// The mode Sketch: a row of tools, the pad with the arrow of w, and beside it the list, the figures and the settings.

import './sketch.css';
import './sketch-side.css';
import { h } from '../../ui/dom.js';
import { figuresPart, headPart } from './figures-part.js';
import { padFoot } from './pad-foot.js';
import { padPart } from './pad-part.js';
import { rankingPart } from './ranking-part.js';
import { settingsPart } from './settings-part.js';
import { startSketchRunner } from './sketch-runner.js';
import { toolbarPart } from './toolbar-part.js';

/**
 * What stands in it. The page hands over the controls of a measure, because they are a view of the settings.
 * @param {import('./sketch-state.js').SketchStore} store @param {import('./settings-part.js').MeasureControls} measures
 */
export function body(store, measures) {
  startSketchRunner(store);
  return [h('div', { class: 'sketch-work' }, toolbarPart(store),
    h('div', { class: 'sketch-left' }, padPart(store), padFoot(store)),
    h('div', { class: 'sketch-right' }, headPart(store), rankingPart(store), figuresPart(store),
      settingsPart(store, measures)))];
}
