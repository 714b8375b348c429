// What the worksheet and its key have on paper: formulas, boxes, and the answers that the run has decided.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import '../../support/dom.mjs';
import { at } from '../../../../scripts/lib/project.mjs';

const { answerKey, worksheet } = await import('../../../../www/features/learn/lessons/print/plan-pages.js');

/** @typedef {import('../../../../www/features/learn/lessons/schema.js').Lesson} Lesson */
/** @typedef {import('../../../../www/features/learn/lessons/print/stills.js').Outcome} Outcome */

/** @param {string} id @returns {{ id: string, lesson: Lesson }} */
const shelved = (id) => ({ id, lesson: JSON.parse(readFileSync(at('www', 'lessons', `${id}.json`), 'utf8')) });

/** The words of each step. @param {HTMLElement} page */
const stepsOf = (page) => [...page.querySelectorAll('ol > li')].map(({ textContent }) => textContent ?? '');

/** @param {string} words */
function paragraph(words) {
  const element = document.createElement('p');
  element.textContent = words;
  return element;
}

/** @param {Partial<Outcome>} outcome */
const played = (outcome) => ({ still: null, outcome: { rights: [], value: null, undecided: null, reveal: [], ...outcome } });

test('the worksheet has the formulas behind *more*, and no answer', () => {
  const steps = stepsOf(worksheet([shelved('what-is-a-ranking')], [[]]));
  assert.deepEqual(steps.map((words) => /Formula: .*?(NDCG|AUC|AP|log) *[=2]/.exec(words)?.[1]), [undefined, 'log', 'NDCG', 'AUC', 'AP']);
  for (const words of steps) assert.doesNotMatch(words, /✓|The run shows/);
});

test('the worksheet repeats no formula of its texts, and has none where a text would tell an answer', () => {
  const [first, second, third, last] = stepsOf(worksheet([shelved('slack-bound')], [[]]));
  for (const words of [first, second, third, last]) assert.doesNotMatch(words, /Formula: /);
  assert.match(third, /It pays ½‖w‖2/);
  assert.match(last, /In my words: ___/);
});

test('the key marks the right answers, and has the number and the explanation of the run', () => {
  const page = answerKey([shelved('what-is-a-ranking')], [[played({ rights: [0], reveal: [paragraph('Four best lists.')] }),
    played({ undecided: 'The run cannot decide this question.' }), { still: null, outcome: null }, played({ value: '50 %' })]]);
  const steps = stepsOf(page);
  assert.deepEqual([...page.querySelectorAll('.is-right')].map(({ textContent }) => textContent), ['✓Ranks 1 and 2']);
  assert.match(steps[0], /Ranks 2 and 3.*Four best lists\.$/s);
  assert.match(steps[1], /cannot decide/);
  assert.match(steps[2], /could not be played/);
  assert.match(steps[3], /The run shows 50 %\./);
  assert.match(steps[3], /Formula: /);
  assert.match(steps[4], /could not be played/, 'a step that was not reached');
});
