// The picture of lesson 28: a user's row becomes a list, and the models wait for the answer.

import assert from 'node:assert/strict';
import { number, textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const list = (page) => page.locator('.stars-stage [data-slides] text').allTextContents();
/** @param {Page} page */
const drawn = (page) => page.locator('.stars-stage svg').textContent();

pageTest('a row is chosen by keys and pointer and becomes a list', { reducedMotion: 'reduce', address: '#v=1&lesson=ratings' }, async ({ page }) => {
  const user = page.getByRole('slider', { name: 'User', exact: true });
  await user.waitFor();
  assert.equal(await page.locator('.star-cell').count(), 6 * 10 + 10 + 2, 'cells, a list and a key');
  const first = await list(page);
  const stars = first.filter((text) => text.startsWith('★')).map((text) => text.length);
  assert.deepEqual(stars, stars.toSorted((one, other) => other - one), 'the most stars first');
  await user.focus();
  await page.keyboard.press('ArrowDown');
  assert.match(await user.getAttribute('aria-valuetext') ?? '', /^User 2: item [A-J], 5 stars;/);
  assert.notDeepEqual(await list(page), first);
  assert.match(await textOf(page.locator('.stage-picture > p[aria-live]')), /^User 2: item/);
  const box = await user.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + 100, box.y + 3.5 * box.height);
  assert.match(await user.getAttribute('aria-valuetext') ?? '', /^User 5:/);
  await user.focus();
  await page.keyboard.press('Home');
  assert.deepEqual(await list(page), first);
});

pageTest('the bars of the models come with the answer', { reducedMotion: 'reduce', address: '#v=1&lesson=ratings&step=3' }, async ({ page }) => {
  await page.locator('.lesson[data-phase=there]').waitFor();
  await page.locator('.stars-stage .hidden-box').first().waitFor();
  const answer = async (/** @type {number} */ choice) => {
    await page.getByRole('radio').nth(choice).check();
    await page.getByRole('button', { name: 'Reveal' }).click();
    await until(() => page.locator('.lesson-reveal').innerText(), (text) => /^(Yes|No)\./.test(text), 'the reveal');
    return (await page.locator('.lesson-reveal .figure').allInnerTexts()).map(number);
  };
  const values = async () => (await page.locator('.stars-stage .value').allTextContents()).map(number);
  assert.deepEqual(await values(), []);
  const told = await answer(2);
  assert.match(await textOf(page.locator('.lesson-reveal')), /^Yes\./);
  await until(values, (shown) => shown.length === 3, 'the bars');
  assert.deepEqual(await values(), told.slice(0, 3));
  assert.equal(await page.locator('.star-draw').count(), 10, 'a dot for each draw');
  assert.match(await drawn(page) ?? '', /order loss ahead in \d of 10/);
  assert.equal(await page.locator('.star-cell').count(), 0, 'no users beside the models');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await until(() => drawn(page), (text) => text?.includes('line: with random stars'), 'the run before has its name');
  assert.deepEqual(await values(), []);
  assert.equal(await page.locator('.star-before').count(), 3);
});

pageTest('the users of one number stand on a line, in bands of one first item', { reducedMotion: 'reduce', address: '#v=1&lesson=ratings&step=5' }, async ({ page }) => {
  await page.locator('.lesson[data-phase=there]').waitFor();
  await page.locator('.stars-stage .hidden-box').first().waitFor();
  assert.equal(await page.locator('.star-user').count(), 0, 'the line waits for the answer');
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await until(() => page.locator('.star-user').count(), (count) => count === 300, 'a mark for each user');
  const bands = await page.locator('.star-band').count();
  assert.ok(bands > 1 && bands < 30, 'few bands');
  assert.equal(new Set(await page.locator('.star-band title').allTextContents()).size, bands, 'no item is first in two bands');
  assert.match(await drawn(page) ?? '', new RegExp(`300 users, ${bands} first items`));
});
