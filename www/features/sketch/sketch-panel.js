// The sketch pad: a start, the pad with the arrow of w, the figures, and the list of documents.

import './sketch.css';
import { h } from '../../ui/dom.js';
import { figuresPart } from './figures-part.js';
import { listPart } from './list-part.js';
import { padPart } from './pad-part.js';
import { queryPart } from './query-part.js';
import { startPart } from './start-part.js';
import { startSketchRunner } from './sketch-runner.js';
import { toolPart } from './tool-part.js';

/** What stands in it. @param {import('./sketch-state.js').SketchStore} store */
export function body(store) {
  const parts = [h('div', { class: 'sketch-left' }, queryPart(store), padPart(store),
    h('p', { class: 'pad-hint' }, 'Click adds · drag moves · digits grade · Delete removes')),
    h('div', { class: 'sketch-right' }, toolPart(store), figuresPart(store)), listPart(store)];
  const element = h('div', { class: 'sketch-work' }, startPart(store), parts);
  store.watch(({ sketch }) => [sketch.pad === null], ([isEmpty]) => {
    element.classList.toggle('is-empty', isEmpty);
    for (const part of parts) part.hidden = isEmpty;
  });
  startSketchRunner(store);
  return [element];
}
