// When a lesson folds the charts of the run to one row of numbers: before training, and where a step says it. A step
// with a picture needs no such row.

import { newest } from '../../../run/training/run-state.js';
import { stateAt } from '../step-state.js';

/** @typedef {import('../lesson-state.js').Open} Open */
/** @typedef {import('../../../run/charts/charts-state.js').RowRule} RowRule */
/** @typedef {import('../../../run/charts/charts-state.js').ChartsStore} ChartsStore */

/** @param {import('../lesson-state.js').LessonsStore} store */
export function mountLessonStrip(store) {
  const charts = /** @type {ChartsStore} */ (/** @type {unknown} */ (store));
  let before = '"reader"';
  store.watch(({ lessons, run, cursor }) => [lessons.open, run?.reports.at(cursor.iteration), newest(run)],
    ([open, report, last]) => {
      const folded = open && report && (isFolded(open) || (last === 0 && !needsNoRow(open)));
      /** @type {RowRule} */
      const rule = folded ? { note: opening(open) } : open ? 'charts' : 'reader';
      if (JSON.stringify(rule) !== before) charts.dispatch({ type: 'charts/rule', rule });
      before = JSON.stringify(rule);
    });
}

/** The regions of the workspace; the others are charts of the strip. */
const VIEWS = ['Violating permutation', 'Pulls', 'Pull on each document', 'Weights w', 'Model', 'Certificate',
  'Progress'];

/**
 * Whether the step has a picture, or speaks of a chart or the slider, which must then be in sight.
 * @param {Open} open
 */
function needsNoRow({ lesson, step }) {
  if (lesson.steps[step].picture) return true;
  const { role, name } = lesson.steps[step].highlight ?? { role: '', name: '' };
  return ['slider', 'img'].includes(role) || (role === 'region' && !VIEWS.includes(name));
}

/** Whether the step folds the charts of a trained run. @param {Open} open */
function isFolded({ lesson, step, answers }) {
  const { charts } = lesson.steps[step];
  return charts === 'folded' || (charts === 'folded until answered' && answers[step] === undefined);
}

/** When the curves are in sight; empty if the lesson never shows them. @param {Open} open */
function opening({ lesson, step }) {
  const at = lesson.steps.findIndex(({ charts }, index) =>
    index >= step && charts !== 'folded' && stateAt(lesson, index, true).trained !== undefined);
  if (at < 0) return '';
  return at === step ? 'the curves open with the answer' : `the curves open in step ${at + 1}`;
}
