// What the picture of a tree says of its size.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namedTerms } from '../../../../www/features/inspect/model/named-terms.js';
import { largestLeaf, sizeOf } from '../../../../www/pictures/tree-picture.js';

/** @param {number} value @returns {import('../../../../www/wasm/rankscope.js').TreeNode} */
const leaf = (value) => ({ kind: 'leaf', value });
/** @param {number} left @param {number} right @returns {import('../../../../www/wasm/rankscope.js').TreeNode} */
const split = (left, right) => ({ kind: 'split', feature: 0, threshold: 0.5, left, right, gain: 1, value: 9 });

test('splits and leaves are counted, and only leaves give the range', () => {
  const nodes = [split(1, 2), leaf(0.25), split(3, 4), leaf(-0.5), leaf(0.125)];
  assert.equal(sizeOf(nodes), '2 splits, 3 leaves from −0.500 to +0.250');
  assert.equal(largestLeaf(nodes), 0.5);
});

test('a tree of one leaf has no range', () => {
  assert.equal(sizeOf([leaf(0)]), '0 splits, 1 leaf');
  assert.equal(largestLeaf([leaf(0)]), 0);
});

test('trees are named by their round, and by their grade where a round has several', () => {
  /** @param {number} weight @returns {import('../../../../www/wasm/rankscope.js').Term} */
  const term = (weight) => ({ weight, weak: { kind: 'tree', nodes: [leaf(weight)] } });
  const names = (/** @type {import('../../../../www/wasm/rankscope.js').Scorer} */ scorer) =>
    namedTerms(scorer).map(({ name, term: { weight } }) => `${weight} ${name}`);
  assert.deepEqual(names({ kind: 'additive', terms: [term(1), term(2)] }), ['1 round 1 of 2', '2 round 2 of 2']);
  const ensembles = [[term(1), term(2)], [term(3), term(4)]];
  assert.deepEqual(names({ kind: 'classes', link: 'softmax', ensembles }),
    ['1 round 1 of 2, grade 0', '3 round 1 of 2, grade 1', '2 round 2 of 2, grade 0', '4 round 2 of 2, grade 1']);
  assert.deepEqual(names({ kind: 'classes', link: 'ordinal', ensembles }).slice(0, 2),
    ['1 round 1 of 2, grade above 0', '3 round 1 of 2, grade above 1']);
  assert.deepEqual(names({ kind: 'linear', weights: [1] }), []);
});

test('a term knows its place among the ensembles and what it is added to', () => {
  /** @param {number} weight @returns {import('../../../../www/wasm/rankscope.js').Term} */
  const term = (weight) => ({ weight, weak: { kind: 'tree', nodes: [leaf(weight)] } });
  const about = (/** @type {import('../../../../www/wasm/rankscope.js').Scorer} */ scorer) =>
    namedTerms(scorer).map(({ place, sum, term: { weight } }) => [weight, ...place, sum]);
  assert.deepEqual(about({ kind: 'additive', terms: [term(1), term(2)] }), [[1, 0, 0, 'the score'], [2, 0, 1, 'the score']]);
  const ensembles = [[term(1), term(2)], [term(3), term(4)]];
  assert.deepEqual(about({ kind: 'classes', link: 'softmax', ensembles }),
    [[1, 0, 0, 'the sum of grade 0'], [3, 1, 0, 'the sum of grade 1'], [2, 0, 1, 'the sum of grade 0'], [4, 1, 1, 'the sum of grade 1']]);
});
