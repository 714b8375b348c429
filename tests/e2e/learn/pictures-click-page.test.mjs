// The picture of a result page with clicks: sessions are played, a row is moved by keys and pointer, and light, field and
// ticks wait for the answer.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';
import { textOf, until } from '../support/page.mjs';

pageTest('sessions are played; the light of later ranks waits for the answer', { address: '#v=1&lesson=clicks', reducedMotion: 'reduce' }, async ({ page }) => {
  const { picture, said, answer } = slidPicture(page, 'Result page', 'Glass kettle, 1 litre');
  const words = () => picture.locator('svg').getAttribute('aria-label').then((text) => text ?? '');
  await until(words, (text) => /^Results for kettle: Toy kettle with tea set; .*\. 20 sessions\. Seen: rank 1 100 %, rank 2 45 %, rank 3 45 %\.$/.test(text), 'three ranks are told');
  assert.equal(await picture.locator('.hidden-box').count(), 2);
  assert.equal(await picture.locator('.result-seen').filter({ hasText: '?' }).count(), 7);
  await picture.getByRole('button', { name: 'Play session' }).click();
  const told = await until(() => textOf(said), (text) => /^Session 21 saw ranks? 1/.test(text), 'the session is said');
  const ranks = told.split(' and clicked ')[0].match(/\d+/g)?.slice(1) ?? [];
  assert.equal(await picture.locator('.result-light.seen').count(), ranks.length);
  await picture.getByRole('button', { name: 'Play 100' }).press('Enter');
  await until(words, (text) => / 121 sessions\. Seen: rank 1 100 %, rank 2 \d+ %, rank 3 \d+ %\.$/.test(text), 'a hundred more');
  await answer('1 in 5');
  await until(words, (text) => / 400 sessions\. .*rank 5 20 %, .*rank 10 10 %\.$/.test(text), 'the light of all ranks');
  assert.equal(await picture.locator('.hidden-box').count(), 0);
  assert.equal(await picture.getByRole('slider').count(), 0, 'no row moves in this step');
});

pageTest('a row is moved to rank 4, where its clicks wait; ticks come with the last answer', { address: '#v=1&lesson=clicks', reducedMotion: 'reduce' }, async ({ page }) => {
  const { picture, slider, said, words, answer, next } = slidPicture(page, 'Result page', 'Glass kettle, 1 litre');
  /** The titles from the top; the row in hand is drawn last. */
  const titles = () => picture.locator('[data-slides]').evaluateAll((all) => all.toSorted((one, other) => Number(one.getAttribute('data-y')) - Number(other.getAttribute('data-y')))
    .map((one) => one.querySelector('.result-title')?.textContent));
  await picture.getByRole('button', { name: 'Play 100' }).waitFor();
  await answer('1 in 5');
  await next.click();
  await until(words, (text) => text === 'rank 1', 'the product is at the top');
  assert.match(await textOf(picture), /168 clicks/);
  await slider.press('ArrowDown');
  assert.equal(await words(), 'rank 2');
  await slider.press('End');
  await until(() => textOf(said), (text) => text === 'Glass kettle, 1 litre at rank 4. Newest 400 sessions: at rank 1 168 clicks, at rank 4 hidden.', 'the clicks wait');
  assert.deepEqual((await titles()).slice(0, 5), ['Toy kettle with tea set', 'Kettle drum sticks', 'Camping kettle', 'Glass kettle, 1 litre', 'Kettle corn, salted']);
  const box = await slider.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y - 2 * box.height, { steps: 4 });
  await page.mouse.up();
  assert.match(await words(), /^rank [12]$/, 'the pointer moves the row');
  const told = await answer('About a quarter');
  assert.match(told, /46 clicks instead of 168/);
  await until(() => textOf(picture), (text) => /168 clicks.*46 clicks/.test(text), 'the field is told');
  assert.equal(await words(), 'rank 4');

  await next.click();
  await until(() => picture.locator('.click-bar.divided').count(), (count) => count === 10, 'two bars for each product');
  assert.equal(await picture.locator('.click-tick').count(), 0);
  assert.doesNotMatch(await picture.locator('svg').getAttribute('aria-label') ?? '', /wanted/);
  await answer('Steel kettle, at rank 6');
  await until(() => picture.locator('.click-tick').count(), (count) => count === 11, 'ticks and their key');
  assert.match(await picture.locator('svg').getAttribute('aria-label') ?? '', /Steel kettle, 1\.7 litre: 66 clicks, ÷ seen 400, wanted 400/);
});
