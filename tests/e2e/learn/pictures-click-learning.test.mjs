// The picture of learning from clicks: the weights of the naive model, more sessions and the divided curve wait for the
// answer; the edge is moved by keys and pointer, and three corrections are compared.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { there } from '../support/lesson-steps.mjs';
import { slidPicture } from '../support/slid-picture.mjs';
import { textOf, until } from '../support/page.mjs';

const STEPS = 6;

/** Goes from the first step to another one. @param {import('playwright-core').Page} page @param {number} step */
async function goTo(page, step) {
  for (let at = 0; at < step; at += 1) {
    await there(page, at, STEPS);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
  await there(page, step, STEPS);
}

pageTest('the weights of the naive model wait, and so do more sessions', { address: '#v=1&lesson=clicks', reducedMotion: 'reduce' }, async ({ page }) => {
  await goTo(page, 3);
  const { picture, slider, said, words, answer, pullLeft, next } = slidPicture(page, 'Learning from clicks', 'Sessions');
  const drawn = () => picture.locator('svg').getAttribute('aria-label').then((text) => text ?? '');
  await until(drawn, (text) => text === 'What each model looks at. full: match 57 %, price 31 %, dust 2 %, popular 10 %; naive: hidden', 'one bar');
  assert.equal(await picture.locator('.hidden-box').count(), 1);
  assert.equal(await picture.getByRole('slider').count(), 0, 'no handle in this step');
  assert.match(await answer('popular'), /39 % of the weights instead of 10 %/);
  await until(drawn, (text) => /naive: match 43 %, price 15 %, dust 3 %, popular 39 %; old order: popular 100 %$/.test(text), 'three bars');
  assert.equal(await picture.locator('.hidden-box').count(), 0);

  await next.click();
  await until(words, (text) => text === '1,000 sessions: naive 0.832 (0.828 to 0.838)', 'the edge stands at the last open number');
  await slider.press('End');
  assert.match(await words(), /^1,000 sessions: /, 'the handle stops there');
  assert.equal(await picture.locator('.clicks-curve.corrected').count(), 0);
  assert.equal(await picture.locator('.chart-hidden').count(), 1);
  await slider.press('ArrowLeft');
  await until(() => textOf(said), (text) => /^500 sessions: naive 0\.\d{3} /.test(text), 'the number is said');
  await pullLeft();
  assert.match(await words(), /^10 sessions: /, 'the pointer moves the edge');
  assert.match(await answer('It stays'), /0\.833 at 100,000 sessions/);
  await until(words, (text) => /^100,000 sessions: naive 0\.833 \(.*\), IPS 0\.877 \(.*\)$/.test(text), 'both curves at the answer');
  assert.equal(await picture.locator('.clicks-curve.corrected').count(), 1);
  assert.equal(await picture.locator('.chart-hidden').count(), 0);
  await slider.press('End');
  assert.match(await words(), /^1,000,000 sessions: /);
});

pageTest('the divided curve waits with steep eyes; then three corrections are compared', { address: '#v=1&lesson=clicks', reducedMotion: 'reduce' }, async ({ page }) => {
  await goTo(page, 5);
  const { picture, slider, said, words, answer } = slidPicture(page, 'Learning from clicks', 'Sessions');
  const correction = picture.getByRole('group', { name: 'Correction' });
  await until(words, (text) => text === '100 sessions: naive 0.800 (0.784 to 0.815)', 'only the naive curve');
  assert.equal(await correction.isVisible(), false);
  assert.match(await answer('No, it is behind'), /0\.745 against 0\.800/);
  await until(words, (text) => /^100 sessions: naive 0\.800 .*, IPS 0\.745 \(0\.521 to 0\.836\)$/.test(text), 'both curves');
  const clip = correction.getByRole('button', { name: 'Clip' });
  await clip.click();
  await until(() => textOf(said), (text) => /, clipped 0\.798 \(0\.693 to 0\.838\)$/.test(text), 'the clipped values are said');
  assert.equal(await clip.getAttribute('aria-pressed'), 'true');
  await correction.getByRole('button', { name: 'Wrong η' }).press('Enter');
  await slider.press('End');
  await until(words, (text) => /^1,000,000 sessions: naive 0\.833 .*, wrong η 0\.769 /.test(text), 'more sessions do not help');
  assert.match(await textOf(picture), /as if η were 2/);
});
