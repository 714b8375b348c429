// Which formulas of a step stand in the printed summary.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../../../scripts/lib/project.mjs';
import { formulasOf } from '../../../../www/features/learn/lessons/print/formulas.js';

/** @param {string} id @returns {import('../../../../www/features/learn/lessons/schema.js').Lesson} */
const lesson = (id) => JSON.parse(readFileSync(at('www', 'lessons', `${id}.json`), 'utf8'));

/** @param {Record<string, unknown>} fields */
const step = (fields) => /** @type {import('../../../../www/features/learn/lessons/schema.js').Step} */ (
  /** @type {unknown} */ ({ title: 't', text: 'No formula.', ...fields }));

/** @param {Record<string, unknown>} fields @param {boolean} [revealed] */
const found = (fields, revealed = true) => formulasOf(step(fields), revealed).map(({ paragraph }) => paragraph);

test('the first lesson has the gain and the discount, and its three measures', () => {
  const all = lesson('what-is-a-ranking').steps.flatMap((one) => formulasOf(one, true)).map(({ paragraph }) => paragraph);
  assert.equal(all.length, 4);
  assert.match(all[0], /\$2\^r − 1\$.*\$1 \/ log_2 \(j \+ 1\)\$/s);
  assert.deepEqual(all.slice(1).map((one) => /\$(\w+) = /.exec(one)?.[1]), ['NDCG', 'AUC', 'AP']);
});

test('a symbol and a setting are no formulas, and a claim is not repeated', () => {
  assert.deepEqual(found({ text: 'At $w = 0$ with $C = 100$.\n\nThe length $‖w‖$.' }), []);
  assert.deepEqual(found({ text: 'The price is $½‖w‖²$.', claim: 'It is $½‖w‖²$.' }), []);
  assert.deepEqual(found({ text: 'One.\n\nTwo: $a + b$.', more: '$log(t)$' }), ['Two: $a + b$.', '$log(t)$']);
});

test('what the answer tells waits for the answer', () => {
  const question = { ask: 'Which?', reveal: 'It is $a/b$.', more: 'And $x²$.' };
  assert.deepEqual(found({ question }, false), []);
  assert.deepEqual(found({ question }), ['It is $a/b$.', 'And $x²$.']);
});
