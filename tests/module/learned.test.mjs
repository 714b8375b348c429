// What models learn from clicks of the made shop: the worker simulates it, and lessons look the figures up.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { endThreads } from './support/page-globals.mjs';
import { start } from '../../www/core/core.js';
import { SESSIONS } from '../../www/lib/click-shop.js';
import { clickRun, endClickRuns } from '../../www/features/learn/lessons/figures/click-runs.js';
import { GENTLE, STEEP, learnedFigures } from '../../www/features/learn/lessons/figures/learned.js';
import { valueOfSum } from '../../www/features/learn/lessons/text.js';

before(start);
after(endThreads);

/** Figures that are there. @param {string} part */
async function figuresOf(part) {
  const figures = await learnedFigures([part]);
  assert.ok(figures);
  return (/** @type {string} */ place) => {
    assert.ok(place in figures, place);
    return figures[place];
  };
}

test('a simulation has every number of sessions, and is computed once', async () => {
  const run = clickRun(GENTLE);
  assert.equal(clickRun({ ...GENTLE }), run);
  const { grounds, points } = await run ?? assert.fail('it was dropped');
  assert.deepEqual(points.map(({ sessions }) => sessions), SESSIONS);
  assert.deepEqual(grounds.features, ['match', 'price', 'dust', 'popular']);
});

test('counting copies the order that was shown, and more sessions do not help; division does', async () => {
  const figure = await figuresOf('sessions?');
  const shares = [1, 2, 3, 4].map((feature) => figure(`learned.share/naive/1000/${feature}`));
  assert.ok(Math.abs(shares.reduce((sum, one) => sum + one, 0) - 1) < 1e-9);
  assert.ok(shares[3] > 3 * figure('learned.share/full/1000/4'));
  assert.ok(Math.abs(figure('learned.ndcg/naive/1000') - figure('learned.ndcg/naive/1000000')) < 0.005);
  assert.ok(figure('learned.ndcg/full/1000') - figure('learned.ndcg/naive/1000000') > 0.03);
  assert.ok(Math.abs(figure('learned.ndcg/divided/1000') - figure('learned.ndcg/full/1000')) < 0.005);
  for (const sessions of SESSIONS) {
    const [low, mean, high] = ['low', 'ndcg', 'high'].map((name) => figure(`learned.${name}/divided/${sessions}`));
    assert.ok(low <= mean && mean <= high, `${sessions}`);
  }
});

test('division has its price with steep eyes and few sessions; wrong chances do harm for ever', async () => {
  const figure = await figuresOf('steep?');
  assert.ok(figure('learned.ndcg/divided/100') < figure('learned.ndcg/naive/100') - 0.01);
  assert.ok(figure('learned.ndcg/clipped/100') > figure('learned.ndcg/divided/100'));
  for (const sessions of SESSIONS.filter((one) => one >= 500)) {
    assert.ok(figure(`learned.ndcg/divided/${sessions}`) > figure(`learned.ndcg/naive/${sessions}`) + 0.01, `${sessions}`);
  }
  for (const sessions of SESSIONS.slice(1)) {
    assert.ok(figure(`learned.ndcg/wrong/${sessions}`) < figure(`learned.ndcg/naive-of-wrong/${sessions}`), `${sessions}`);
  }
});

test('an expression names the model, the sessions and the feature', () => {
  const now = /** @type {any} */ ({ picture: { 'learned.ndcg/naive/100': 0.5, 'learned.share/full/1000/4': 0.1 } });
  assert.equal(valueOfSum({ value: 'learned.ndcg', of: 'naive', at: 100 }, { now }), 0.5);
  assert.equal(valueOfSum({ value: 'learned.share', of: 'full', at: 1000, feature: 4 }, { now }), 0.1);
  assert.equal(valueOfSum({ value: 'learned.ndcg', of: 'full', at: 100 }, { now }), null);
});

test('what is not wanted any more is dropped, and can be asked for again', async () => {
  const [first, second] = [{ ...STEEP, noise: 0.2 }, { ...STEEP, noise: 0.3 }];
  const dropped = [clickRun(first), clickRun(second)];
  endClickRuns();
  assert.deepEqual(await Promise.all(dropped), [null, null]);
  assert.equal((await clickRun(second))?.points.length, SESSIONS.length);
});

test('a simulation that cannot be made says why, and does not hinder the next one', async () => {
  const wrong = clickRun({ ...GENTLE, logger: 'feature:nothing' });
  const next = clickRun({ ...GENTLE, noise: 0.2 });
  await assert.rejects(wrong, /nothing/);
  assert.equal((await next)?.points.length, SESSIONS.length);
});
