// The decay profile of lesson 7: scores are swapped by keys and pointer, sums are those of the core, the flat end of the
// slider is closed until the reveal, and so are the sums of a rising profile and the runs of other shapes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { trainSmall } from '../../../www/features/learn/lessons/figures/small-run.js';
import { catalog, initSync, profiles } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });
const { data, c, reference, measure } = JSON.parse(readFileSync(at('www', 'lessons', 'decay-profile.json'), 'utf8')).steps[0].state;
const settings = { .../** @type {any} */ (catalog()).defaults, c, reference, measure, decay: 'power:0.5' };
const { training, iterations } = trainSmall(data, settings);
const { documents, predicted } = training.inspect(iterations, 0);
const scores = predicted.map((document) => documents[document].score);
/** What a list loses against the sorted one, as the core's margins have it. @param {number[]} order */
const loss = (order) => {
  const [ours, sorted] = [order, predicted.map((_document, rank) => rank)].map((ranks) =>
    training.value(iterations, 0, Uint32Array.from(ranks, (rank) => predicted[rank])).margin);
  return ours - sorted;
};

/** @param {Page} page */
async function parts(page) {
  const region = page.getByRole('region', { name: 'Decay profile', exact: true });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  await until(() => region.getByRole('img').innerHTML(), (markup) => markup.includes('bar-weight'), 'the bars are drawn');
  return {
    region, lesson, reveal: lesson.getByRole('button', { name: 'Reveal' }), shape: region.getByRole('slider', { name: 'Shape of c' }),
    brew: region.getByRole('slider', { name: 'Rank of How to brew tea' }), said: () => textOf(page.locator('.stage-picture > [aria-live]')),
    sums: async () => (await region.locator('.sum-value').allTextContents()).map(Number),
  };
}

pageTest('a swap lowers the sum by what the core says, until c is flat', { address: '#v=1&lesson=decay-profile', reducedMotion: 'reduce' }, async ({ page }) => {
  const { region, lesson, reveal, shape, brew, said, sums } = await parts(page);
  const weights = profiles(settings, scores.length).c;
  const sorted = scores.reduce((total, score, rank) => total + score * weights[rank], 0);
  assert.deepEqual(await sums(), [sorted, sorted].map((sum) => Number(sum.toFixed(3))));
  await brew.press('ArrowRight');
  assert.equal(await brew.getAttribute('aria-valuenow'), '2');
  let [ours, best] = await sums();
  assert.ok(Math.abs(best - ours - loss([1, 0, 2, 3, 4])) < 2e-3, `${ours} and ${best}`);
  assert.match(await said(), new RegExp(`sum ${ours.toFixed(3)}, sorted ${best.toFixed(3)}$`));
  // The pointer drags the bar to rank 4.
  const from = await brew.boundingBox();
  const to = await region.locator('.bar-weight').nth(3).boundingBox();
  assert.ok(from && to);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, from.y + from.height / 2, { steps: 6 });
  await page.mouse.up();
  assert.equal(await brew.getAttribute('aria-valuenow'), '4');
  await shape.press('End');
  assert.match(await shape.getAttribute('aria-valuetext') ?? '', /power −0\.0\d+$/, 'the flat end is closed');
  assert.equal(await region.locator('.track.closed').count(), 1);
  [ours, best] = await sums();
  assert.ok(ours < best);
  await lesson.getByRole('radio').nth(2).check();
  await reveal.click();
  await until(() => shape.getAttribute('aria-valuetext'), (text) => text === 'c is flat', 'c is flat');
  [ours, best] = await sums();
  assert.equal(ours, best);
  assert.equal(best, Number(scores.reduce((total, score) => total + score, 0).toFixed(3)));
  assert.match(await lesson.innerText(), /Yes\.[\s\S]*‖\s*w\s*‖\s*is 0\b/);
});

pageTest('with a rising c the sums come with the answer', { address: '#v=1&lesson=decay-profile&step=2', reducedMotion: 'reduce' }, async ({ page }) => {
  const { region, lesson, reveal, sums, brew, said } = await parts(page);
  assert.equal(await region.locator('.hidden-box').count(), 2);
  await brew.press('End');
  assert.doesNotMatch(await said(), /\d/);
  await lesson.getByRole('radio').nth(1).check();
  await reveal.click();
  await until(() => region.locator('.hidden-box').count(), (count) => count === 0, 'the sums');
  const [reverse, sorted] = await sums();
  assert.ok(reverse > sorted);
  assert.match(await lesson.innerText(), new RegExp(`Yes\\.[\\s\\S]*${reverse.toFixed(3)}[\\s\\S]*${sorted.toFixed(3)}`));
});

pageTest('a shape that is not trained yet is hidden', { address: '#v=1&lesson=decay-profile&step=3' }, async ({ page }) => {
  const { region, lesson, reveal, said } = await parts(page);
  await until(() => region.locator('.run-bar').count(), (count) => count === 3, 'the run of the step');
  assert.equal(await region.locator('.hidden-box').count(), 6);
  await region.getByRole('button', { name: '1/rank³' }).click();
  assert.equal(await said(), '1/rank³: rank 10 weighs 0.001, rank 1 weighs 1.000');
  await lesson.getByRole('radio').nth(1).check();
  await reveal.click();
  await until(() => region.locator('.hidden-box').count(), (count) => count === 3, 'the run of the answer');
  await until(() => lesson.innerText(), (text) => text.includes('Yes.'), 'the answer');
});
