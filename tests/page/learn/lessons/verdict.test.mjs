// What a run says of the answers to a question, and where it cannot decide.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holds } from '../../../../www/features/learn/lessons/expressions.js';
import { stateAt } from '../../../../www/features/learn/lessons/step-state.js';
import { decisionOf, isRight, undecidedText } from '../../../../www/features/learn/lessons/verdict.js';

/** @typedef {import('../../../../www/features/learn/lessons/expressions.js').LessonSnapshot} LessonSnapshot */
/** @typedef {import('../../../../www/features/learn/lessons/schema.js').Question} Question */

/** @param {number | undefined} norm */
const run = (norm) => /** @type {LessonSnapshot} */ (/** @type {unknown} */ ({ reports: [{ norm, train: [] }], iteration: 0 }));
const now = { value: 'report.norm' };
const before = { value: 'report.norm', run: 'before' };
/** @type {Question} */
const choice = { ask: 'a', reveal: 'r', choices: [{ text: 'longer', right: { more: [now, before] }, feedback: 'l' }, { text: 'shorter', right: { less: [now, before] }, feedback: 's' }] };
/** @type {Question} */
const marked = { ask: 'a', reveal: 'r', choices: [{ text: 'one', right: false, feedback: 'o' }, { text: 'two', right: true, feedback: 't' }] };
/** @type {Question} */
const number = { ask: 'a', reveal: 'r', number: { is: now, within: 0.5, right: 'r', wrong: 'w' } };

/** @type {[string, Question, number | undefined, number, import('../../../../www/features/learn/lessons/lesson-state.js').Answer, boolean | null][]} */
const CASES = [
  ['the right choice', choice, 2, 1, { choice: 0 }, true], ['the wrong choice', choice, 2, 1, { choice: 1 }, false],
  ['equal figures', choice, 1, 1, { choice: 0 }, null], ['a missing figure', choice, undefined, 1, { choice: 0 }, null], ['an infinite figure', choice, Infinity, 1, { choice: 0 }, null],
  ['the answer marked by hand', marked, undefined, 1, { choice: 1 }, true], ['another than the marked one', marked, undefined, 1, { choice: 0 }, false],
  ['every answer fits', { ...choice, choices: choice.choices?.map((one) => ({ ...one, right: { all: [] } })) }, 2, 1, { choice: 0 }, null],
  ['a near number', number, 1.25, 0, { number: 1 }, true], ['a far number', number, 3, 0, { number: 1 }, false], ['a missing number', number, undefined, 0, { number: 1 }, null],
];
for (const [name, question, after, first, answer, expected] of CASES) {
  test(`${name}: ${expected === null ? 'undecided' : expected ? 'right' : 'wrong'}`, () => {
    const decision = decisionOf(question, { now: run(after), before: run(first) });
    assert.equal(isRight(question, answer, decision), expected);
    assert.equal(decision.undecided === null, expected !== null);
    if (decision.undecided) assert.match(undecidedText(decision.undecided), /^The run cannot decide this question: .+\. Your answer is not marked\.$/);
  });
}

test('a missing figure only matters if the other conditions do not decide', () => {
  const missing = { less: [{ value: 'report.gap' }, 1] };
  const snapshots = { now: run(1) };
  assert.equal(holds({ any: [missing, { less: [0, 1] }] }, snapshots), true);
  assert.equal(holds({ all: [missing, { less: [1, 0] }] }, snapshots), false);
  assert.throws(() => holds({ any: [missing, { less: [1, 0] }] }, snapshots), /has no report\.gap/);
  assert.throws(() => holds({ all: [missing, { less: [0, 1] }] }, snapshots), /has no report\.gap/);
});

test('the measures of a lesson join the state of every step', () => {
  /** @type {import('../../../../www/features/learn/lessons/step-state.js').StepStates} */
  const lesson = { measures: ['map'], steps: [{ state: { sample: 'kitchen' } }, { state: { measures: ['auc'] } }, { state: { c: 1 } }] };
  assert.deepEqual(stateAt(lesson, 0, false), { measures: ['map'], sample: 'kitchen' });
  assert.deepEqual(stateAt(lesson, 1, false).measures, ['auc']);
  assert.deepEqual(stateAt(lesson, 2, false).measures, ['auc'], 'a step inherits it');
});
