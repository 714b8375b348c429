// The picture of hopeless queries: the weight is moved; the count of searches that it serves waits for the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';

pageTest('one weight serves 16 searches or 8, and the bounds follow it', { address: '#v=1&lesson=hopeless' }, async ({ page }) => {
  const { picture, slider, next, said, words, answer, pullLeft } = slidPicture(page, 'Searches', 'Weight w');
  const served = () => picture.locator('.lane.served').count();
  await until(words, (text) => text === 'w = 0.00', 'no count is told');
  assert.equal(await served(), 0);
  assert.match(await textOf(picture), /\? *of 24 served/);
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await words(), 'w = 0.25');
  assert.equal(await served(), 16);
  await until(() => textOf(said), (text) => text === 'w = 0.25', 'the result is said');
  await pullLeft();
  assert.equal(await words(), 'w = −3.00');
  assert.equal(await served(), 8);
  await answer('16');
  await until(words, (text) => text === 'w = 3.00; 16 of 24 searches served, NDCG@1 0.667', 'the count is told');

  await next.click();
  await page.getByRole('radio', { name: 'As by chance' }).check();
  await page.getByRole('button', { name: 'Reveal' }).click();
  await next.click();
  await until(words, (text) => text === 'w = 0.00; objective 100.0', 'the objective with the slack');
  const width = async () => Number(await picture.locator('.bound-bar.hinge').last().getAttribute('width'));
  const before = await width();
  await slider.focus();
  await page.keyboard.press('End');
  assert.match(await words(), /^w = 3\.00; objective 142\.8$/, 'the handle stops before the answer');
  assert.ok(await width() > 2 * before, 'the slack of a flip grows');
  assert.doesNotMatch(await textOf(picture), /in all/);
  await answer('Win 1, lose any amount');
  await until(() => textOf(picture), (text) => /16 win 0\.255 each: 4\.1 in all/.test(text) && /8 lose 2\.811 each: 22\.5 in all/.test(text), 'the sums are told');
  assert.equal(await picture.locator('.bound-line.ramp').count(), 0);

  await next.click();
  await until(() => picture.locator('.bound-line.ramp').count(), (count) => count === 1, 'the ramp bound');
  assert.doesNotMatch(`${await words()} ${await textOf(picture)}`, /16 of|0\.667/);
  assert.equal(await picture.locator('.chart-ring.ramp').count(), 0, 'the lowest point is not marked');
  await slider.focus();
  await page.keyboard.press('End');
  assert.match(await words(), /^w = 3\.00/, 'the handle stops before the lowest point');
  const parts = (await words()).match(/one flip: slack ([\d.]+), excess ([\d.]+), charged ([\d.]+)$/)?.slice(1).map(Number) ?? [];
  assert.ok(parts[0] > 2, 'the slack of a flip grows');
  assert.equal((parts[0] - parts[1]).toFixed(2), parts[2].toFixed(2), 'the printed parts add up');
  assert.match(await textOf(picture), new RegExp(parts.map((part) => part.toFixed(2)).join('.*')), 'the parts are drawn');
  await answer('Two of three');
  await until(words, (text) => /^w = 6\.75; objective \d+\.\d, with the ramp bound 70\.9; one flip: slack/.test(text), 'w goes to the lowest point');
});
