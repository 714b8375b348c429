// The phases of an iteration in the plane of w: what moves, the captions, the labels, and the words of planes and probes.

import '../../support/dom.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { along, placed } from '../../../../www/features/inspect/weight-plane/labels.js';
import { captionOf } from '../../../../www/features/inspect/weight-plane/phase-strip.js';
import { heaviest } from '../../../../www/features/inspect/weight-plane/plane-choice.js';
import { wordsOf } from '../../../../www/features/inspect/weight-plane/planes-part.js';
import { figuresOf, keyed, readingText, turned } from '../../../../www/features/inspect/weight-plane/probe-part.js';
import { before, between, eased, inside, sceneOf } from '../../../../www/features/inspect/weight-plane/scene.js';
import { PHASES } from '../../../../www/features/run/playback/playback-state.js';

const { valuesAt } = await import('../../../../www/features/inspect/weight-plane/angle-part.js');

const point = (/** @type {number} */ x, /** @type {number} */ y) => ({ x, y, off: 0 });
const cut = { slack: 2, query: 7, found_at: 1, loss: 1, offset: 0.25, x: 1, y: 0, dual: 0 };
/** @type {any} */
const PLANE = {
  iteration: 1, axes: { features: [0, 1], origin: [0, 0], x: [1, 0], y: [0, 1] }, best: 2, has_floor: true, price: 1, height: 0,
  path: [point(0, 0), point(1, 0), point(2, 1)], held: [], new: [cut], lowest: point(3, 2), downhill: null,
  rankings: [{ slack: 2, query: 7, id: 'q7', documents: 5, first: [[3, 'docid = D4'], [0, ''], [1, '']] }],
};

const FOUND = { newest: PLANE.new, crossing: 1, nameOf: () => 'query q7' };
const NONE = { newest: [], crossing: 0, nameOf: () => '' };

test('oracle, cut, QP and update are four movements', () => {
  const [oracle, cutting, qp, update] = PHASES.map((phase) => sceneOf(PLANE, phase));
  assert.deepEqual([oracle.lines, oracle.floor, oracle.forbidden, oracle.ring, oracle.x, oracle.y], [1, 0, 0, 0, 1, 0], 'lines only');
  assert.deepEqual([cutting.floor, cutting.forbidden, cutting.ring], [1, 1, 0], 'the floor rises');
  assert.deepEqual([qp.ring, qp.ringX, qp.ringY, qp.x], [1, 3, 2, 1], 'the ring moves');
  assert.deepEqual([oracle.ringX, oracle.ringY], [1, 0], 'from w');
  assert.deepEqual([update.x, update.y, update.ringX], [2, 1, 3], 'w moves');
  assert.equal(before(oracle).lines, 0, 'the lines of a new iteration appear');
  assert.deepEqual(between(oracle, qp, 0.5).ringX, 2);
  assert.deepEqual(between(oracle, qp, 1), qp);
  assert.deepEqual([eased(0), eased(0.5), eased(1)], [0, 0.5, 1]);
  const all = sceneOf(PLANE, null);
  assert.deepEqual([all.floor, all.forbidden, all.ring, all.x], [1, 1, 1, 1], 'without slow motion all of it at once');
  assert.equal(sceneOf({ ...PLANE, lowest: null }, 2).ring, 0, 'no ring before the QP is known');
  const slope = sceneOf({ ...PLANE, has_floor: false, lowest: null, new: [] }, 1);
  assert.deepEqual([slope.lines, slope.downhill, slope.step], [0, 1, 0], 'the gradient of a descent');
});

test('each phase is told in words', () => {
  const captions = PHASES.map((phase) => captionOf(PLANE, phase, FOUND));
  for (const [at, pattern] of [/find 1 plane; query q7 demands most.*1 crosses/, /forbids the side/, /lowest point of the floor/, /w of iteration 2/].entries()) {
    assert.match(captions[at], pattern);
  }
  assert.match(captionOf({ ...PLANE, lowest: null }, 2, NONE), /re-ordered/);
  assert.match(captionOf({ ...PLANE, path: PLANE.path.slice(0, 2), lowest: null }, 3, NONE), /Not known yet/);
  assert.match(captionOf(PLANE, 0, NONE), /find no ranking/);
  assert.match(captionOf({ ...PLANE, path: [...PLANE.path.slice(0, 2), PLANE.lowest] }, 3, NONE), /to the lowest point/);
  const descent = PHASES.map((phase) => captionOf({ ...PLANE, has_floor: false, downhill: [1, 0] }, phase, NONE));
  assert.equal(new Set(descent).size, 4);
});

