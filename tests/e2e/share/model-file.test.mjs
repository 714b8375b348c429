// A model file chosen where data are chosen: it opens as a model, and its scores are explained feature by feature.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { at } from '../../../scripts/lib/project.mjs';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, near, number, ready, textOf, train, until, upload } from '../support/page.mjs';

const MODEL = JSON.stringify({
  format: 'rankscope-model', version: 4, settings: { method: 'regression' }, max_grade: 2, scaling: { kind: 'none' },
  features: 3, weights: [3, -2, 1], names: ['<b>title</b>', 'body'],
});
const NETWORK = JSON.stringify({
  format: 'rankscope-model', version: 2, settings: { method: 'ranknet' }, max_grade: 2, scaling: { kind: 'none' }, features: 3,
  scorer: { kind: 'network', hidden: [{ weights: [1, 0, 1], bias: 0 }], output: [1] },
});

pageTest('a model chosen as data opens as a model, and its scores are the sums of their parts', { everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('mine.txt', letor({ seed: 4, features: 3 })));
  await train(page);
  await controls(page).letor.setInputFiles(file('model.txt', MODEL));
  const panel = page.getByRole('region', { name: 'Model of a file' });
  const table = panel.getByRole('table', { name: 'Contributions feature by feature' });
  await table.waitFor();
  assert.match(await textOf(panel), /model\.txt/);
  assert.ok(await panel.evaluate((element) => element.getBoundingClientRect().top < innerHeight), 'it is in view');
  assert.match(await textOf(page.locator('header')), /mine\.txt · /, 'the data stay');

  /** Rows of name, w, w·x and w·x, and the scores of the first two documents of the ranking. */
  const rows = () => table.evaluate((element) => [...(/** @type {HTMLTableElement} */ (element)).querySelectorAll('tbody tr, tfoot tr')].map((row) => [0, 3, 5, 7].map((at) => (/** @type {HTMLTableRowElement} */ (row)).cells[at].innerText.trim())));
  const check = async () => {
    const all = await rows();
    const parts = all.slice(0, -1);
    for (const at of [2, 3]) near(parts.reduce((sum, row) => sum + number(row[at]), 0), number(all.at(-1)?.[at]), 0.002, 'the parts add up');
    return all;
  };
  const all = await check();
  assert.deepEqual(all.map(([name]) => name.replace(/^\d+\s*/, '')).sort(), ['<b>title</b>', 'body', 'feature 3', 'score']);
  assert.deepEqual(all.slice(0, -1).map((row) => number(row[1])).sort(), [-2, 1, 3].sort());
  const ranking = panel.getByRole('table', { name: /^Ranking of query / });
  near(number(await ranking.locator('tbody tr').first().locator('td').nth(2).innerText()), number(all.at(-1)?.[2]), 0.001, 'the first of the ranking');

  await panel.getByRole('button', { name: 'Swap' }).click();
  await until(rows, (now) => now.at(-1)?.[3] === all.at(-1)?.[2], 'the documents change places');
  await panel.getByLabel('Compared with').selectOption({ index: 20 });
  await until(rows, (now) => now.at(-1)?.[3] !== all.at(-1)?.[2], 'another document, another score');
  await check();
  const before = await textOf(ranking);
  await panel.getByLabel('Query').selectOption({ index: 6 });
  await until(() => textOf(ranking), (text) => text !== before && text.includes('Ranking of query Q7'), 'another query is ranked');
  await until(rows, (now) => now.at(-1)?.[3] !== all.at(-1)?.[2], 'and explained');
  await check();

  await page.getByLabel('First run').selectOption({ label: 'model.txt' });
  await page.getByLabel('Second run').selectOption({ label: 'Run 1' });
  await page.getByRole('table', { name: 'Queries by difference' }).getByRole('row').nth(1).waitFor();

  await controls(page).letor.setInputFiles(file('net.json', NETWORK));
  await until(() => textOf(panel), (text) => text.includes('A difference is the Shapley value of the feature'), 'a network of three features is split exactly');
  assert.ok(await table.isVisible());
  await controls(page).letor.setInputFiles(file('broken.json', MODEL.slice(0, -9)));
  await until(() => textOf(panel), (text) => text.includes('broken.json was not opened.'), 'a broken file is refused with the reason');
});

pageTest('a model of LightGBM is joined by name, measured, and ranks beside the reference and the run', { width: 1440, height: 900 }, async ({ page }) => {
  const folder = at('tests', 'core', 'model', 'foreign', 'complete');
  await ready(page);
  await controls(page).letor.setInputFiles(join(folder, 'data.csv'));
  await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
  await until(() => textOf(page.locator('header')), (text) => text.includes('data.csv'), 'the table is loaded');
  await controls(page).letor.setInputFiles(join(folder, 'lightgbm.txt'));
  const panel = page.getByRole('region', { name: 'Model of a file' });
  await panel.getByRole('table', { name: /^Ranking of query / }).waitFor();
  assert.match(await textOf(panel), /lightgbm\.txt LightGBM, lambdarank, \d+ trees · 7 features/);
  await page.getByRole('tab', { name: 'Violator' }).click();
  const columns = page.locator('#inspector .columns .column h3');
  await until(() => columns.allInnerTexts(), (all) => all.length === 4, 'the model has a column');
  assert.deepEqual(await columns.allInnerTexts(), ['Reference y*', 'lightgbm.txt', 'Model', 'Violator ŷ']);
});
