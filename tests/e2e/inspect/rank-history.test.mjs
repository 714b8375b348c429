// Ranks over time: the numbers of the core, an iteration and a document chosen from the chart, the keyboard, and a method without
// planes.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import axe from 'axe-core';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { LetorReader, Training, catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, openSettings, overflowing, ready, records, textOf, train, until, upload } from '../support/page.mjs';
import { openPanel } from '../support/states.mjs';

/** @typedef {import('playwright-core').Page} Page */

const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));
const text = letor({ seed: 5, features: 3, noise: 0.3 });

/** @param {Page} page */
function panel(page) {
  const region = page.getByRole('region', { name: 'Ranks over time', exact: true }).first();
  return { region, model: region.getByRole('region', { name: 'Model' }), violator: region.getByRole('region', { name: 'Violator ŷ' }),
    slider: region.getByRole('slider', { name: /^Show ranks at/ }), follow: region.getByLabel('Follow', { exact: true }),
    table: region.getByRole('table', { name: /^Rank by the model/ }), picture: region.getByRole('region', { name: 'Model' }).getByRole('img') };
}

/** @param {Page} page */
async function drawn(page) {
  await openPanel(page, 'ranks');
  await complete(page);
}

/** @param {Page} page */
async function complete(page) {
  await panel(page).picture.waitFor();
  await until(() => textOf(panel(page).region), (seen) => !/Computing|computed …/.test(seen), 'all iterations are there');
}

pageTest('ranks over time are those of the core, and lead to iterations and documents', { everyday: true }, async ({ page }) => {
  await module();
  await ready(page);
  await upload(page, file('three.txt', text));
  await fullSpeed(page);
  const { iterations: last } = await train(page);
  await drawn(page);
  const { region, model, violator, slider, table, picture } = panel(page);
  const reader = new LetorReader();
  reader.push(Buffer.from(text));
  const training = new Training(reader.finish(), catalog().defaults);
  while (training.advance(100_000).state !== 'stopped');
  const id = /query (\S+) ·/.exec(await textOf(controls(page).inspector))?.[1];
  const query = training.queries(last).find((row) => row.id === id)?.query ?? -1;
  await region.getByText('Ranks as a table').click();
  const rows = await records(table);
  const shown = rows.map((row) => Number(row.iteration));
  assert.equal(shown.at(-1), last);
  const history = training.rank_history(query, Uint32Array.from(shown));
  rows.forEach((row, place) => {
    const { model: ranks, violator: worst } = history[place];
    const cells = Object.values(row).slice(1).map((cell) => cell.replace(/\s/g, '')).sort();
    const pairs = ranks.map((rank, document) => `${rank + 1}/${(worst?.[document] ?? -1) + 1}`).sort();
    assert.ok(cells.every((cell) => pairs.includes(cell)), `iteration ${row.iteration}: ${cells.join(' ')} of ${pairs.join(' ')}`);
  });

  // A press on the chart, half way.
  const box = await picture.boundingBox();
  assert.ok(box);
  await picture.click({ position: { x: 32, y: box.height - 6 } });
  await until(() => controls(page).slider.inputValue(), (value) => value === '0', 'a press on the left goes to iteration 0');
  // The keyboard.
  await slider.focus();
  await page.keyboard.press('End');
  await until(() => controls(page).slider.inputValue(), (value) => value === String(last), 'End goes to the newest iteration');
  await page.keyboard.press('ArrowLeft');
  await until(() => controls(page).slider.inputValue(), (value) => value === String(shown.at(-2)), 'the slider goes to the one before');
  assert.equal(await slider.getAttribute('aria-valuetext'), `iteration ${shown.at(-2)}`);
  await table.getByRole('button', { name: 'Go to iteration 1', exact: true }).click();
  await until(() => controls(page).slider.inputValue(), (value) => value === '1', 'so does the table');

  // A document is followed in both charts.
  const first = model.getByRole('button').first();
  await first.focus();
  await page.keyboard.press('Enter');
  assert.equal(await model.getByRole('button').first().getAttribute('aria-pressed'), 'true');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed')), 'true', 'the button keeps the focus');
  assert.match(await textOf(region), /: rank \d+ at iteration 0, rank 1 at iteration \d+; there the violator has it at rank \d+\./);
  assert.equal(await model.locator('.line.shadow').count(), 1);
  await page.keyboard.press('Enter');
  assert.equal(await model.locator('.line.dim').count(), 0);
  await violator.getByRole('button').first().click();
  assert.equal(await violator.locator('.line.chosen').count(), 1);

  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => /** @type {any} */ (globalThis).axe.run('#ranks'));
  assert.deepEqual(found.violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join(' ')}`), []);
});

pageTest('a method without planes has the ranks of the model alone; another query begins anew', { width: 390 }, async ({ page }) => {
  await ready(page);
  await upload(page, file('three.txt', text));
  await openSettings(page);
  await page.getByLabel('Method', { exact: true }).selectOption('listnet');
  await fullSpeed(page);
  await controls(page).train.click();
  await until(() => controls(page).pause.isDisabled(), Boolean, 'the run ends', () => textOf(controls(page).status));
  await page.getByRole('tab', { name: 'Pulls', exact: true }).first().click();
  await page.locator('#ranks summary').first().click();
  await complete(page);
  const { region, violator, follow } = panel(page);
  assert.equal(await violator.count(), 0);
  assert.deepEqual(await overflowing(page), []);
  const label = await panel(page).picture.getAttribute('aria-label');
  await follow.selectOption({ index: 1 });
  assert.match(await textOf(region), /rank \d+ at iteration \d+\./);
  await page.getByRole('group', { name: 'Query', exact: true }).getByRole('button').last().click();
  await until(() => panel(page).picture.getAttribute('aria-label').catch(() => label), (now) => now !== label, 'the chart is that of the next query');
});