test('a place beside the frame is shown where the way to it leaves the frame', () => {
  const frame = { x: /** @type {[number, number]} */ ([0, 10]), y: /** @type {[number, number]} */ ([0, 10]) };
  assert.deepEqual(inside({ x: 5, y: 5 }, { x: 6, y: 7 }, frame), { x: 6, y: 7, isInside: true });
  const far = inside({ x: 5, y: 5 }, { x: 25, y: 5 }, frame);
  assert.ok(!far.isInside && far.x < 10 && far.x > 9 && far.y === 5);
});

test('labels lie beside lines, beside each other and in the picture', () => {
  const lines = along([[100, 0], [100, 400]]);
  assert.ok(lines.length > 20);
  const [one, other] = placed([{ text: 'w of 1', at: [104, 200] }, { text: 'best', at: [104, 200] }], lines, 400);
  assert.ok(Math.abs(one.x - 100) > 20 && Math.abs(other.x - 100) > 12, 'none on the line');
  assert.ok(Math.abs(one.y - other.y) >= 13 || Math.abs(one.x - other.x) > 30, 'none on the other');
  const [corner] = placed([{ text: 'a long label', at: [399, 1] }], [], 400);
  assert.ok(corner.x < 365 && corner.y > 6);
});

test('a plane is named by query and permutation', () => {
  assert.equal(wordsOf(PLANE, cut, 'query q7'), 'Plane of query q7: the permutation D4 › doc 1 › doc 2 › … of 5; loss Δ 1.000, it demands no slack at w.');
  assert.match(wordsOf({ ...PLANE, rankings: [] }, { ...cut, loss: 2 }, 'all queries'), /^Plane of all queries: loss Δ 2\.000, it demands slack 0\.7500 at w\.$/);
});

test('keys move the probe, and its figures are told', () => {
  const frame = { x: /** @type {[number, number]} */ ([0, 10]), y: /** @type {[number, number]} */ ([0, 10]) };
  assert.deepEqual(keyed('ArrowUp', false, { x: 1, y: 1 }, frame), { x: 1, y: 1.1 });
  assert.deepEqual(keyed('ArrowLeft', true, { x: 1, y: 1 }, frame), { x: 0, y: 1 });
  assert.equal(keyed('a', false, { x: 1, y: 1 }, frame), null);
  /** @type {any} */
  const probe = { iteration: 1, at: point(0.5, 0.25), norm: 0.6, objective: 3, floor: 2.5, slack: 0.4, loss: 0.2,
    measures: [{ measure: 'ndcg@10', value: 0.75 }],
    ranking: { query: 7, id: 'q7', documents: 3, places: [{ document: 2, comment: '', grade: 1, score: 1, first: 1, last: 2 },
      { document: 0, comment: '', grade: 0, score: 1, first: 1, last: 2 }] } };
  assert.deepEqual(Object.fromEntries(figuresOf(probe))['gap between them'], '0.5000');
  const text = readingText(probe);
  assert.match(text, /^Probe at 0\.500, 0\.250: objective 3\.000, floor 2\.500.*NDCG@10 0\.7500/);
  assert.match(text, /First in query q7: doc 3, doc 1\.$/, 'ties share the first rank');
  const slope = figuresOf({ ...probe, floor: undefined, slack: undefined }).map(([name]) => name);
  assert.ok(!slope.includes('floor') && slope.includes('mean loss'));
});

test('w turns with the length that the picture has room for', () => {
  const frame = { x: /** @type {[number, number]} */ ([-1, 10]), y: /** @type {[number, number]} */ ([-2, 4]) };
  const place = (/** @type {number} */ degrees, /** @type {number} */ length) => {
    const { x, y } = turned((degrees * Math.PI) / 180, length, frame);
    return [x, y].map((value) => Math.round(1e9 * value) / 1e9 + 0);
  };
  assert.deepEqual([place(0, 3), place(90, 3), place(180, 0.5)], [[3, 0], [0, 3], [-0.5, 0]], 'there is room');
  assert.deepEqual([place(180, 3), place(90, 9), place(-135, 9)], [[-1, 0], [0, 4], [-1, -1]], 'as far as the edge');
  assert.deepEqual(turned(1, 0, frame), { x: 0, y: 0 });
});

test('a direction has the loss of its step, and a slack between those of its neighbours', () => {
  const view = { is_exact: true, angles: [-Math.PI, 0, 1], losses: [0.5, 0.25, 0.75], bound_angles: [-Math.PI, -1, 1, 3], bounds: [4, 2, 1, 3] };
  const values = (/** @type {number} */ angle) => Object.values(valuesAt(view, angle));
  assert.deepEqual([values(-Math.PI), values(-1), values(0), values(0.5), values(3)], [[0.5, 4], [0.5, 2], [0.25, 1.5], [0.25, 1.25], [0.75, 3]]);
  assert.deepEqual(values(Math.PI), [0.75, 3], 'behind the last angle');
});

test('the two features with the largest parts are proposed', () => {
  assert.deepEqual(heaviest([0.1, -0.9, 0.3]), [1, 2]);
});
