// First sight without its pictures: angles, guesses, the words of each phase, and when the visitor goes on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIRST_SIGHT, angleOf, between, character, headline, keyedAngle, keyedGuess, meterText, mixture, orderOf, rankText,
  weightsAt } from '../../../../www/features/run/start/sight-state.js';
import { alongLine, labelPlaces } from '../../../../www/features/run/start/label-places.js';
import { leavesStart, reduceStart, showsStart } from '../../../../www/features/run/start/start-state.js';

/** @param {number} here @param {number} elsewhere @returns {import('../../../../www/features/run/start/kitchen.js').Worth} */
const worth = (here, elsewhere) => ({ here, elsewhere, ranks: [[1, 1]], others: [{ search: 'soup', ndcg: 0.9 }, { search: 'bread', ndcg: 0.5 }] });

test('an angle runs clockwise from the second feature, and comes back from its w', () => {
  assert.deepEqual(weightsAt(0), [0, 1]);
  for (let angle = 0; angle < 360; angle += 7) assert.ok(Math.abs(angleOf(weightsAt(angle)) - angle) < 1e-9, `${angle}°`);
  assert.equal(keyedAngle('ArrowRight', false, 0), 3);
  assert.equal(keyedAngle('ArrowLeft', true, 0), 359);
  assert.equal(keyedAngle('Home', false, 74), 0);
  assert.equal(keyedAngle('a', false, 74), null);
});

test('the arrow turns to the learned w on the shorter way', () => {
  assert.equal(between(350, 10, 0.5), 0);
  assert.equal(between(10, 350, 0.25), 5);
  assert.equal(between(150, 74, 1), 74);
});

test('a guess stays between 0 and 1 and has two decimals', () => {
  assert.equal(keyedGuess('ArrowRight', 0.56), 0.57);
  assert.equal(keyedGuess('PageUp', 0.95), 1);
  assert.equal(keyedGuess('PageDown', 0.05), 0);
  assert.equal(keyedGuess('Enter', 0.5), null);
});

test('the order follows the ranks, and ties keep the order of the file', () => {
  assert.deepEqual(orderOf([[3, 3], [1, 2], [1, 2]]), [1, 2, 0]);
  assert.deepEqual([[3, 3], [1, 2]].map((ranks) => rankText(/** @type {[number, number]} */ (ranks))), ['3', '1–2']);
});

test('the words say what the arrow rewards', () => {
  assert.equal(character([0, 1]), 'This arrow rewards what many saved, and looks at little else.');
  assert.equal(character([1, -2]), 'This arrow rewards text about the search and punishes what many saved.');
  assert.equal(character([-1, -1]), 'This arrow punishes text about the search and what many saved.');
  assert.equal(mixture([1.2, 0.34]), 'mostly text, a little popularity');
  assert.equal(mixture([1, -0.05]), 'almost only text');
});

test('the headline judges the arrow by both numbers, and only after the truth is told', () => {
  const lines = (/** @type {number} */ here, /** @type {number} */ elsewhere) => headline({ ...FIRST_SIGHT, phase: 'truth' }, worth(here, elsewhere)).lines.join(' ');
  assert.equal(lines(1, 0.7), 'Perfect here. Not everywhere.');
  assert.equal(lines(0.9, 0.7), 'Better here than elsewhere.');
  assert.equal(lines(0.5, 0.6), 'Better elsewhere than here.');
  assert.equal(lines(1, 0.99), 'About as good elsewhere as here.');
  const before = [headline(FIRST_SIGHT, worth(1, 0.712)), meterText(FIRST_SIGHT, worth(1, 0.712), null)];
  assert.ok(!JSON.stringify(before).includes('0.712'), 'the truth is nowhere before it is asked for');
});

test('the text beside the meter has the numbers of each phase', () => {
  const truth = meterText({ ...FIRST_SIGHT, phase: 'truth', guess: 0.95 }, worth(1, 0.7), null);
  assert.deepEqual(truth, { bold: '1.000 here, 0.700 on the other five.', text: 'You guessed 0.95. From 0.500 for bread to 0.900 for soup.' });
  const learned = meterText({ ...FIRST_SIGHT, phase: 'learned' }, worth(1, 0.7), worth(0.98, 0.99));
  assert.deepEqual(learned, { bold: 'From 0.700 to 0.990 on the five.', text: 'Training was allowed to learn from them. Here 1.000 becomes 0.980.' });
  assert.match(meterText({ ...FIRST_SIGHT, phase: 'learned' }, worth(0.98, 0.7), worth(0.98, 0.99)).text, /Here it stays at 0\.980\.$/);
});

test('names stand clear of dots, of each other and of the arrow, within the picture', () => {
  const dots = [{ x: 60, y: 60, width: 100 }, { x: 100, y: 64, width: 100 }, { x: 380, y: 200, width: 100 }];
  const arrow = alongLine({ x: 200, y: 0 }, { x: 200, y: 300 });
  const boxes = labelPlaces(dots, 400, 300, arrow).map(({ x, y }) => [x, y - 15, x + 100, y + 5]);
  const others = [...boxes, ...dots.map(({ x, y }) => [x - 16, y - 16, x + 16, y + 16])];
  for (const [at, box] of boxes.entries()) {
    assert.ok(box[0] >= 0 && box[2] <= 400, `name ${at} is within the picture`);
    for (const other of others) {
      if (other === box) continue;
      const apart = box[2] <= other[0] || other[2] <= box[0] || box[3] <= other[1] || other[3] <= box[1];
      assert.ok(apart, `name ${at} at ${box} covers ${other}`);
    }
  }
});

test('a visitor goes on by a lesson, a mode, a link or other data, and comes back by the name of the page', () => {
  for (const type of ['load', 'lessons/open', 'links/open']) assert.ok(leavesStart({ type }), type);
  assert.ok(leavesStart({ type: 'panel', open: true }));
  for (const action of [{ type: 'panel', open: false }, { type: 'theme' }, { type: 'loaded' }, { type: 'train' }, { type: 'step' }]) {
    assert.ok(!leavesStart(action), action.type);
  }
  const closed = reduceStart({ closed: false }, { type: 'start/close' });
  assert.deepEqual(reduceStart(closed, { type: 'start/open' }), { closed: false });
  assert.equal(reduceStart(closed, { type: 'start/close' }), closed);
  const lessons = /** @type {any} */ ({ open: null });
  assert.ok(showsStart({ start: { closed: false }, lessons }));
  assert.ok(!showsStart({ start: { closed: false }, lessons: { ...lessons, open: {} } }));
});
