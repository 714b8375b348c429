// The run strip in a lesson before training, or where a step folds it: one row of numbers in the place of the charts.

import { h, fill } from '../../../ui/dom.js';
import { count, figure, fixed, measureName, percent } from '../../../lib/format.js';
import { term } from '../../../ui/term.js';
import { newest } from '../../run/training/run-state.js';
import { stateAt } from '../lessons/step-state.js';

/** @typedef {import('../lessons/lesson-state.js').Open} Open */

/** @param {HTMLElement} strip @param {import('../lessons/lesson-state.js').LessonsStore} store */
export function mountLessonStrip(strip, store) {
  const numbers = h('dl', {});
  const note = h('p', { class: 'muted' });
  const row = h('div', { class: 'lesson-strip', hidden: true }, numbers, note);
  strip.prepend(row);
  store.watch(({ lessons, run, cursor }) => [lessons.open, run?.reports.at(cursor.iteration), newest(run)],
    ([open, report, last]) => {
      const folded = Boolean(open && report && (isFolded(open) || (last === 0 && !pointsAtStrip(open))));
      row.hidden = !folded;
      strip.classList.toggle('folded', folded);
      if (!folded || !open || !report) return;
      const measure = report.train[0];
      fill(numbers,
        number(term('objective', 'Objective'), figure(report.objective ?? report.primal)),
        typeof report.mean_slack === 'number' && [
          number(term('slack', 'Slack ξ'), fixed(report.mean_slack, 3), 'slack'),
          number(term('loss', 'Loss Δ'), fixed(report.mean_loss, 3)),
        ],
        typeof report.pair_error === 'number' && number(term('pair-error', 'Pair error'), percent(report.pair_error)),
        measure && number(measureName(measure.measure), fixed(measure.value, 3)));
      fill(note, [`iteration ${count(report.iteration)}`, opening(open)].filter(Boolean).join(' · '));
    });
}

/** @param {import('../../../ui/dom.js').Child} name @param {string} value @param {string} [kind] */
function number(name, value, kind = '') {
  return h('div', {}, h('dt', {}, name), h('dd', { class: kind }, value));
}

/** The regions of the workspace; the others are charts of the strip. */
const VIEWS = ['Violating permutation', 'Pulls', 'Pull on each document', 'Weights w', 'Model', 'Certificate',
  'Progress'];

/** Whether the step speaks of a chart or the slider, which must then be in sight. @param {Open} open */
function pointsAtStrip({ lesson, step }) {
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
