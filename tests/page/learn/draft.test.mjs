// The draft of a lesson: from a lesson and back, and the state of the page as a step's state.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../../scripts/lib/project.mjs';
import { decidedByFigure, draftOf, duplicated, figureName, isByHand, lessonOf, markedByHand, moved, newDraft, newQuestion, newStep, without } from '../../../www/features/learn/lesson-editor/draft.js';
import { savedDraft, saveDraft } from '../../../www/features/learn/lesson-editor/draft-storage.js';
import { stateText } from '../../../www/features/learn/lesson-editor/page-state.js';
import { stateAt } from '../../../www/features/learn/lessons/step-state.js';

/** @typedef {import('../../../www/features/learn/lessons/schema.js').Lesson} Lesson */

/** The states that a reader passes through. @param {Lesson} lesson */
const states = (lesson) => lesson.steps.flatMap((_step, step) => [stateAt(lesson, step, false), stateAt(lesson, step, true)]);

for (const file of readdirSync(at('www', 'lessons'))) {
  test(`${file} passes through the editor with the same states and words`, () => {
    const lesson = /** @type {Lesson} */ (JSON.parse(readFileSync(at('www', 'lessons', file), 'utf8')));
    const again = lessonOf(draftOf(lesson));
    assert.deepEqual(states(again), states(lesson));
    assert.deepEqual(lessonOf(draftOf(again)), again, 'a second time nothing changes');
    const words = (/** @type {Lesson} */ { steps }) => steps.map(({ state, question, ...step }) => ({ ...step, question: question && { ...question, state: null } }));
    assert.deepEqual(words(again), words(lesson));
  });
}

test('steps have only what they change, also after a move', () => {
  const draft = { ...newDraft(), steps: [newStep({ sample: 'kitchen', c: 1 }), newStep({ sample: 'kitchen', c: 1, trained: 'end' }), newStep({ sample: 'kitchen' })] };
  assert.deepEqual(lessonOf(draft).steps.map(({ state }) => state), [{ sample: 'kitchen', c: 1 }, { trained: 'end' }, { sample: 'kitchen' }], 'a field that goes away needs the whole state');
  const other = moved(draft, 2, 0);
  assert.deepEqual(lessonOf(other).steps.map(({ state }) => state), [{ sample: 'kitchen' }, { c: 1 }, { trained: 'end' }]);
  assert.deepEqual(draftOf(lessonOf(other)).steps.map(({ state }) => state), other.steps.map(({ state }) => state));
});

test('a step is repeated below itself without the name of its run, and removed', () => {
  const one = { ...newStep({ c: 1 }), title: 'One', remember: 'one' };
  const two = duplicated({ ...newDraft(), steps: [one, newStep({})] }, 0);
  assert.deepEqual(two.steps.map(({ title, remember }) => [title, remember]), [['One', 'one'], ['One', undefined], ['', undefined]]);
  assert.notEqual(two.steps[1].state, one.state, 'a change of one does not change the other');
  assert.deepEqual(without(two, 1).steps.map(({ title }) => title), ['One', '']);
});

test('one answer is right by hand, or each by a figure', () => {
  const { choices = [] } = newQuestion();
  assert.deepEqual([isByHand(choices), choices.map(({ right }) => right)], [true, [true, false]]);
  assert.deepEqual(markedByHand(choices, 1).map(({ right }) => right), [false, true]);
  const byRun = decidedByFigure(choices);
  assert.equal(isByHand(byRun), false);
  const marked = { ...newDraft(), steps: [{ ...newStep({}), question: { ...newQuestion(), choices: markedByHand(byRun, 0) } }] };
  assert.deepEqual(draftOf(lessonOf(marked)), marked, 'the marks pass through the editor');
});

test('names of figures and words for states', () => {
  assert.deepEqual([figureName('report.norm', {}), figureName('report.best_primal', {}), figureName('report.norm', { norm: 1, norm2: 1 })], ['norm', 'bestprimal', 'norm3']);
  assert.equal(stateText({ sample: 'kitchen', c: 1, trained: 'end', open: ['runs'] }), 'kitchen · c 1 · trained to the end · open: runs');
  assert.equal(stateText({ data: ['1 qid:1 1:1'], trained: 1 }), 'data of the lesson · trained for 1 iteration');
});

test('without storage the editor begins with an empty draft', () => {
  assert.deepEqual(savedDraft(), newDraft());
  assert.equal(saveDraft(newDraft()), false);
});
