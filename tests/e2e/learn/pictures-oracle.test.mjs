// The oracle picture: rows are moved by pointer and keys, the bars are the core's loss, margin and H, and the oracle's list
// is hidden until the answer.

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
/** @param {Page} page @param {string} name */
const bars = (page, name) => page.getByRole('region', { name }).locator('.worth-value').allInnerTexts();
/** @param {string} text */
const value = (text) => number(text.replace(/\s/g, ''));
/** @param {Page} page @param {number} answer */
async function reveal(page, answer) {
  await page.getByRole('radio').nth(answer).check();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No)\./.test(text), 'the reveal');
}

pageTest('the bars follow the rows, the margin is cut off the loss, and the worst list is found by hand', { everyday: true, reducedMotion: 'reduce', address: '#v=1&lesson=cutting-plane&step=3' }, async ({ page }) => {
  await there(page);
  const mine = () => bars(page, 'Your list in bars');
  assert.deepEqual((await mine()).map(value), [0.562, 0.562, 0], 'line 1 rules the list of the greatest loss out');
  // By keys: the five moves to the oracle's list of this w.
  const move = async (/** @type {string} */ title, /** @type {string[]} */ ...keys) => {
    await page.getByRole('slider', { name: title }).focus();
    for (const key of keys) await page.keyboard.press(key);
  };
  await move('Tee times, Green Hill', 'End');
  await until(() => textOf(page.locator('.stage-picture > p[aria-live]')), (text) => /^Tee times, Green Hill at rank 5: loss 0\.\d{3}, margin \S+, H \S+\.$/.test(text), 'the result is said');
  await move('My green tea cup', 'End', 'ArrowUp');
  assert.deepEqual(await names(page), ['Green paint', 'Five green teas', 'How to brew tea', 'My green tea cup', 'Tee times, Green Hill']);
  const [loss, margin, hinge] = (await mine()).map(value);
  near(loss - margin, hinge, 1e-9, 'the printed parts add up');
  assert.equal(hinge, 0.315);
  assert.match(await textOf(page.locator('.oracle-caption')), /Your largest H at this w: 0\.315\./);
  // By pointer.
  const [from, to] = [await rows(page).first().boundingBox(), await rows(page).nth(2).boundingBox()];
  assert.ok(from && to);
  await page.mouse.move(from.x + 60, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 10, { steps: 6 });
  assert.equal((await names(page))[2], 'Green paint', 'the list follows the pointer');
  assert.notDeepEqual((await mine()).map(value), [loss, margin, hinge], 'and so do the bars');
  await page.mouse.up();
  assert.match(await textOf(page.locator('.oracle-caption')), /at this w: 0\.315\./, 'the largest H stays');
});

pageTest('the oracle’s list and bars are hidden until the answer, and are then the core’s', { reducedMotion: 'reduce', address: '#v=1&lesson=cutting-plane&step=3' }, async ({ page }) => {
  await there(page);
  const theirs = page.getByRole('region', { name: 'The oracle’s list', exact: true });
  assert.deepEqual(await theirs.getByRole('listitem').allInnerTexts(), ['1', '2', '3', '4', '5']);
  const asked = await bars(page, 'The oracle’s list in bars');
  assert.deepEqual(asked, ['', '', '']);
  const lengths = await page.getByRole('region', { name: 'The oracle’s list in bars' }).locator('.worth-track').evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).style.getPropertyValue('--to')));
  assert.deepEqual(lengths, ['0', '0', '0'], 'no length is on the page');
  await reveal(page, 1);
  assert.match(await textOf(page.locator('.lesson-reveal')), /^Yes\. Less loss, less margin\./);
  assert.match(await textOf(theirs), /largest H of 120 lists.*Green paint.*Five green teas.*How to brew tea.*My green tea cup.*Tee times, Green Hill/);
  assert.deepEqual((await bars(page, 'The oracle’s list in bars')).map(value), [0.413, 0.098, 0.315]);
});

pageTest('line 1 takes all of the loss away, and the lists that became lines are marked after the answer', { reducedMotion: 'reduce', address: '#v=1&lesson=cutting-plane&step=2' }, async ({ page }) => {
  await there(page);
  assert.deepEqual((await bars(page, 'Your list in bars')).slice(1), ['', ''], 'margin and H are asked about');
  await reveal(page, 1);
  assert.match(await textOf(page.locator('.lesson-reveal')), /^Yes\./);
  assert.deepEqual((await bars(page, 'Your list in bars')).map(value), [0.562, 0.562, 0]);
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Next', exact: true }).click();
  await there(page);
  const lists = page.getByRole('region', { name: 'All lists' });
  assert.equal(await lists.locator('.lists-grid span').count(), 120);
  assert.equal(await lists.locator('.line').count(), 0);
  await reveal(page, 2);
  const [lines] = (await page.locator('.lesson-reveal .figure').allInnerTexts()).map(number);
  await until(() => lists.locator('.line').count(), (count) => count === lines, 'a cell for each line that training added');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await until(() => textOf(page.getByRole('region', { name: 'The oracle’s list', exact: true })), (text) => /largest H of 120 lists/.test(text), 'the last oracle');
  const [, , hinge] = (await bars(page, 'The oracle’s list in bars')).map(value);
  assert.equal(number(await page.locator('.lesson-text .figure').first().innerText()), hinge, 'H of the text and of the picture');
});

for (const [width, height] of [[1280, 720], [390, 844]]) {
  pageTest(`the oracle picture fits ${width} × ${height}, in forced colours, too`, { width, height, forcedColors: 'active', address: '#v=1&lesson=cutting-plane&step=3' }, async ({ page }) => {
    for (const step of [3, 2, 4]) {
      await page.evaluate((hash) => { location.hash = hash; }, `v=1&lesson=cutting-plane&step=${step}`);
      await page.locator(`.lesson[data-phase=there]`).waitFor();
      await page.getByRole('region', { name: 'Your list in bars' }).waitFor();
      const region = await page.locator('.stage-picture').boundingBox();
      for (const part of ['.oracle-lists', '.oracle-bars']) {
        const box = await page.locator(part).boundingBox();
        assert.ok(region && box && box.x >= region.x && box.y + box.height <= region.y + region.height && box.x + box.width <= region.x + region.width, `step ${step}, ${part}: ${JSON.stringify([box, region])}`);
      }
      const sizes = await page.locator('.oracle').evaluate((one) => [...one.querySelectorAll('*')].filter((part) => part.checkVisibility() && [...part.childNodes].some((node) => node.nodeType === 3)).map((part) => Number.parseFloat(getComputedStyle(part).fontSize)));
      assert.ok(Math.min(...sizes) >= 14, `no text below 14 px: ${sizes}`);
    }
  });
}
