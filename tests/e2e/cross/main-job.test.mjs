// The main job with a user's file: load, train, read, move back.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { allQueries, chart, controls, fetchWeights, fullSpeed, goTo, inspect, legend, near, number, ready, rounding, tableOf, textOf, train, upload } from '../support/page.mjs';

const CHARTS = ['Objective', 'Slack and loss', 'NDCG@10'];
const own = file('own.txt', letor({ seed: 7 }));

/**
 * Returns the tables of all charts.
 * @param {import('playwright-core').Page} page
 */
async function tables(page) {
  const [objective, slack, measure] = [await tableOf(page, CHARTS[0]), await tableOf(page, CHARTS[1]), await tableOf(page, CHARTS[2])];
  return { objective, slack, measure };
}

pageTest('a LETOR file is trained to convergence, and status, tables and legends agree', { everyday: true }, async ({ page, requests }) => {
  await ready(page);
  const before = requests.length;
  await upload(page, own);
  assert.match(await textOf(controls(page).facts), /^own\.txt · 12 training queries · 300 documents · 6 features · grades 0–2$/, 'the facts of the file');
  await fullSpeed(page);
  const end = await train(page);
  assert.ok(end.gap <= 0.001, `converged to the gap asked for: ${end.gapShown} %`);
  assert.equal(await controls(page).slider.inputValue(), String(end.iterations), 'the slider stands at the newest iteration');
  assert.equal(await controls(page).slider.getAttribute('max'), String(end.iterations), 'the newest iteration is the end of the slider');

  const all = await tables(page);
  for (const [name, rows] of Object.entries(all)) {
    assert.deepEqual(rows.map(({ iteration }) => number(iteration)), Array.from({ length: end.iterations + 1 }, (_, at) => at), `the table ${name} has a row for every iteration`);
  }
  const last = all.objective[end.iterations];
  assert.equal(last.gap, `${end.gapShown} %`, 'the last row of the table has the gap of the status');
  const told = [await legend(page, CHARTS[0]), await legend(page, CHARTS[1]), await legend(page, CHARTS[2])];
  [all.objective, all.slack, all.measure].forEach((rows, at) => {
    const { iteration: _, ...values } = rows[end.iterations];
    assert.deepEqual(told[at], values, `the legend of ${CHARTS[at]} equals the last row of its table`);
  });
  for (const row of all.objective) {
    const [primal, dual] = [number(row['primal, best']), number(row.dual)];
    assert.ok(dual <= primal + rounding(row.dual) + rounding(row['primal, best']), `iteration ${row.iteration}: the dual ${row.dual} is not above the primal ${row['primal, best']}`);
    if (row.gap.startsWith('>')) {
      assert.ok(dual < 0, `iteration ${row.iteration}: a gap of more than 100 % is that of a dual below 0`);
      continue;
    }
    const tolerance = rounding(row.gap) / 100 + (rounding(row['primal, best']) * (1 + Math.abs(dual / primal)) + rounding(row.dual)) / primal;
    near((primal - dual) / primal, number(row.gap) / 100, tolerance, `iteration ${row.iteration}: (primal − dual) / primal is the gap`);
  }
  const values = all.measure.map(({ train: value }) => number(value));
  assert.ok(values[end.iterations] > values[0] + 0.05, `training raised NDCG@10 from ${values[0]} to ${values[end.iterations]}`);
  // Only code of the page is fetched: that which opens files, and the module of the runs that follow with their worker, which
  // asks for the bindings that it shares with the page.
  const code = /\/(later\/[\w-]+\.(js|css|wasm)|assets\/(start|worker|bindings)-[\w-]+\.js)$/;
  const asked = requests.slice(before).filter((address) => !code.test(address));
  assert.deepEqual(asked, [], 'nothing was asked of the network for the file of one’s own');
});

