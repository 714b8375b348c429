// The gain picture: titles are moved by pointer and keys, their blocks take the widths of the ranks, and the numbers are
// those of the core. What is asked about is hidden until the answer.

import assert from 'node:assert/strict';
import { near, number, textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const there = (page) => page.locator('.lesson[data-phase=there]').waitFor();
/** @param {Page} page */
const rows = (page) => page.getByRole('group', { name: 'Your list' }).getByRole('slider');
/** @param {Page} page */
const names = (page) => rows(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
/** The widths of the blocks of a rank. @param {Page} page @param {number} rank from 0 */
const widths = (page, rank) => page.locator('.gain-blocks').nth(rank).locator('.gain-block:not(.vacant)').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
/** @param {Page} page @param {number} answer */
async function reveal(page, answer) {
  await page.getByRole('radio').nth(answer).check();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No)\./.test(text), 'the reveal');
}
/** The length of a bar, as a share of its lane. @param {Page} page @param {string} lane */
const barOf = (page, lane) => page.locator(`[data-lane="${lane}"]`).evaluate((track) => {
  const bar = /** @type {HTMLElement} */ (track.querySelector('.gain-bar'));
  return [bar.style.getPropertyValue('--from'), bar.style.getPropertyValue('--to')];
});

pageTest('titles are moved by pointer and keys, and their blocks take the width of the rank', { everyday: true, reducedMotion: 'reduce', address: '#v=1&lesson=what-is-a-ranking&step=2' }, async ({ page }) => {
  await there(page);
  const spoken = page.locator('.stage-picture > p[aria-live]');
  const before = await names(page);
  assert.equal(before[0], 'How to brew green tea');
  const first = await widths(page, 0);
  assert.equal(first.length, 3, 'a page of grade 2 has three blocks');
  near((await widths(page, 1))[0] / first[0], 1 / Math.log2(3), 0.02, 'the discount of rank 2');
  // By keys: the first title goes down by one rank, and keeps the focus.
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await names(page), [before[1], before[0], ...before.slice(2)]);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-valuetext')), 'rank 2 of 5, grade 2');
  near((await widths(page, 1))[0] / (await widths(page, 0))[0], 1 / Math.log2(3), 0.02, 'the blocks went with the title');
  await until(() => textOf(spoken), (text) => text === 'How to brew green tea at rank 2; the row of blocks is shorter.', 'the result is said, without a number');
  // By pointer: the title goes to the end, and the lesson stays on its step.
  const [from, to] = [await rows(page).nth(1).boundingBox(), await rows(page).nth(4).boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 80, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(to.x + 80, to.y + 12, { steps: 8 });
  assert.equal((await names(page))[4], before[0], 'the list follows the pointer');
  await page.mouse.up();
  await until(() => textOf(spoken), (text) => /^How to brew green tea at rank 5;/.test(text), 'the result is said');
  await rows(page).nth(4).focus();
  await page.keyboard.press('Home');
  assert.deepEqual(await names(page), before);
  assert.match(page.url(), /step=2$/, 'the arrow keys belong to the row');
});

pageTest('what the swaps cost is hidden until the answer, and is then the core’s number', { reducedMotion: 'reduce', address: '#v=1&lesson=what-is-a-ranking&step=2' }, async ({ page }) => {
  await there(page);
  const picture = page.getByRole('region', { name: 'Gain and discount' });
  assert.doesNotMatch(await textOf(picture), /\d\.\d/, 'no value is on the picture');
  assert.deepEqual([await barOf(page, 'A'), await barOf(page, 'B')], [['0', '0'], ['0', '0']], 'nor a length');
  await reveal(page, 1);
  const told = (await page.locator('.lesson-reveal .figure').allInnerTexts()).map(number);
  const shown = (await page.locator('.gain-lanes .gain-number').allInnerTexts()).map((text) => -number(text.replace(/\s/g, '')));
  assert.deepEqual(shown, told, 'the picture and the text have the same numbers');
  assert.ok(shown[0] > 5 * shown[1], `A costs far more: ${shown}`);
  // A swap by hand costs what the picture says.
  const share = async () => number(/(\d+) % of the way/.exec(await page.locator('.gain-all').getAttribute('aria-label') ?? '')?.[1] ?? '');
  const before = await share();
  await rows(page).first().focus();
  await page.keyboard.press('ArrowDown');
  near(before - await share(), 100 * shown[0], 1, 'the swap by hand');
});

pageTest('the loss and AUC come with the answer, and AP comes last', { reducedMotion: 'reduce', address: '#v=1&lesson=what-is-a-ranking&step=3' }, async ({ page }) => {
  await there(page);
  const lower = page.locator('.gain-lower');
  assert.doesNotMatch(await textOf(lower), /\d/);
  await reveal(page, 1);
  const [ndcg, loss] = (await lower.locator('.gain-number').allInnerTexts()).map(number);
  near(ndcg + loss, 1, 1e-9, 'NDCG and the loss');
  assert.deepEqual((await page.locator('.lesson-reveal .figure').allInnerTexts()).map(number), [ndcg, loss]);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await there(page);
  await until(() => page.locator('.gain-lanes .gain-label').allInnerTexts(), (labels) => labels.join() === 'AUC', 'another lane');
  assert.deepEqual(await page.locator('.gain-lanes .gain-number').allInnerTexts(), ['']);
  await page.getByRole('spinbutton').fill('50');
  await page.getByRole('button', { name: 'Reveal' }).click();
  await until(() => page.locator('.gain-lanes .gain-number').allInnerTexts(), (numbers) => numbers.join() === '0.500', 'AUC');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await there(page);
  await until(() => page.locator('.gain-lanes').innerText(), (text) => text.split(/\s+/).join() === 'AUC,1.000,AP,1.000', 'AP beside it');
});

for (const [width, height] of [[1280, 720], [390, 844]]) {
  pageTest(`the gain picture fits ${width} × ${height}, in forced colours, too`, { width, height, forcedColors: 'active', address: '#v=1&lesson=what-is-a-ranking&step=2' }, async ({ page }) => {
    await there(page);
    const region = await page.locator('.stage-picture').boundingBox();
    for (const part of ['.gain-list', '.gain-lower']) {
      const box = await page.locator(part).boundingBox();
      assert.ok(region && box && box.x >= region.x && box.y + box.height <= region.y + region.height && box.x + box.width <= region.x + region.width, `${part}: ${JSON.stringify([box, region])}`);
    }
    const sizes = await page.locator('.gain').evaluate((one) => [...one.querySelectorAll('*')].filter((part) => part.checkVisibility() && [...part.childNodes].some((node) => node.nodeType === 3)).map((part) => Number.parseFloat(getComputedStyle(part).fontSize)));
    assert.ok(Math.min(...sizes) >= 14, `no text below 14 px: ${sizes}`);
  });
}
