// What the picture of pulls computes itself adds up to the pulls that the core reports.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { initSync } from '../../www/wasm/rankscope.js';
import { trainSmall } from '../../www/features/learn/lessons/figures/small-run.js';
import { gainOf, printed, scoreFor, sharesOf } from '../../www/features/learn/lessons/pictures/pulls/shares.js';

initSync({ module: readFileSync(new URL('../../www/wasm/rankscope_bg.wasm', import.meta.url)) });

const LINES = ['3 qid:a 1:1 2:0', '2 qid:a 1:0.2 2:1', '2 qid:a 1:0 2:0.4', '1 qid:a 1:0.5 2:0.5', '0 qid:a 1:0.9 2:0.1',
  '0 qid:a 1:0.1 2:0.8'];
const C = 10;

for (const targets of /** @type {const} */ (['grade', 'gain'])) {
  test(`the shares by ${targets} and by score differ by the pulls of ListNet, before and after training`, () => {
    const { training, iterations } = trainSmall(LINES, { method: 'listnet', targets, c: C });
    assert.ok(iterations > 0);
    for (const at of [0, 1, iterations]) {
      const { documents, pull } = training.pulls(at, 0);
      const target = sharesOf(documents.map(({ grade }) => (targets === 'gain' ? gainOf(grade) : grade)));
      const shares = sharesOf(documents.map(({ score }) => score));
      pull?.forEach((one, page) => assert.ok(Math.abs(one / C - (target[page] - shares[page])) < 1e-9, `page ${page} at ${at}`));
    }
  });
}

test('at the score for a share, a page has this share', () => {
  const scores = [0.4, -1, 2, 0];
  for (const share of [0.01, 0.25, 0.9]) {
    const at = scoreFor(scores, 2, share);
    assert.ok(Math.abs(sharesOf(scores.with(2, at))[2] - share) < 1e-12);
  }
});

test('printed shares add up', () => {
  assert.deepEqual(printed(0.06697, 1 / 7), { target: 6.7, share: 14.3, pull: -7.6 });
});
