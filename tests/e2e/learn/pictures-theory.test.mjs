// The pictures of laboratories and of the push: the handle stops where the answer begins, and the curves go on after it.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';

pageTest('the push: p stops at 1, then at 64, and ends with a w of length 0', { address: '#v=1&lesson=push' }, async ({ page }) => {
  const { picture, slider, next, words, answer } = slidPicture(page, 'The push', 'Norm p');
  await until(words, (text) => text === 'p = 1: the highest bad page gets 16 % of the pull', 'the first model');
  await slider.focus();
  await page.keyboard.press('End');
  assert.match(await words(), /^p = 1:/, 'the rest waits for the answer');
  await answer('The one on top');
  await until(words, (text) => text === 'p = 64: the highest bad page gets 92 % of the pull', 'the handle has walked');

  await next.click();
  await until(() => picture.locator('.push-column').count(), (count) => count === 7, 'lengths up to p = 64');
  await answer('0: nothing is learned');
  await until(words, (text) => text === 'p = ∞: ‖w‖ = 0.00', 'the infinite push');
  assert.equal(await picture.locator('.push-column').count(), 8);

  await next.click();
  await until(() => picture.locator('.push-column').count(), (count) => count === 1, 'the other values wait');
  await answer('About as well');
  await until(words, (text) => text.endsWith('NDCG@10 0.777'), 'the value with p = 64');
});

pageTest('loss and risk: the curve of the draw waits, and a longer w parts both', { address: '#v=1&lesson=generalisation' }, async ({ page }) => {
  const { picture, next, words, answer } = slidPicture(page, 'Loss and risk', 'Searches in a draw');
  await until(words, (text) => text === 'N = 10: all searches 0.714', 'the draw is hidden');
  await picture.getByText('its own draw: ?').waitFor();
  await answer('Less');
  await until(words, (text) => text === 'N = 160: all searches 0.642, its own draw 0.634', 'many searches bring them together');
  await next.click();
  const norms = slidPicture(page, 'Loss and risk', 'B, the longest w');
  await norms.slider.focus();
  await page.keyboard.press('End');
  await until(norms.words, (text) => text.startsWith('B = 1:'), 'the handle stops at 1');
  await answer('They part');
  await until(norms.words, (text) => text === 'B = 20: all searches 0.765, its own draw 0.570', 'the curves have parted');
});

pageTest('margins: the error goes on after the answer', { address: '#v=1&lesson=margin-bound' }, async ({ page }) => {
  const { slider, words, answer } = slidPicture(page, 'A bound by margins', 'Margin γ');
  await until(words, (text) => text === 'γ = 0.00: error 0.295', 'the error at 0');
  await slider.focus();
  await page.keyboard.press('End');
  assert.match(await words(), /^γ = 0\.10:/);
  await answer('It rises to nearly 1');
  await until(words, (text) => text === 'γ = 1.00: error 0.902', 'the error at 1');
});

pageTest('planes: those that training needs are told after the answer', { address: '#v=1&lesson=one-slack&step=5' }, async ({ page }) => {
  const planes = slidPicture(page, 'Planes allowed and needed', 'ε');
  await until(planes.words, (text) => text === 'ε = 0.1: allowed 1.24 million', 'the needed planes are hidden');
  await planes.answer('A few thousand');
  await until(planes.words, (text) => text === 'ε = 0.001: allowed 12.4 billion, needed 1,775', 'both');
  assert.match(await textOf(page.locator('.lesson-reveal')), /1,775 planes/);
});
