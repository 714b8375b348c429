// The words and numbers beside the pad.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLetor } from '../../../www/features/sketch/letor-text.js';
import { padOf } from '../../../www/features/sketch/presets.js';
import { NO_SKETCH } from '../../../www/features/sketch/sketch-state.js';
import { faultText, movedText, ndcgName, placeOf, planesText, rankText, shownWeights, trainingText } from '../../../www/features/sketch/sketch-text.js';

/** @typedef {import('../../../www/core/sketch-protocol.js').SketchReply} SketchReply */

const point = (/** @type {number} */ grade) => ({ x: 0, y: 0, grade });
const pad = [{ id: '1', documents: [point(1), point(0)] }, { id: '2', documents: [] }, { id: '3', documents: [point(0), point(2), point(1)] }];
const figures = { ndcg_measure: 'ndcg@3', queries: [], mean: {}, ranks: [[[1, 1], [2, 2]], [[1, 2], [1, 2], [3, 3]]], objective: 1 };
const reply = /** @type {SketchReply} */ (/** @type {unknown} */ ({
  request: 1, letor: toLetor(pad), w: null, milliseconds: 1, trained: figures, shown: figures,
  training: { stop: { iterations: 12, gap: 0.0009, best_objective: 2.5 }, w: [3, 4], without_w: '', moved: { planes: 31, floor: 2.4, objective: 2.6 } },
}));

test('queries without documents have no place in a reply', () => {
  assert.deepEqual([0, 1, 2].map((query) => placeOf(pad, query)), [0, -1, 1]);
  assert.deepEqual(rankText(pad, 0, reply), ['1', '2']);
  assert.deepEqual(rankText(pad, 2, reply), ['1–2', '1–2', '3'], 'tied documents share their ranks');
  assert.deepEqual(rankText(padOf('ring'), 0, reply), [], 'a reply about other documents');
});

test('w is the moved one, else the trained one', () => {
  assert.deepEqual(shownWeights({ arrow: null, reply }), [3, 4]);
  assert.deepEqual(shownWeights({ arrow: [1, 0], reply }), [1, 0]);
  assert.equal(shownWeights({ arrow: [1, 0], reply: null }), null);
});

test('sentences', () => {
  assert.equal(trainingText(reply, 'tea'), '12 iterations, 31 planes. The numbers on the arrow are the ranks of search tea.');
  assert.match(trainingText({ ...reply, training: { ...reply.training, moved: undefined, without_w: 'No direction.' } }, 'tea'), /^12 iterations\. No direction\.$/);
  assert.match(planesText(reply), /^31 planes .* floor 2\.400 ≤ objective 2\.600 at the new w\.$/);
  assert.equal(movedText({ ...reply, w: [1, 0] }), 'w = (1.00, 0), moved. Training found (3.00, 4.00), the dashed line.');
  assert.deepEqual([reply, null].map(ndcgName), ['NDCG@3', 'NDCG']);
  assert.equal(trainingText(null, '1') + planesText(null), '');
});

test('what is the matter: first the shown query, then the core, then other queries', () => {
  assert.match(faultText({ ...NO_SKETCH, pad, query: 1, problem: 'p' }), /^Query 2 has 0 documents/);
  assert.equal(faultText({ ...NO_SKETCH, pad, problem: 'p' }), 'p');
  assert.equal(faultText({ ...NO_SKETCH, pad }), 'Query 2 cannot be ranked wrongly and takes no part.');
  assert.equal(faultText({ ...NO_SKETCH, pad: padOf('ring') }), '');
});
