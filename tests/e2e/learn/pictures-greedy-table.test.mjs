// The table of the search of lesson 10: paths by keys and pointer, lists and sums as the core has them, and nothing of the
// sums before the reveal.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { searchRun } from '../../../www/features/learn/lessons/pictures/greedy-table/search-run.js';
import { catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });
const { data, method, c } = JSON.parse(readFileSync(at('www', 'lessons', 'greedy.json'), 'utf8')).steps[0].state;
const run = searchRun(data, { .../** @type {any} */ (catalog()).defaults, method, c });
const END = 4;
const { greedy, exact } = run.searchAt(END);
const [found, best] = [greedy, exact].map((path) => run.worthOf(END, path));

/** @param {Page} page */
async function parts(page) {
  const region = page.getByRole('region', { name: 'Table of the search' });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  await until(() => region.getByRole('img').innerHTML(), (markup) => markup.includes('cell-ground'), 'the table is drawn');
  const slider = (/** @type {string} */ name) => region.getByRole('slider', { name: `Place of ${name}` });
  return {
    region, lesson, pumpkin: slider('Pumpkin soup'), squash: slider('Squash soup'), reveal: lesson.getByRole('button', { name: 'Reveal' }),
    said: () => textOf(page.locator('.stage-picture > [aria-live]')), now: async () => [await slider('Pumpkin soup').getAttribute('aria-valuenow'), await slider('Squash soup').getAttribute('aria-valuenow')].join(),
  };
}

pageTest('a path never goes back, and the list follows', { address: '#v=1&lesson=greedy' }, async ({ page }) => {
  const { region, pumpkin, squash, said, now } = await parts(page);
  await pumpkin.focus();
  await pumpkin.press('ArrowRight');
  await pumpkin.press('ArrowRight');
  assert.equal(await now(), '2,2', 'row 1 pushes row 2');
  await squash.press('ArrowLeft');
  assert.equal(await now(), '2,2', 'row 1 stops row 2');
  await squash.press('End');
  assert.equal(await squash.getAttribute('aria-valuetext'), '3 bad results before it');
  assert.equal(await said(), `Your list: ${run.listOf(END, [2, 3]).map((document) => run.soups[document].name).join(', ')}`);
  const box = await region.locator('.cell-ground').nth(1).boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  assert.equal(await now(), '1,3', 'a cell is chosen by the pointer');
});

pageTest('sums are hidden until the reveal, and are those of the core', { address: '#v=1&lesson=greedy&step=2' }, async ({ page }) => {
  const { region, lesson, pumpkin, reveal, said, now } = await parts(page);
  const [low, high] = [found, best].map(({ hinge }) => hinge.toFixed(4));
  await pumpkin.press('ArrowRight');
  assert.doesNotMatch(await said(), /H \d/);
  assert.doesNotMatch(String(await region.textContent()), /0\.\d{4}/, 'no number of the answer');
  assert.equal(await region.locator('.hidden-box').count(), 2);
  await lesson.getByRole('radio').nth(0).check();
  await reveal.click();
  await until(() => region.locator('.hidden-box').count(), (count) => count === 0, 'the sums');
  assert.match(await lesson.innerText(), new RegExp(`Yes\\.[\\s\\S]*${low}[\\s\\S]*${high}`));
  assert.deepEqual(await region.locator('.value').allTextContents(), [low, high]);
  assert.equal(await now(), exact.join(), 'the best path');
  const cells = await region.locator('.cell-number').allTextContents();
  const width = run.searchAt(END).cells[0].length;
  const sum = (/** @type {number[]} */ path) => path.reduce((total, column, row) => total + Number(cells[row * width + column].replace('−', '-')), 0).toFixed(4);
  assert.deepEqual([sum(greedy), sum(exact)], [low, high], 'the printed cells add up');
});

pageTest('loss and margin on a phone, one row at a time', { width: 390, height: 844, address: '#v=1&lesson=greedy&step=3', reducedMotion: 'reduce' }, async ({ page }) => {
  const { region, lesson, pumpkin, squash, reveal } = await parts(page);
  const losses = [found, best].map(({ loss }) => loss.toFixed(4));
  const shown = () => region.getByRole('img').innerText().catch(() => '').then(async () => (await region.locator('svg .strong').allTextContents()).join(' '));
  assert.match(await shown(), new RegExp(losses.join('.*')));
  assert.doesNotMatch(await shown(), new RegExp(best.margin.toFixed(4)));
  /** Which rows are in sight. */
  const rows = async () => [await pumpkin.isVisible(), await squash.isVisible()].join();
  await until(rows, (seen) => seen === 'true,false', 'the first row alone');
  await region.getByRole('button', { name: /^Row 2 · Squash soup: cell 1/ }).click();
  await until(rows, (seen) => seen === 'false,true', 'the second row alone');
  await lesson.getByRole('button', { name: 'Next', exact: true }).click();
  await lesson.getByRole('spinbutton').fill(found.margin.toFixed(4));
  await reveal.click();
  await until(shown, (words) => [found, best].every(({ margin, hinge }) => words.includes(margin.toFixed(4)) && words.includes(hinge.toFixed(4))), 'margin and H');
});

pageTest('the iteration is slid, and what greedy misses is told after the reveal', { address: '#v=1&lesson=greedy&step=4' }, async ({ page }) => {
  const { region, lesson, reveal, said } = await parts(page);
  const slider = region.getByRole('slider', { name: 'Iteration shown' });
  await slider.press('End');
  assert.equal(await said(), `Iteration 4: greedy finds H ${found.hinge.toFixed(4)}`);
  assert.equal(await region.locator('.round-missed').count(), 0);
  await lesson.getByRole('radio').first().check();
  await reveal.click();
  await until(() => region.locator('.round-missed').count(), (count) => count === 1, 'one iteration of five has something missed');
  await slider.press('ArrowLeft');
  assert.match(await said(), /^Iteration 3: greedy finds H (0\.\d{4}), the exact search \1$/);
});
