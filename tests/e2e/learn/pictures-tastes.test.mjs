// The picture of step 2 of lesson Ratings: a user's arrow turns by keys and pointer, the worker sorts the items, and
// how long the arrow is waits for the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';

const address = '#v=1&lesson=ratings&step=2';

pageTest('the arrow turns, and its length waits for the answer', { reducedMotion: 'reduce', address }, async ({ page }) => {
  const { picture, slider, words, said, answer } = slidPicture(page, 'Tastes as arrows', 'Direction of the arrow');
  const first = async () => (await words()).match(/First: (.*)\./)?.[1] ?? '';
  await until(first, (text) => text.startsWith('item '), 'the worker has sorted the items');
  const learned = await first();
  assert.equal(await picture.locator('.taste-row').count(), 10);
  assert.equal(await picture.locator('.taste-item').count(), 200);
  assert.deepEqual((await picture.locator('.taste-row').allTextContents()).slice(0, 3), ['1st', '2nd', '3rd']);
  await slider.focus();
  await page.keyboard.press('ArrowUp');
  assert.match(await words(), / 1\.0 of its learned length/, 'the length is fixed before the answer');
  const angle = Number(await slider.getAttribute('aria-valuenow'));
  for (let at = 0; at < 18; at += 1) await page.keyboard.press('ArrowRight');
  const turned = (angle - 90 + 540) % 360 - 180;
  await until(async () => Math.abs(Number(await slider.getAttribute('aria-valuenow')) - turned) <= 1, Boolean, 'a quarter turn');
  await until(first, (text) => text.startsWith('item ') && text !== learned, 'another list');
  await until(() => textOf(said), (text) => text.includes('First: '), 'the result is said');

  // The pointer turns it, and cannot make it longer.
  // A picture that is drawn anew has no place for a moment.
  const placed = (/** @type {import('playwright-core').Locator} */ one) => until(() => one.boundingBox(), Boolean, 'it has a place');
  const [box, tip] = [await placed(picture.locator('.taste-ground')), await placed(slider)];
  assert.ok(box && tip);
  await page.mouse.move(tip.x + tip.width / 2, tip.y + tip.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await until(() => slider.getAttribute('aria-valuenow'), (now) => Math.abs(Number(now)) <= 1, 'to the right');
  assert.match(await words(), / 1\.0 of its learned length/);

  await answer('The place along it');
  await until(words, (text) => / 2\.0 of its learned length/.test(text), 'twice as long');
  await slider.focus();
  for (let at = 0; at < 25; at += 1) await page.keyboard.press('ArrowDown');
  await until(words, (text) => / 0\.0 of its learned length/.test(text), 'the keys make it shorter');
});

pageTest('the map fits a phone', { width: 390, height: 844, touch: true, address }, async ({ page }) => {
  const { picture, words } = slidPicture(page, 'Tastes as arrows', 'Direction of the arrow');
  await until(words, (text) => text.includes('First: item'), 'the list is there');
  const ground = await picture.locator('.taste-ground').boundingBox();
  assert.ok(ground && ground.x >= 0 && ground.x + ground.width <= 390);
  assert.equal(await picture.locator('.taste-row').count(), 10);
});
