// The picture of the two losses: the margin is slid with keys and pointer, its numbers are the core's, and what the question
// asks about is hidden before Reveal.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';
import { initSync } from '../../../www/wasm/rankscope.js';
import { pairLoss } from '../../../www/features/learn/lessons/pictures/losses/pair-loss.js';

initSync({ module: readFileSync(new URL('../../../www/wasm/rankscope_bg.wasm', import.meta.url)) });
const [hinge, logistic] = [pairLoss('hinge'), pairLoss('logistic')];

/** @param {import('playwright-core').Page} page @param {string} address @param {number} step */
async function open(page, address, step) {
  await page.goto('about:blank');
  await page.goto(`${address}#v=1&lesson=pairs&step=${step}`);
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const picture = page.getByRole('region', { name: 'Losses of a pair' });
  await picture.waitFor();
  return { lesson, picture, slider: picture.getByRole('slider', { name: 'Margin' }) };
}

/** @param {import('playwright-core').Locator} lesson @param {string} answer */
async function reveal(lesson, answer) {
  await lesson.getByRole('radio', { name: answer }).check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await lesson.getByText('✓ right').first().waitFor();
}

pageTest('the margin stops where the answer begins, and the pulls are slopes of the core’s losses', {}, async ({ page, address }) => {
  const { lesson, picture, slider } = await open(page, address, 2);
  const pulls = async () => (await picture.locator('.loss-bar + text').allTextContents()).map(Number);
  const expected = (/** @type {number} */ margin) => [hinge, logistic].map((loss) => Number(loss.pull(margin).toFixed(2)));
  assert.deepEqual(await pulls(), expected(0.4));
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await slider.getAttribute('aria-valuenow'), '0.45');
  assert.deepEqual(await pulls(), expected(0.45));
  await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (text) => /^Margin 0\.45: hinge pulls with 1\.00/.test(text),
    'the result is said');
  await page.keyboard.press('End');
  assert.equal(await slider.getAttribute('aria-valuenow'), '0.95');
  assert.deepEqual(await pulls(), expected(0.95));
  // The pointer stops there, too.
  const box = await slider.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 20, { steps: 4 });
  assert.equal(await slider.getAttribute('aria-valuenow'), '0.95');
  await page.mouse.move(box.x - 150, box.y + 20, { steps: 4 });
  await page.mouse.up();
  const moved = Number(await slider.getAttribute('aria-valuenow'));
  assert.ok(moved < 0, String(moved));
  assert.deepEqual(await pulls(), expected(moved));
  await reveal(lesson, 'Only the logistic loss');
  await until(() => slider.getAttribute('aria-valuenow'), (now) => now === '1.7', 'the handle goes behind 1');
  assert.deepEqual(await pulls(), expected(1.7));
  assert.equal((await pulls())[0], 0);
});

pageTest('half of the curve and one page’s pulls wait for Reveal', {}, async ({ page, address }) => {
  let { lesson, picture, slider } = await open(page, address, 1);
  assert.equal(await picture.locator('.hidden-box').count(), 1);
  await slider.press('End');
  assert.equal(await slider.getAttribute('aria-valuenow'), '0');
  await reveal(lesson, '0.5');
  await until(() => slider.getAttribute('aria-valuenow'), (now) => now === '0.5', 'the handle goes to the answer');
  assert.equal(await picture.locator('.hidden-box').count(), 0);
  ({ lesson, picture, slider } = await open(page, address, 3));
  assert.equal(await picture.locator('.hidden-box').count(), 1);
  await reveal(lesson, 'Nowhere');
  await until(() => picture.locator('.loss-rest').count(), (count) => count === 1, 'nothing pulls the middle page');
});

pageTest('the links of a trained search are its pairs, and C is slid', { width: 390, height: 844 }, async ({ page, address }) => {
  const { lesson, picture } = await open(page, address, 4);
  const price = picture.getByRole('slider', { name: 'C', exact: true });
  assert.equal(await price.getAttribute('aria-valuetext'), 'C is 100');
  assert.equal(await picture.locator('.trained.logistic .trained-link').count(), 15);
  assert.equal(await picture.locator('.trained.hinge').count(), 0);
  await price.press('ArrowLeft');
  assert.equal(await price.getAttribute('aria-valuetext'), 'C is 30');
  await lesson.getByRole('button', { name: 'Next' }).click();
  await reveal(lesson, 'Some, at the border');
  await price.press('End');
  await until(() => picture.locator('.trained.hinge .trained-link').count(), (count) => count === 2, 'two pairs still pull');
});
