// The picture of one rank as a mixture: σ is slid by keys and pointer, the smallest widths wait for the answer, and so does
// the smoothed NDCG; a press on a page shows its rank.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';
import { textOf, until } from '../support/page.mjs';

pageTest('the shares sharpen with σ, whose smallest widths open with the answer', { address: '#v=1&lesson=smooth-ranks', reducedMotion: 'reduce' }, async ({ page }) => {
  const { picture, slider, said, words, answer, pullLeft, next } = slidPicture(page, 'Mixture', 'Smoothing');
  await until(words, (text) => text === 'σ 4, rank 1: How to brew tea 28 %, Tea towels 27 %, A history of teapots 19 %, Tee for golf 15 %, T-shirts 6 %, Team sports 4 %', 'the widest mixture');
  await slider.focus();
  await page.keyboard.press('End');
  await until(() => textOf(said), (text) => /^σ 1, rank 1: How to brew tea 45 %, Tea towels 40 %/.test(text), 'the handle stops at 1');
  await picture.getByRole('radio', { name: 'Rank 3: A history of teapots, grade 1' }).click();
  assert.match(await words(), /^σ 1, rank 3: How to brew tea 8 %, /);
  await page.keyboard.press('Home');
  assert.equal(await picture.getByRole('radio', { name: 'Rank 1: How to brew tea, grade 2' }).getAttribute('aria-checked'), 'true');
  await answer('Its own page alone');
  await until(words, (text) => text === 'σ 1/16, rank 1: How to brew tea 87 %, Tea towels 13 %', 'the narrowest mixture');
  await pullLeft();
  assert.match(await words(), /^σ 4, /, 'the pointer moves the handle');

  await next.click();
  await until(words, (text) => /; NDCG true 0\.964$/.test(text), 'the smoothed NDCG waits');
  assert.equal(await picture.locator('.hidden-box').count(), 1);
  const told = await answer('Below the true one');
  assert.match(told, /It is 0\.661, the true one 0\.964/);
  await until(words, (text) => /^σ 4, .*; NDCG smoothed 0\.661, true 0\.964$/.test(text), 'the smoothed NDCG is told');
  await slider.press('End');
  assert.match(await words(), /^σ 1\/16, .*; NDCG smoothed 0\.9\d\d, true 0\.964$/);
});
