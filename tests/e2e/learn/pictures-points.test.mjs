// The picture of single pages: a page is moved by keys and pointer, list and losses are the core's, and the list of the fit
// waits for Reveal.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';
import { initSync } from '../../../www/wasm/rankscope.js';
import { classLoss, fits, squaredLoss } from '../../../www/features/learn/lessons/pictures/points/point-loss.js';
import { VIEWS, seen } from '../../../www/features/learn/lessons/pictures/points/views.js';

initSync({ module: readFileSync(new URL('../../../www/wasm/rankscope_bg.wasm', import.meta.url)) });
const LESSON = JSON.parse(readFileSync(new URL('../../../www/lessons/pointwise.json', import.meta.url), 'utf8'));
const losses = { squared: squaredLoss(), classed: classLoss() };
const fitted = fits(LESSON.steps[0].state.data, 100);

/** @param {number} step from 1 @param {number} place @param {number} [exchange] */
function expected(step, place, exchange = 0) {
  const { mean, ndcg, ranking } = seen(VIEWS[step - 1], fitted, losses, place, exchange);
  return { mean: mean.toFixed(3), ndcg: ndcg.toFixed(3), list: ranking.map((page) => fitted.pages[page].title) };
}

/** @param {import('playwright-core').Page} page @param {string} address @param {number} step */
async function open(page, address, step) {
  await page.goto('about:blank');
  await page.goto(`${address}#v=1&lesson=pointwise&step=${step}`);
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const picture = page.getByRole('region', { name: 'Pages as points' });
  const slider = picture.getByRole('slider');
  await slider.waitFor();
  const numbers = async () => ({ mean: await picture.locator('.points-mean').textContent(), ndcg: await picture.locator('.points-ndcg').textContent(),
    list: await picture.locator('.plane-row text:nth-of-type(2)').allTextContents() });
  const reveal = async (/** @type {string} */ answer) => {
    await lesson.getByRole('radio', { name: answer }).check();
    await lesson.getByRole('button', { name: 'Reveal' }).click();
    await lesson.getByText('✓ right').first().waitFor();
  };
  return { lesson, picture, slider, numbers, reveal };
}

/** @param {import('playwright-core').Locator} slider @param {string} value */
const at = (slider, value) => until(() => slider.getAttribute('aria-valuenow'), (now) => now === value, `the handle is at ${value}`);

pageTest('the best page is moved: the list stays, and the squared loss follows the core', {}, async ({ page, address }) => {
  const { slider, numbers, reveal } = await open(page, address, 1);
  assert.deepEqual(await numbers(), expected(1, 2.4));
  assert.equal(await page.locator('.run-row').isVisible(), false, 'an untrained run shows no numbers under a picture');
  await slider.press('ArrowUp');
  assert.equal(await slider.getAttribute('aria-valuenow'), '2.4', 'the handle stops where the answer begins');
  await slider.press('ArrowDown');
  assert.deepEqual(await numbers(), expected(1, 2.3));
  await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (text) => /^Loss 0\.\d+, How to brew tea first/.test(text), 'the result is said');
  const box = await slider.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 400, { steps: 4 });
  assert.equal(await slider.getAttribute('aria-valuenow'), '1.4');
  await page.mouse.up();
  assert.deepEqual(await numbers(), expected(1, 1.4));
  await reveal('Same list, larger loss');
  await at(slider, '3.4');
  assert.deepEqual(await numbers(), expected(1, 3.4));
});

pageTest('the list of the least squares waits for Reveal, and the pairs mend it', {}, async ({ page, address }) => {
  const squares = await open(page, address, 2);
  assert.equal(await squares.picture.locator('.hidden-box').count(), 1);
  await squares.slider.press('End');
  await at(squares.slider, '0.3');
  assert.equal((await squares.numbers()).ndcg, '?');
  await squares.reveal('Five green teas, grade 1');
  await at(squares.slider, '1');
  assert.deepEqual(await squares.numbers(), expected(2, 1));
  const pairs = await open(page, address, 3);
  await pairs.slider.press('End');
  await at(pairs.slider, '0.4');
  assert.deepEqual(await pairs.numbers(), expected(3, 0.4));
  await pairs.reveal('Perfect');
  await at(pairs.slider, '1');
  assert.deepEqual(await pairs.numbers(), expected(3, 1));
  assert.ok(Number(expected(3, 1).mean) > Number(expected(2, 1).mean), 'the squared loss is larger');
});

pageTest('two good pages change places, and the loss of the classes stays', { width: 390, height: 844 }, async ({ page, address }) => {
  const { lesson, picture, slider, reveal } = await open(page, address, 4);
  const mean = () => picture.locator('.points-mean').textContent();
  const before = await mean();
  await lesson.getByRole('button', { name: 'Next' }).click();
  await reveal('It stays');
  await at(slider, '2');
  assert.equal(await mean(), before);
  const ndcg = () => picture.locator('.points-ndcg').textContent();
  assert.equal(await ndcg(), expected(4, 2, 1).ndcg);
  await lesson.getByRole('button', { name: 'Back' }).click();
  await until(() => textOf(lesson), (text) => text.includes('Could another loss'), 'the step before');
  await lesson.getByRole('button', { name: 'Next' }).click();
  await lesson.getByRole('button', { name: 'Next' }).click();
  await until(() => textOf(lesson), (text) => text.includes('hides the grade'), 'the answered step again');
  assert.equal(await ndcg(), expected(4, 2, 1).ndcg);
});
