// The panel of studies: the choice, the run with its grid of cells, the plots, and the tables.

import './study.css';
import './study-data.css';
import './figures/figures.css';
import { choosePart } from './choose-part.js';
import { exactPart } from './figures/exact-part.js';
import { printedPart } from './figures/printed-part.js';
import { differencesPart } from './differences-part.js';
import { gridPart } from './grid-part.js';
import { plotsPart } from './plots-part.js';
import { queriesPart } from './queries-part.js';
import { runPart } from './run-part.js';
import { startStudyRunner } from './study-runner.js';
import { tablesPart } from './tables-part.js';
import { h } from '../../../ui/dom.js';

/** What stands in it. @param {import('./study-state.js').StudyStore} store */
export function body(store) {
  const empty = h('p', { class: 'empty' }, 'A study trains many runs by a plan: methods, settings, numbers of training '
    + 'queries and seeds. Its plots have intervals over test queries, and its tables have tests. Choose one.');
  const content = h('div', { class: 'study-shown' }, runPart(store), plotsPart(store),
    differencesPart(store), queriesPart(store), printedPart(store), gridPart(store), tablesPart(store));
  store.watch(({ study }) => [study.outline === null, study.shownFigure !== null], ([isEmpty, hasFigure]) => {
    empty.hidden = !isEmpty || hasFigure;
    content.hidden = isEmpty || hasFigure;
  });
  startStudyRunner(store);
  return [choosePart(store), h('div', { class: 'study-outcome' }, empty, content,
    exactPart(store))];
}
