// Equal grades of lesson 8: neighbours are exchanged, links cross where the core says that the reference demands an order,
// and the aligned reference, the slacks and the number of best lists are hidden until the reveal.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { tiesRun } from '../../../www/features/learn/lessons/pictures/ties/ties-run.js';
import { catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });
const { data, c, measure, reference, iteration } = JSON.parse(readFileSync(at('www', 'lessons', 'ties.json'), 'utf8')).steps[0].state;
const run = tiesRun(data, { .../** @type {any} */ (catalog()).defaults, c, measure, reference }, iteration);
const { fixed, averaged, aligned } = run.ways;

/** All orders of a list. @param {number[]} list @returns {number[][]} */
const orders = (list) => (list.length < 2 ? [list] : list.flatMap((one) => orders(list.filter((other) => other !== one)).map((rest) => [one, ...rest])));

/** @param {Page} page */
async function parts(page) {
  const region = page.getByRole('region', { name: 'Equal grades', exact: true });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const way = (/** @type {string} */ name) => region.getByRole('button', { name, exact: true });
  return { region, lesson, way, reveal: lesson.getByRole('button', { name: 'Reveal' }), said: () => textOf(page.locator('.stage-picture > [aria-live]')),
    dots: async () => [await region.locator('.tie-dot.not-needed').count(), await region.locator('.tie-dot.needed').count()] };
}

pageTest('neighbours are exchanged, and the best lists are counted', { address: '#v=1&lesson=ties', reducedMotion: 'reduce' }, async ({ page }) => {
  const { region, lesson, reveal, said } = await parts(page);
  const number = region.locator('.big-number');
  await until(() => number.allTextContents(), (texts) => texts.join() === '1.000', 'the list is best, and the count is hidden');
  await region.getByRole('button', { name: 'Exchange ranks 1 and 2' }).click();
  assert.deepEqual(await number.allTextContents(), ['1.000'], 'equal grades');
  await region.getByRole('button', { name: 'Exchange ranks 2 and 3' }).focus();
  await page.keyboard.press('Enter');
  const list = [1, 2, 0, 3, 4, 5, 6];
  const value = run.valueOf(list).toFixed(3);
  assert.deepEqual(await number.allTextContents(), [value]);
  assert.equal(await said(), `${list.map((recipe) => run.pages[recipe].name).join(', ')}: NDCG@3 ${value}`);
  await lesson.getByRole('radio').nth(2).check();
  await reveal.click();
  const best = orders([0, 1, 2, 3, 4, 5, 6]).filter((one) => run.valueOf(one) > 1 - 1e-12).length;
  await until(() => number.allTextContents(), (texts) => texts[1] === String(best), 'the count is that of all lists');
  assert.match(await lesson.innerText(), /Yes\./);
});

pageTest('aligned and all slacks come with the answer', { address: '#v=1&lesson=ties&step=2', reducedMotion: 'reduce' }, async ({ page }) => {
  const { region, lesson, way, reveal, said, dots } = await parts(page);
  await until(dots, ([orange]) => orange > 0, 'the links are drawn');
  const needed = fixed.crossings.filter(({ isNeeded }) => isNeeded).length;
  assert.deepEqual(await dots(), [fixed.crossings.length - needed, needed]);
  assert.ok(needed === 1 && fixed.crossings.length === 5);
  assert.ok(await way('aligned').isDisabled());
  await way('fixed').press('ArrowRight');
  assert.equal(await way('averaged').getAttribute('aria-pressed'), 'true');
  assert.deepEqual(await dots(), [averaged.bands.length, 1]);
  await page.keyboard.press('ArrowRight');
  assert.equal(await way('averaged').getAttribute('aria-pressed'), 'true', 'the closed end');
  assert.doesNotMatch(String(await region.textContent()) + await said(), /0\.\d{3}/, 'no slack');
  await lesson.getByRole('radio').nth(1).check();
  await reveal.click();
  await until(() => way('aligned').getAttribute('aria-pressed'), (pressed) => pressed === 'true', 'the aligned reference');
  assert.deepEqual(await dots(), [0, 1]);
  assert.deepEqual(await region.locator('.value').allTextContents(), [fixed, averaged, aligned].map(({ slack }) => slack.toFixed(3)));
  assert.ok(fixed.slack > averaged.slack && averaged.slack > aligned.slack && aligned.slack > run.loss);
  assert.match(await lesson.innerText(), new RegExp(`Yes\\.[\\s\\S]*${aligned.slack.toFixed(3)}`));
  await way('fixed').click();
  assert.match(await said(), new RegExp(`Slack ${fixed.slack.toFixed(3)}\\.$`));
});

pageTest('training with each reference is hidden until it has run', { width: 390, height: 844, address: '#v=1&lesson=ties&step=3', reducedMotion: 'reduce' }, async ({ page }) => {
  const { region, lesson, way, reveal } = await parts(page);
  await until(() => region.locator('.hidden-box').count(), (count) => count === 10, 'nothing is trained');
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await lesson.getByRole('radio').nth(2).check();
  await reveal.click();
  await until(() => region.locator('.hidden-box').count(), (count) => count === 6, 'the fixed reference is trained');
  assert.equal(await region.locator('.run-curve').count(), 2);
  await way('aligned').click();
  assert.equal(await region.locator('.run-curve').count(), 0);
});
