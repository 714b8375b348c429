// The run strip as one row on a low window: numbers, the iteration as the handle of the thin chart, and the way back to
// the charts.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, ready, textOf, train, until, upload } from '../support/page.mjs';

const low = { width: 1280, height: 720 };

/** @param {import('playwright-core').Page} page */
const parts = (page) => ({
  row: page.locator('.run-row'), chart: page.getByRole('region', { name: 'Objective' }),
  button: page.getByRole('button', { name: 'Charts', exact: true }), thin: page.locator('.thin-chart'),
});

pageTest('on a low window the strip is one row, and the iteration is the handle of its chart', { ...low, everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 3 })));
  await fullSpeed(page);
  const { iterations } = await train(page);
  const { row, chart, button, thin } = parts(page);
  const { slider } = controls(page);
  assert.equal(await button.getAttribute('aria-expanded'), 'false');
  assert.deepEqual([await row.isVisible(), await chart.isVisible(), await thin.isVisible()], [true, false, true]);
  assert.match(await textOf(row), new RegExp(`^iteration ${iterations} of ${iterations} objective [\\d.]+ gap [\\d.]+ % slack [\\d.]+ model’s loss [\\d.]+ NDCG@10 [\\d.]+$`));
  const strip = await page.locator('#strip').boundingBox();
  assert.ok(strip && strip.height <= 60, `one row: ${strip?.height}`);
  const before = await textOf(row);
  await slider.press('Home');
  await until(() => textOf(row), (text) => text.startsWith(`iteration 0 of ${iterations} `), 'the numbers follow the keys');
  assert.notEqual(await textOf(row), before);

  // The handle stands where its iteration stands in the chart.
  await slider.press('ArrowRight');
  const [track, box] = [await slider.boundingBox(), await thin.boundingBox()];
  if (!track || !box) throw new Error('the thin chart is drawn');
  await page.mouse.click(box.x + (box.width * 2) / iterations, box.y + box.height / 2);
  await until(() => slider.inputValue(), (value) => value === '2', 'a press in the chart sets the iteration');

  await button.click();
  await until(() => chart.isVisible(), Boolean, 'the charts unfold');
  assert.equal(await row.isVisible(), false);
  await page.reload();
  await until(() => button.getAttribute('aria-expanded'), (open) => open === 'true', 'the choice is kept');
});

pageTest('on a high window the charts are there until they are folded', {}, async ({ page }) => {
  await ready(page);
  await train(page);
  const { row, chart, button } = parts(page);
  assert.deepEqual([await row.isVisible(), await chart.isVisible()], [false, true]);
  await button.press('Enter');
  await until(() => row.isVisible(), Boolean, 'the charts fold');
  assert.equal(await button.evaluate((element) => element === document.activeElement), true, 'the focus stays');
  await page.setViewportSize({ width: 390, height: 844 });
  await until(() => row.isVisible(), (seen) => !seen, 'a phone keeps its charts');
});

pageTest('the tabs stay in one row from 1100 to 1440 pixels', {}, async ({ page }) => {
  await ready(page);
  await train(page);
  for (const width of [1100, 1180, 1181, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const tops = await page.getByRole('tablist', { name: 'Workspace' }).getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => Math.round(tab.getBoundingClientRect().top)));
    assert.deepEqual([...new Set(tops)].length, 1, `${width}: ${tops}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width}: the page does not scroll sideways`);
  }
});
