// Where nodes stand, what documents meet on their ways, and the requests of the views of trees.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_MODEL, afterLoad, reduceModel } from '../../../../www/features/inspect/model/model-state.js';
import { common, layoutOf } from '../../../../www/pictures/tree-layout.js';
import { TREE_REQUESTS } from '../../../../www/features/inspect/model/tree-requests.js';
import { addedBy, partingOf, stepsOf } from '../../../../www/pictures/tree-words.js';

/** @typedef {import('../../../../www/wasm/rankscope.js').TreeNode} TreeNode */

/** @param {number} value @param {number} [documents] @returns {TreeNode} */
const leaf = (value, documents) => ({ kind: 'leaf', value, documents });
/** @param {number} feature @param {number} left @param {number} right @param {number} [documents] @returns {TreeNode} */
const split = (feature, left, right, documents) => ({ kind: 'split', feature, threshold: 0.25, left, right, gain: 1, value: 9, documents });
/** @param {number} feature */
const nameOf = (feature) => ['length', 'clicks'][feature];

/** Level by level: the right child splits again. */
const TREE = [split(0, 1, 2, 40), leaf(0.5, 30), split(1, 3, 4, 10), leaf(-0.5, 4), leaf(1, 6)];

test('leaves have rows of their own, no above yes, and splits stand between their children', () => {
  assert.deepEqual(layoutOf(TREE), { depth: [0, 1, 1, 2, 2], row: [0.75, 0, 1.5, 1, 2], share: [1, 0.75, 0.25, 0.1, 0.15],
    parent: [-1, 0, 0, 2, 2], leaves: 3, deepest: 2 });
  const unknown = layoutOf([split(0, 1, 2), leaf(1), leaf(2)]);
  assert.deepEqual(unknown.share, [null, null, null], 'a program may write no documents');
  assert.deepEqual([layoutOf([leaf(1, 5)]).leaves, layoutOf([leaf(1, 5)]).deepest], [1, 0]);
});

test('splits of one depth never touch', () => {
  // Trees that a seed grows: at any leaf, a split may follow.
  let seed = 7;
  const draw = (/** @type {number} */ below) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let round = 0; round < 40; round += 1) {
    /** @type {TreeNode[]} */
    const nodes = [leaf(0)];
    while (nodes.length < 61) {
      const at = draw(nodes.length);
      if (nodes[at].kind === 'split') continue;
      nodes[at] = split(0, nodes.length, nodes.length + 1);
      nodes.push(leaf(1), leaf(2));
    }
    const { depth, row } = layoutOf(nodes);
    const splits = nodes.flatMap((node, at) => (node.kind === 'split' ? [at] : []));
    for (const one of splits) {
      for (const other of splits.filter((at) => at !== one && depth[at] === depth[one])) {
        assert.ok(Math.abs(row[one] - row[other]) >= 2, `${row[one]} and ${row[other]}`);
      }
    }
  }
});

test('ways have their first nodes in common', () => {
  assert.equal(common([0, 1], [0, 2, 4]), 1);
  assert.equal(common([0, 2, 4], [0, 2, 3]), 2);
  assert.equal(common([0, 2, 4], [0, 2, 4]), 3);
  assert.equal(common([0], [0]), 1);
});

test('a way is told split by split, and what its leaf adds', () => {
  assert.equal(addedBy(TREE, 0.1, [0, 2, 3]), -0.05);
  assert.deepEqual(stepsOf(TREE, 0.1, [0, 2, 3], [0.31, 0.25], nameOf, 'the score'), ['length: value 0.310 > 0.250: yes',
    'clicks: value 0.250 ≤ 0.250: no', 'Leaf: −0.500 · 0.100 = −0.0500, added to the score']);
  assert.deepEqual(stepsOf(TREE, 1, [0, 1], [NaN], nameOf, 'the sum of grade 2'),
    ['length: no value, goes to no', 'Leaf: 0.500, added to the sum of grade 2']);
  assert.equal(stepsOf(TREE, 1, [0, 2, 4], [0, 1], nameOf, 'x')[0], 'length: value 0 counts as a gap, goes to yes');
  assert.equal(stepsOf(TREE, 1, [0, 2, 4], [0.2500001, 1], nameOf, 'x')[0], 'length: value 0.2500001 > 0.2500000: yes', 'digits tell them apart');
});

test('the last common split parts two documents', () => {
  const paths = { nodes: [[0, 2, 4], [0, 2, 3]], values: [[0.3, 0.9], [0.4, 0.1]], differences: [] };
  assert.equal(partingOf(TREE, 0.1, /** @type {any} */ (paths), nameOf), 'A and B part at split 2, clicks > 0.250: A has 0.900 (yes), B has 0.100 (no). '
    + 'This tree adds +0.100 to A and −0.050 to B.');
  const same = { nodes: [[0, 1], [0, 1]], values: [[0.1], [0.2]], differences: [] };
  assert.equal(partingOf(TREE, 0.1, /** @type {any} */ (same), nameOf), 'A and B reach the same leaf, so this tree adds +0.050 to both.');
});

test('questions are asked while the tab is open, and late replies are dropped', () => {
  const question = /** @type {const} */ ({ type: 'partial dependence', run: 3, iteration: 2, feature: 1 });
  const model = reduceModel(NO_MODEL, { type: 'model/ask', asked: { dependence: question } });
  const state = /** @type {any} */ ({ model, panels: { weights: true } });
  const shown = /** @type {any} */ ({ run: { id: 3 }, iteration: 2, inspection: null, query: 0 });
  const wanted = (/** @type {any} */ of, run = shown) => TREE_REQUESTS.map((kind) => kind.wanted(of, run));
  assert.deepEqual(wanted(state), [null, question]);
  assert.deepEqual(wanted({ ...state, panels: {} }), [null, null]);
  assert.deepEqual(wanted(state, { ...shown, run: { id: 4 } }), [null, null], 'another run');
  const reply = /** @type {const} */ ({ type: 'model/dependence', run: 3, question, value: null, problem: 'no' });
  assert.equal(reduceModel(model, reply, { run: { id: 4 } }), model);
  const told = reduceModel(model, reply, { run: { id: 3 } });
  assert.equal(told.told.dependence, reply);
  assert.deepEqual([afterLoad(told, true).told, afterLoad(told, true).asked], [{}, {}]);
});
