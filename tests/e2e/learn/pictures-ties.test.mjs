// Equal grades of lesson 8: neighbours are exchanged, links cross where the core says that the reference demands an order,
// each step brings in one reference, and its slack and the number of best lists are hidden until the reveal.

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

pageTest('a step brings in one reference, and its slack comes with the answer', { address: '#v=1&lesson=ties&step=2', reducedMotion: 'reduce' }, async ({ page }) => {
  const { region, lesson, way, reveal, said, dots } = await parts(page);
  const next = lesson.getByRole('button', { name: 'Next', exact: true });
  const slacks = async () => (await region.locator('.value').allTextContents()).join();
  const texts = (/** @type {{ slack: number }[]} */ ...ways) => ways.map(({ slack }) => slack.toFixed(3)).join();
  const count = fixed.crossings.length;
  const needed = fixed.crossings.filter(({ isNeeded }) => isNeeded).length;
  assert.ok(needed === 1 && count === 5);
  await until(dots, ([orange]) => orange === count, 'all dots have one colour before the answer');
  assert.ok(await way('averaged').isHidden() && await way('aligned').isHidden());
  assert.doesNotMatch(String(await region.textContent()) + await said(), /0\.\d{3}/, 'no slack');
  await lesson.getByRole('radio').nth(2).check();
  await reveal.click();
  await until(dots, ([orange, dark]) => orange === count - needed && dark === needed, 'the colours tell what the loss needs');
  assert.equal(await slacks(), texts(fixed));
  assert.match(await lesson.innerText(), /Yes\./);

  await next.click();
  await until(() => region.locator('.mean-text').allTextContents(), (all) => all.join() === averaged.list.map((recipe) => averaged.means[recipe].toFixed(3)).join(), 'a bar for each recipe');
  assert.equal(averaged.means[0], averaged.means[1], 'equals have one bar');
  assert.deepEqual([await way('averaged').getAttribute('aria-pressed'), await way('aligned').isHidden(), await slacks()], ['true', true, texts(fixed)]);
  await way('averaged').press('ArrowRight');
  assert.equal(await way('averaged').getAttribute('aria-pressed'), 'true', 'the closed end');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await dots(), [count - needed, needed]);
  assert.match(await said(), new RegExp(`^fixed: ${count - needed} orange dots, ${needed} needed.* Slack ${texts(fixed)}\\.$`));
  await lesson.getByRole('radio').nth(1).check();
  await reveal.click();
  await until(slacks, (text) => text === texts(fixed, averaged), 'the slack of the mean');
  assert.match(String(await region.textContent()), /please/);

  await next.click();
  await until(() => way('aligned').getAttribute('aria-pressed'), (pressed) => pressed === 'true', 'the aligned reference');
  assert.deepEqual([await dots(), await slacks()], [[0, needed], texts(fixed, averaged)]);
  await lesson.getByRole('radio').nth(2).check();
  await reveal.click();
  await until(slacks, (text) => text === texts(fixed, averaged, aligned), 'the slack of aligned');
  assert.ok(fixed.slack > averaged.slack && averaged.slack > aligned.slack && aligned.slack > run.loss);
  assert.match(await lesson.innerText(), new RegExp(`Yes\\.[\\s\\S]*${texts(aligned)}`));
  await way('averaged').click();
  assert.match(await said(), new RegExp(`^averaged: .*please tie\\. Slack ${texts(averaged)}\\.$`));
});

pageTest('training with each reference is hidden until it has run', { width: 390, height: 844, address: '#v=1&lesson=ties&step=5', reducedMotion: 'reduce' }, async ({ page }) => {
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