pageTest('everything follows the iteration slider', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  await fullSpeed(page);
  const end = await train(page);
  await fetchWeights(page);
  const { objective, slack, measure } = await tables(page);
  const c = Number(await page.getByRole('spinbutton', { name: 'C', exact: true }).inputValue());

  for (const iteration of [end.iterations, Math.floor(end.iterations / 2), 1, 0]) {
    await goTo(page, iteration);
    const rows = [objective, slack, measure].map((table) => table[iteration]);
    for (const [at, { iteration: _, ...values }] of rows.entries()) {
      assert.deepEqual(await legend(page, CHARTS[at]), values, `at iteration ${iteration} the legend of ${CHARTS[at]} shows that row`);
    }
    const queries = await allQueries(page);
    assert.equal(queries.length, 12, 'every query has a row');
    /** @param {string} key */
    const mean = (key) => queries.reduce((sum, row) => sum + number(row[key]), 0) / queries.length;
    near(mean('slack ξ'), number(slack[iteration]['slack ξ']), 0.0005 + rounding(slack[iteration]['slack ξ']), `at iteration ${iteration} the slacks of the queries average to the curve`);
    near(mean('Δ'), number(slack[iteration]['loss Δ']), 0.0005 + rounding(slack[iteration]['loss Δ']), `at iteration ${iteration} the losses of the queries average to the curve`);
    near(mean('NDCG'), number(measure[iteration].train), 0.0005 + rounding(measure[iteration].train), `at iteration ${iteration} the measure of the queries averages to the curve`);

    const { query, hinge } = await inspect(page);
    assert.equal(query, queries[0].query, `at iteration ${iteration} the inspector shows the query with the greatest slack`);
    assert.equal(hinge, queries[0]['slack ξ'], `at iteration ${iteration} H of the inspector is the slack of that query`);

    const about = await textOf(controls(page).weights);
    const norm = number(/‖w‖ (\S+)/.exec(about)?.[1]);
    const value = 0.5 * norm ** 2 + c * number(slack[iteration]['slack ξ']);
    const tolerance = norm * rounding(/‖w‖ (\S+)/.exec(about)?.[1] ?? '') + c * rounding(slack[iteration]['slack ξ']) + rounding(objective[iteration]['primal, best']);
    assert.ok(value >= number(objective[iteration]['primal, best']) - tolerance, `at iteration ${iteration} ½‖w‖² + C · mean ξ = ${value} is not below the best so far, ${objective[iteration]['primal, best']}`);
  }
  near(c * number(slack[0]['slack ξ']), number(objective[0]['primal, best']), c * rounding(slack[0]['slack ξ']) + rounding(objective[0]['primal, best']), 'at w = 0 the objective is C times the mean slack');
});

pageTest('pointing into a chart moves the iteration of the whole page', {}, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  await fullSpeed(page);
  const end = await train(page);
  const { canvas } = chart(page, 'Slack and loss');
  const box = await canvas.boundingBox();
  assert.ok(box, 'the chart is drawn');
  await page.mouse.click(box.x + box.width * 0.55, box.y + box.height / 2);
  const now = Number(await controls(page).slider.inputValue());
  assert.ok(now > 0.25 * end.iterations && now < 0.75 * end.iterations, `a press on the middle of the chart leads to an iteration in the middle: ${now} of ${end.iterations}`);
  const rows = await tableOf(page, 'Objective');
  assert.equal((await legend(page, 'Objective')).dual, rows[now].dual, 'the other charts follow');
});

pageTest('training twice with the same settings gives the same numbers', {}, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  await fullSpeed(page);
  const first = { end: await train(page), ...await tables(page) };
  const before = await inspect(page);
  await controls(page).reset.click();
  await ready(page);
  const second = { end: await train(page), ...await tables(page) };
  assert.deepEqual(second, first, 'the same status and the same tables');
  assert.deepEqual(await inspect(page), before, 'the same violator');
});

pageTest('validation and test files have their own curves', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  assert.deepEqual(Object.keys(await legend(page, 'NDCG@10')), ['train'], 'a file alone has no held-out curves');
  const { valid, test } = controls(page);
  await valid.setInputFiles(file('vali.txt', letor({ seed: 8, queries: 5, prefix: 'V' })));
  await ready(page, /\+ 5 validation ·/);
  await test.setInputFiles(file('test.txt', letor({ seed: 9, queries: 6, prefix: 'T' })));
  await ready(page, /\+ 5 validation \+ 6 test ·/);
  await fullSpeed(page);
  const end = await train(page);
  const told = await legend(page, 'NDCG@10');
  assert.deepEqual(Object.keys(told), ['train', 'validation', 'test'], 'the legend has all three');
  for (const [label, value] of Object.entries(told)) assert.ok(number(value) > 0 && number(value) <= 1, `${label} is a measure: ${value}`);
  assert.equal(new Set(Object.values(told)).size, 3, 'three different data sets give three different values');
  const { iteration: _, ...values } = (await tableOf(page, 'NDCG@10'))[end.iterations];
  assert.deepEqual(values, told, 'the table has them too');
});
