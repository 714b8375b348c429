// The picture of costs of positions: its sums are the core's costs, and a changed cell changes what the oracle puts.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { CostRun, costText, isNews, sumOf } from '../../www/features/learn/lessons/pictures/position-costs/cost-run.js';
import { levelsOf, searchesOf, sorted } from '../../www/features/learn/lessons/pictures/curves/rule-levels.js';
import { LetorReader, Training, catalog, initSync } from '../../www/wasm/rankscope.js';

const { steps } = JSON.parse(await readFile(at('www', 'lessons', 'costs.json'), 'utf8'));
/** @type {CostRun} */
let run;
before(async () => {
  initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
  const { cost, kind, c } = steps[0].state;
  const lines = (await readFile(at('www', 'samples', 'results-train.txt'), 'utf8')).split('\n').filter((line) => line.includes(' qid:39 '));
  const documents = lines.map((line) => ({ grade: Number(line[0]), comment: line.split('# ')[1] }));
  run = new CostRun(/** @type {any} */ (documents), /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, method: 'dorm-cost', cost, kind, c }));
});

const costOf = (/** @type {number[]} */ list) => list.map((document, rank) => run.table()[rank][run.columns[document]]);
const namesOf = (/** @type {number[]} */ list) => list.map((document) => run.documents[document].comment);

test('the search of the lesson has all kinds, and news is told from shops', () => {
  assert.deepEqual(run.names.map((name) => run.documents.filter(({ comment }) => comment === name).length), [1, 2, 2, 3]);
});

test('the cells of the two lists differ by what the core says, and so do the printed sums', () => {
  const { cheapest, dearest, loss } = run.answer();
  const exact = [dearest, cheapest].map((list) => costOf(list).reduce((sum, cost) => sum + cost, 0));
  assert.ok(Math.abs(exact[0] - exact[1] - loss) < 1e-9);
  assert.ok(Math.abs(sumOf(costOf(dearest)) - sumOf(costOf(cheapest)) - loss) < 0.01);
  assert.equal(namesOf(cheapest)[0], 'useful news');
  assert.deepEqual(namesOf(dearest).map((name) => name.split(' ')[0]), ['weak', 'weak', 'weak', 'weak', 'weak', 'useful', 'useful', 'useful']);
  assert.equal(namesOf(dearest)[0], 'weak shop');
});

test('a changed cell changes the oracle’s list at once', () => {
  const [rank, column] = [1, run.names.indexOf('useful shop')];
  const old = run.table()[rank][column];
  run.put(rank, column, 2);
  assert.equal(namesOf(run.answer().dearest)[rank], 'useful shop');
  run.put(rank, column, old);
  assert.notEqual(namesOf(run.answer().dearest)[rank], 'useful shop');
});

test('costs have at most two decimals', () => {
  assert.deepEqual([-1, -0.6309, 0, 0.004, -0.004, 1.5].map(costText), ['−1', '−0.63', '0', '0', '0', '1.50']);
});

/** @param {string} part of the sample */
const textOf = (part) => readFile(at('www', 'samples', `results-${part}.txt`), 'utf8');

/** @param {string} text */
function dataOf(text) {
  const reader = new LetorReader();
  reader.push(new TextEncoder().encode(text));
  return reader.finish();
}

test('after the sort for NDCG, the rule costs less than training with the cost, as the lesson says', async () => {
  const { cost, kind, measure, measures, c } = steps[0].state;
  const settings = /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, method: 'dorm', cost, kind, measure, measures, c, scale: 'none', reference: 'aligned' });
  const tests = await textOf('test');
  const training = new Training(dataOf(await textOf('train')), settings);
  training.watch_test(dataOf(tests));
  /** @type {any[]} */
  const reports = [];
  for (let state = ''; state !== 'stopped';) {
    const progress = training.advance(1e6);
    ({ state } = progress);
    if (progress.state === 'stepped') reports.push(progress.report);
  }
  const w = training.weights(reports.length - 1);
  const lines = tests.split('\n');
  const own = levelsOf(lines, w, settings, false);
  const [ndcg, paid] = reports.at(-1).test.map((/** @type {any} */ { value }) => value);
  assert.ok(Math.abs(own.shares - ndcg) < 1e-9 && Math.abs(own.cost - paid) < 1e-9, 'without the rule, the values of the core');
  const ruled = levelsOf(lines, w, settings, true);
  const { reveal } = steps[4].question;
  assert.ok(reveal.includes(ruled.cost.toFixed(4)) && reveal.includes(ruled.shares.toFixed(3)), JSON.stringify(ruled));
});

test('trained with the cost, some test lists still begin with a shop, as the lesson says', async () => {
  const { cost, kind, measure, measures, c, method } = steps[0].state;
  const settings = /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, method, cost, kind, measure, measures, c, scale: 'none', reference: 'aligned' });
  const training = new Training(dataOf(await textOf('train')), settings);
  let count = 0;
  for (let state = ''; state !== 'stopped';) {
    ({ state } = training.advance(1e6));
    if (state === 'stepped') count += 1;
  }
  const w = training.weights(count - 1);
  const searches = searchesOf((await textOf('test')).split('\n'));
  const shops = searches.filter((pages) => !isNews(pages[sorted(pages, w)[0]].comment)).length;
  assert.ok(steps[4].text.includes(`${shops} of the ${searches.length} test lists`), `${shops} of ${searches.length}`);
});
