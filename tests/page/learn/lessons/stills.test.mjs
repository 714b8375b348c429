// What paper takes from the stage: the answers that it marks, the number that it shows, and its explanation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../support/dom.mjs';

const { markAnswers, outcome, questionForm } = await import('../../../../www/features/learn/lessons/stage/question-form.js');
const { play } = await import('../../../../www/features/learn/lessons/print/stills.js');

/** @typedef {import('../../../../www/features/learn/lessons/schema.js').Question} Question */
/** @typedef {import('../../../../www/features/learn/lessons/lesson-state.js').Answer} Answer */

/**
 * Plays a step with this question on the card of the stage, and returns what paper takes from it.
 * @param {unknown} asked @param {Answer} answer @param {boolean} [shown] whether the step could be shown
 */
async function taken(asked, answer, shown = true) {
  const question = /** @type {Question} */ (asked);
  const open = /** @type {import('../../../../www/features/learn/lessons/lesson-state.js').Open} */ (/** @type {unknown} */ ({ step: 0, answers: [answer] }));
  const card = document.createElement('div');
  card.className = `lesson-card${shown ? ' revealed' : ''}`;
  card.innerHTML = '<div class="lesson-reveal"></div><div class="lesson-asked"></div>';
  const [said, form] = card.children;
  form.append(questionForm(question, open, /** @type {any} */ ({})).element);
  markAnswers(/** @type {HTMLElement} */ (form), question, open, {});
  if (shown) said.append(...outcome(question, open, {}));
  const stage = document.implementation.createHTMLDocument('');
  stage.body.append(card);
  const frame = /** @type {any} */ ({ document: stage, open: async () => stage, until: async () => true, answer: () => {}, next: () => {} });
  const steps = [{ title: 't', text: 'x', question }];
  const [step] = await play(frame, /** @type {any} */ ({ steps }), ['after'], 378) ?? [];
  return step.outcome && { ...step.outcome, reveal: step.outcome.reveal.map(({ textContent }) => textContent),
    buttons: step.outcome.reveal.flatMap((one) => [.../** @type {Element} */ (one).querySelectorAll('button')]).length };
}

const reveal = 'The {term:slack}.\n\nIt is {{n}}.';
const figures = { n: { is: 0.25, digits: 2 } };

test('the right choices and the explanation, whatever was chosen', async () => {
  const choices = [{ text: 'a', feedback: 'No.', right: false }, { text: 'b', feedback: 'Yes.', right: true }];
  for (const choice of [0, 1]) {
    assert.deepEqual(await taken({ ask: 'Which?', choices, reveal, figures }, { choice }),
      { rights: [1], value: null, undecided: null, reveal: ['The slack.', 'It is 0.25.'], buttons: 0 });
  }
});

test('the number of the run, with its unit', async () => {
  const number = { is: 50, within: 1, digits: 0, unit: '%', right: 'Yes.', wrong: 'No.' };
  for (const guess of [0, 50]) {
    const found = await taken({ ask: 'How many?', number, reveal, figures }, { number: guess });
    assert.deepEqual([found?.value, found?.rights, found?.reveal.length], ['50 %', [], 2]);
  }
});

test('an undecided question has its reason, and a step that could not be shown has no outcome', async () => {
  const choices = [true, true].map((right) => ({ text: 'a', feedback: 'f', right }));
  const found = await taken({ ask: 'Which?', choices, reveal, figures }, { choice: 0 });
  assert.deepEqual([found?.rights, found?.reveal.length], [[], 2]);
  assert.match(found?.undecided ?? '', /^The run cannot decide this question: every answer fits it\./);
  assert.equal(await taken({ ask: 'Which?', choices, reveal, figures }, { choice: 0 }, false), null);
});
