// The families of methods: what is shown of each waits for the answer, and is then placed card by card, by pointer or keys.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';

pageTest('the cards are placed on the families that they belong to', { address: '#v=1&lesson=smooth-ranks&step=5', reducedMotion: 'reduce' }, async ({ page }) => {
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  const picture = page.getByRole('region', { name: 'Families of methods' });
  await picture.waitFor();
  const hidden = picture.locator('.hidden-box');
  const said = () => textOf(page.locator('.stage-picture > [aria-live]'));
  await until(() => hidden.count(), (count) => count === 6, 'all cards wait');
  assert.equal(await picture.getByRole('button').count(), 0);
  await lesson.getByRole('radio', { name: 'Loss bounded, and a gap' }).check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => hidden.count(), (count) => count === 5, 'the answer places the first card');
  const family = (/** @type {string} */ name) => picture.getByRole('button', { name, exact: true });
  await family('Pairs, such as RankSVM').click();
  await until(said, (text) => text === 'Not Pairs: it demands every pair in order, by a margin', 'a wrong family is refused');
  assert.equal(await hidden.count(), 5);
  for (const name of ['Lists, such as ListNet', 'Boosting of pairs, such as RankBoost', 'Boosted trees, such as LambdaMART', 'Pairs, such as RankSVM']) await family(name).click();
  assert.equal(await hidden.count(), 1);
  await family('Smooth measures, such as SmoothRank').focus();
  await page.keyboard.press('Enter');
  await until(said, (text) => text === 'Right: Smooth measures', 'the last card is placed');
  assert.equal(await hidden.count(), 0);
  assert.equal(await picture.getByRole('button').count(), 0);
});

pageTest('a button places the cards that are left', { address: '#v=1&lesson=smooth-ranks&step=5', reducedMotion: 'reduce' }, async ({ page }) => {
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  const picture = page.getByRole('region', { name: 'Families of methods' });
  const rest = picture.getByRole('button', { name: 'Place the rest' });
  await picture.waitFor();
  assert.equal(await rest.count(), 0);
  await lesson.getByRole('radio').first().check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await rest.focus();
  await page.keyboard.press('Enter');
  await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (text) => text === 'All cards are placed', 'all cards are placed');
  assert.equal(await picture.locator('.hidden-box').count(), 0);
  assert.equal(await picture.getByRole('button').count(), 0);
});
