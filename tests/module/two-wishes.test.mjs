// The mixtures of the picture of two wishes: what the core says of every list, and the lists that the losses pick.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { trainSmall } from '../../www/features/learn/lessons/figures/small-run.js';
import { LOSSES, crowdOf, mostDivided, regretOf, wishesRun } from '../../www/features/learn/lessons/pictures/two-wishes/wishes-run.js';
import { catalog, initSync } from '../../www/wasm/rankscope.js';

const { steps } = JSON.parse(await readFile(at('www', 'lessons', 'calibration.json'), 'utf8'));
const { data: lines } = steps[0].state;
/** @type {import('../../www/core/protocol.js').TrainingSettings} */
let settings;
before(async () => {
  initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
  settings = /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, c: 100, gap: 1e-6, scale: 'none', measures: ['dcg'] });
});

test('people, pages, grades and gains are read from the data', () => {
  const { wishes: [car, animal], people, firsts, pages } = crowdOf(lines);
  assert.deepEqual([people, firsts, pages], [11, 4, ['Shop', 'Wiki', 'Zoo']]);
  assert.deepEqual(car, { name: 'car', grades: [3, 1, 0], gains: [7, 1, 0], won: [2, 1, 0] });
  assert.deepEqual(animal, { name: 'animal', grades: [0, 1, 2], gains: [0, 1, 3], won: [0, 1, 2] });
  assert.throws(() => crowdOf(lines.slice(0, 3)), /two wishes/);
});

test('each loss sorts by its own sum, and regression on gains has no regret', () => {
  const run = wishesRun(crowdOf(lines), settings);
  for (let firsts = 0; firsts <= 11; firsts += 1) {
    const mixture = run.at(firsts);
    for (const { part } of LOSSES) {
      const { order } = mixture.lists[mixture.picks[part]];
      const sums = order.map((page) => mixture.sums[part][page]);
      assert.deepEqual(sums, sums.toSorted((a, b) => b - a), `${part} at ${firsts}`);
      assert.equal(new Set(sums).size, 3, `${part} at ${firsts} has no tie`);
      assert.ok(regretOf(mixture, part) >= 0);
    }
    assert.equal(regretOf(mixture, 'gain'), 0, `${firsts}`);
  }
  for (const firsts of [0, 1, 8, 9, 10, 11]) for (const { part } of LOSSES) assert.equal(regretOf(run.at(firsts), part), 0, `${part} at ${firsts}: nearly all agree`);
  assert.equal(mostDivided(run), 5, 'a bare majority');
});

test('the mean DCG of a list is what the core measures on all people', () => {
  const run = wishesRun(crowdOf(lines), settings);
  const { training, data, end } = trainSmall(lines, { ...settings, method: 'regression', targets: 'grade' });
  const [{ value }] = training.model().evaluate(data, ['dcg'], 'skip');
  const mixture = run.at(4);
  assert.ok(Math.abs(Number(value) - mixture.lists[mixture.picks.grade].dcg) < 1e-12);
  end();
});

test('DORM picks the same lists as RankSVM, as the lesson says', () => {
  const crowd = crowdOf(lines);
  const run = wishesRun(crowd, settings);
  for (let firsts = 0; firsts <= 11; firsts += 1) {
    const mixed = lines.map((/** @type {string} */ line, /** @type {number} */ at) => {
      const person = Math.floor(at / 3);
      const { name, grades } = crowd.wishes[person < firsts ? 0 : 1];
      return line.replace(/^\d+ qid:\S+/, `${grades[at % 3]} qid:${name}-${person + 1}`);
    });
    for (const measure of ['dcg', 'ndcg']) {
      const { training, end } = trainSmall(mixed, { ...settings, method: 'dorm', measure });
      const scores = training.model().weights();
      end();
      const { order } = run.at(firsts).lists[run.at(firsts).picks.pairs];
      assert.deepEqual([0, 1, 2].sort((a, b) => scores[b] - scores[a]), order, `${measure} at ${firsts}`);
    }
  }
});
