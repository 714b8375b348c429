// The picture of lesson 27: results light the cells of T that they pay, the dearest list is hidden until the answer, and a
// changed cell changes what the oracle puts.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const there = async (page) => {
  await page.locator('.lesson[data-phase=there]').waitFor();
  await page.locator('.position-costs .heat-cell').first().waitFor();
};
/** @param {Page} page */
const total = (page) => textOf(page.locator('.cost-total'));
/** @param {string} text */
const cents = (text) => Math.round(100 * Number(text.replace('−', '-')));
/** @param {Page} page @param {string} parts */
const sumOf = async (page, parts) => (await page.locator(parts).allInnerTexts()).map(cents).reduce((sum, one) => sum + one, 0);
/** @param {Page} page @param {number} answer */
async function reveal(page, answer) {
  await page.getByRole('radio').nth(answer).check();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No)\./.test(text), 'the reveal');
}

pageTest('a result lights the cell that it pays, and the sum waits for the answer', { reducedMotion: 'reduce', address: '#v=1&lesson=costs&step=1' }, async ({ page }) => {
  await there(page);
  assert.equal(await total(page), '?');
  assert.equal(await page.locator('.heat-cell.lit').count(), 8, 'one cell of each rank');
  await page.getByRole('slider', { name: 'useful news' }).focus();
  await page.keyboard.press('End');
  await until(() => textOf(page.locator('.stage-picture > p[aria-live]')), (text) => text === 'useful news at rank 8 costs −0.32.', 'the result is said, and no sum');
  await reveal(page, 1);
  assert.match(await textOf(page.locator('.lesson-reveal')), /^Yes\./);
  await until(() => total(page), (text) => text === '−1.13', 'ranks 1 and 2 have changed places');
  assert.equal(await sumOf(page, '.heat-cell.lit'), -113, 'the printed parts add up');
  assert.match(await textOf(page.locator('.cost-caption')), /the list cost −2\.13/);
});

pageTest('the dearest list is the oracle’s, and comes with the answer', { reducedMotion: 'reduce', address: '#v=1&lesson=costs&step=2' }, async ({ page }) => {
  await there(page);
  const dearest = page.getByRole('region', { name: 'Costliest list' });
  assert.equal(await textOf(dearest.getByRole('list')), '');
  await page.getByRole('slider', { name: 'weak shop' }).first().focus();
  await page.keyboard.press('Home');
  await until(() => textOf(page.locator('.stage-picture > p[aria-live]')), (text) => /^weak shop at rank 1 costs 1, the list \S+\.$/.test(text), 'the sum is said');
  assert.equal(cents(await total(page)), await sumOf(page, '.heat-cell.lit'));
  await reveal(page, 2);
  assert.match(await textOf(page.locator('.lesson-reveal')), /^Yes\./);
  await until(() => dearest.locator('.stage-name').allInnerTexts(), (names) => names[0] === 'weak shop' && names.slice(5).every((name) => name.startsWith('useful')), 'weak shops first, useful results last');
  const sums = await Promise.all(['ours', 'theirs'].map((kind) => sumOf(page, `.priced.${kind} .priced-cost`)));
  assert.deepEqual((await page.locator('.priced .cost-sum b').allInnerTexts()).map(cents), sums, 'the printed parts add up');
  const told = await textOf(page.locator('.lesson-reveal .figure').first());
  assert.equal(((sums[1] - sums[0]) / 100).toFixed(1), told, 'the difference is the core’s loss');
});

pageTest('a cell is changed by keys and pointer, and the oracle’s lists follow', { reducedMotion: 'reduce', address: '#v=1&lesson=costs&step=6' }, async ({ page }) => {
  await there(page);
  const dearest = page.getByRole('region', { name: 'Costliest list' }).locator('.stage-name');
  assert.notEqual((await dearest.allInnerTexts())[1], 'useful shop');
  const cell = page.getByRole('slider', { name: 'Cost of a useful shop at rank 2' });
  await cell.focus();
  await page.keyboard.press('End');
  assert.equal(await cell.getAttribute('aria-valuetext'), '2');
  assert.equal((await dearest.allInnerTexts())[1], 'useful shop');
  await page.keyboard.press('ArrowLeft');
  const next = page.getByRole('slider', { name: 'Cost of a useful news result at rank 2' });
  assert.ok(await next.evaluate((one) => one === document.activeElement));
  const box = await page.getByRole('slider', { name: 'Cost of a weak shop at rank 1' }).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 20 + 200, { steps: 8 });
  await page.mouse.up();
  assert.equal(await page.locator('.heat-cell.chosen').getAttribute('aria-valuetext'), '−2');
  assert.equal((await page.getByRole('region', { name: 'Cheapest list' }).locator('.stage-name').allInnerTexts())[0], 'weak shop');
});
