// A turn of w: where the lists change, how far the reader has turned, and what a step shows.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { presenceOf } from '../../www/features/learn/lessons/pictures/shown-parts.js';
import { pictureFigures } from '../../www/features/learn/lessons/figures/picture-figures.js';
import { featureNames, trainSmall } from '../../www/features/learn/lessons/figures/small-run.js';
import { isMet, metParts, trailAt, turnedTo } from '../../www/features/learn/lessons/pictures/trail.js';
import { FULL, cutsOf, listsOf, sectorAt, stairsOf, turnOf, wrapped } from '../../www/features/learn/lessons/figures/turn.js';
import { catalog, initSync } from '../../www/wasm/rankscope.js';

const lesson = JSON.parse(await readFile(at('www', 'lessons', 'steps-bounds.json'), 'utf8'));
const lines = lesson.steps[0].state.data;
/** @type {import('../../www/core/protocol.js').TrainingSettings} */
let settings;
before(async () => {
  initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
  settings = /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, c: 10, reference: 'averaged', steps: 'full', measure: 'ndcg', measures: ['ndcg'] });
});

test('an angle is wrapped into one turn', () => {
  assert.deepEqual([0, Math.PI, -Math.PI, 3 * Math.PI].map(wrapped), [0, Math.PI, Math.PI, Math.PI]);
  assert.ok(Math.abs(wrapped(7) - (7 - FULL)) < 1e-12);
});

test('two documents have equal shadows at two opposite angles, and equal documents at none', () => {
  const one = { x: 0, y: 0, grade: 0 };
  assert.deepEqual(cutsOf([one, one]), []);
  const [first, second] = cutsOf([one, { x: 1, y: 0, grade: 1 }]);
  assert.ok(Math.abs(first + Math.PI / 2) < 1e-12 && Math.abs(second - Math.PI / 2) < 1e-12);
});

test('a turn has the lists and losses that the core finds at random angles', () => {
  const run = trainSmall(lines, settings);
  const turn = turnOf(run, lines);
  assert.equal(turn.sectors.length, 16);
  assert.equal(listsOf(turn.sectors), 16);
  assert.deepEqual(turn.names, lines.slice(1).map((/** @type {string} */ line) => line.split('# ')[1]));
  for (let step = 0; step < 500; step += 1) {
    const angle = wrapped(step * 0.6180339887 * FULL);
    const [found, sector] = [turn.at(angle), sectorAt(turn, angle)];
    assert.deepEqual(found.order, sector.order, `at ${angle}`);
    assert.ok(Math.abs(found.loss - sector.loss) < 1e-12 && found.slack >= found.loss - 1e-12, `at ${angle}`);
  }
  // The exact steps of the core begin where lists change.
  const view = run.training.angle_view(run.iterations, { features: [0, 1], origin: [0, 0], x: [1, 0], y: [0, 1] }, turn.length);
  assert.ok(view.is_exact);
  for (const angle of view.angles.slice(1)) assert.ok(turn.sectors.some(({ from }) => Math.abs(wrapped(from) - angle) < 1e-9), `${angle}`);
  const stairs = stairsOf(turn);
  assert.deepEqual([stairs[0][0], stairs.at(-1)?.[0]], [-Math.PI, Math.PI]);
  run.end();
});

test('a trail grows to both sides by the shorter way, and past ±180°', () => {
  let trail = turnedTo(trailAt(0), 1);
  assert.deepEqual([trail.angle, trail.low, trail.high], [1, 0, 1]);
  trail = turnedTo(trail, -0.5);
  assert.deepEqual([trail.low, trail.high], [-0.5, 1]);
  const across = turnedTo(trailAt(3), -3);
  assert.ok(across.angle > 3 && across.angle < 4);
  const parts = metParts(across);
  assert.equal(parts.length, 2);
  assert.ok(Math.abs(parts[0][0] + Math.PI) < 1e-12 && Math.abs(parts[0][1] + 3) < 1e-12, `${parts}`);
  assert.deepEqual(metParts({ angle: 0, low: -4, high: 4 }), [[-Math.PI, Math.PI]]);
});

test('an arc is met if some direction of it is', () => {
  const trail = { angle: 0, low: -0.5, high: 1 };
  assert.deepEqual([[0.9, 2], [-2, -0.4], [0, 0.1], [1.1, 2], [FULL - 1, FULL - 0.4], [FULL - 2, FULL - 0.6]].map(([from, to]) => isMet(trail, { from, to })), [true, true, true, false, true, false]);
});

test('a part with a question mark is hidden until the reveal', () => {
  const show = ['rim', 'slack?'];
  const of = (/** @type {boolean} */ revealed) => ['rim', 'slack', 'count'].map((part) => presenceOf({ show, revealed }, part));
  assert.deepEqual(of(false), ['shown', 'asked', 'absent']);
  assert.deepEqual(of(true), ['shown', 'shown', 'absent']);
});

test('features have the names of the comment', () => {
  const namesOf = (/** @type {string[]} */ of) => {
    const run = trainSmall(of, settings);
    try {
      return featureNames(run);
    } finally {
      run.end();
    }
  };
  assert.deepEqual(namesOf(lines), ['words', 'links']);
  assert.deepEqual(namesOf(lines.filter((/** @type {string} */ line) => !line.startsWith('#'))), ['feature 1', 'feature 2']);
});

test('lessons get the figures of the pictures that have some', async () => {
  const figures = await pictureFigures(lesson.steps[0], lines, settings);
  assert.equal(figures?.['turn.lists'], 16);
  const bars = JSON.parse(JSON.stringify(lesson));
  Object.assign(bars.steps[0], { picture: 'bars', arrow: [0.5, 0.9] });
  const stretched = await pictureFigures(bars.steps[0], lines, settings);
  assert.ok(stretched && stretched['stretch.loss_change'] < 1e-12 && stretched['stretch.slack_change'] > 0.1 && stretched['stretch.least_room'] > -1e-12);
  bars.steps[0].picture = 'order';
  assert.equal(await pictureFigures(bars.steps[0], lines, settings), null);
});
