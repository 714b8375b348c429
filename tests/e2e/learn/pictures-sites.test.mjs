// The picture of pages of sites: the list is read, then the rule fills its ranks; repeats and the third rank wait for the
// answers.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';

pageTest('the handle reads the list, then fills its ranks by the rule', { address: '#v=1&lesson=diversity' }, async ({ page }) => {
  const reading = slidPicture(page, 'Pages of sites', 'Ranks read');
  const { picture, next, said, answer } = reading;
  await until(reading.words, (text) => text.endsWith('Sites so far: none.'), 'nothing is read');
  await reading.slider.focus();
  await page.keyboard.press('End');
  assert.equal(await reading.words(), 'Rank 5: a page of site g, grade 2. Sites so far: m, g.');
  await until(() => textOf(said), (text) => text.startsWith('Rank 5'), 'the result is said');
  assert.doesNotMatch(await textOf(picture), /\brepeat\b/);
  await answer('3');
  await until(reading.words, (text) => text.endsWith('3 repeats in the first 5 ranks.'), 'the repeats are told');
  assert.equal(await picture.getByText('repeat', { exact: true }).count(), 3);

  await next.click();
  const { slider, words, pullLeft } = slidPicture(page, 'Pages of sites', 'Ranks filled by the rule');
  await until(words, (text) => text === 'The model’s list, by score. Repeats are struck out. 3 repeats in the first 5 ranks. dNDCG@5 so far 0.72.', 'the list by score');
  assert.equal(await picture.locator('text.struck').count(), 3);
  await slider.focus();
  await page.keyboard.press('End');
  assert.match(await words(), /^Rank 2: g is not in yet\. Take it\./, 'the handle stops before the answer');
  assert.doesNotMatch(await textOf(picture), /dNDCG@5 (?!so far)/);
  await answer('The first e');
  await until(words, (text) => text === 'Rank 5: skip g, m, g, g, e, m, g, g, in already. Take p. 0 repeats in the first 5 ranks. dNDCG@5 0.80.', 'the rule has filled all ranks');
  const sum = (await textOf(picture)).match(/([\d.]+) of the best/)?.[1];
  const parts = await picture.locator('text.strong:not(.struck):not(.site-badge text)').allTextContents();
  const added = parts.filter((text) => /^\d\.\d{2}$/.test(text)).reduce((all, text) => all + Number(text), 0);
  assert.equal(added.toFixed(2), sum, 'the printed parts add up');
  await page.keyboard.press('Home');
  await slider.focus();
  await page.keyboard.press('Home');
  for (let rank = 0; rank < 3; rank += 1) await page.keyboard.press('ArrowRight');
  assert.match(await words(), /^Rank 3: skip g, m, g, g, in already\. Take e\./);
  await pullLeft();
  assert.match(await words(), /^The model’s list, by score/);
  await next.click();
  await until(() => textOf(page.locator('.lesson-progress')), (text) => text.includes('Step 3'), 'the next step');
  await page.getByRole('region', { name: 'Lesson', exact: true }).getByRole('button', { name: 'Back' }).click();
  await until(words, (text) => text.includes('dNDCG@5 0.80'), 'an answered step shows its end');
});

/** @param {string} text @returns {(string | undefined)[]} the sites of each list, from rank 1 on */
const sitesIn = (text) => [...text.matchAll(/rule: ([^;]+);/g)].map(([, list]) => list.replace(/\d/g, '').replace(/ /g, ''));

pageTest('the rule fills the lists of both runs, and the list of the question waits', { address: '#v=1&lesson=diversity&step=3', reducedMotion: 'reduce' }, async ({ page }) => {
  const { picture, slider, words, answer, next, said, pullLeft } = slidPicture(page, 'Pages of sites', 'Ranks filled by the rule');
  await until(words, (text) => /3 repeats\.$/.test(text), 'the list by score');
  assert.equal(await picture.locator('.hidden-box').count(), 1);
  assert.equal(sitesIn(await words()).length, 1);
  assert.equal(await picture.locator('.site-strike').count(), 3);
  await answer('About as many');
  await until(words, (text) => sitesIn(text).length === 2, 'both lists are said');
  assert.equal(await picture.locator('.hidden-box').count(), 0);
  assert.equal(await picture.locator('.site-strike').count(), 6, 'the repeats of both lists');
  await slider.focus();
  await page.keyboard.press('End');
  assert.equal(await picture.locator('.site-strike').count(), 0, 'the rule removes them');
  await until(() => textOf(said), (text) => (text.match(/0 repeats, dNDCG@5/g) ?? []).length === 2, 'both values are said');
  await pullLeft();
  assert.equal(await picture.locator('.site-strike').count(), 6);

  await next.click();
  await until(() => picture.locator('.site-feature').count(), (count) => count === 6, 'three bars for each page of a demand');
  assert.equal(await picture.locator('.site-join').count(), 5, 'best list and violator have the same sites');
  assert.equal(await picture.locator('.hidden-box').count(), 3, 'the differences wait for the answer');
  assert.doesNotMatch(`${await textOf(picture)} ${await picture.locator('svg').first().getAttribute('aria-label')}`, /0\.63|0\.68|0\.17/);
  await answer('Nothing');
  await until(() => textOf(picture), (text) => /difference.*\+0\.63.*0.*−0\.19.*without the rule.*0\.68.*with the rule.*0\.17/.test(text), 'the differences are told, and what all demands ask');
  await next.click();
  await until(words, (text) => text.includes('weight of site over text 1.04'), 'the weights without the rule');
  assert.deepEqual(sitesIn(await words()), ['e,g,k,m,o']);
  await until(() => picture.locator('.site-feature').count(), (count) => count === 5, 'a bar for each page');
  const told = await answer('It falls');
  await until(words, (text) => text.includes('weight of site over text 0.75'), 'the weights with the rule');
  assert.deepEqual(sitesIn(await words()), ['e,g,k,m,o', 'e,k,g,m,o'], 'site k comes before site g');
  assert.equal(await picture.locator('.graded.met').count(), 4, 'only these two are marked, in both lists');
  assert.match(told, /0\.75/);
});

pageTest('the two lists fit a phone', { address: '#v=1&lesson=diversity&step=5', width: 390, height: 844, touch: true }, async ({ page }) => {
  const { picture, words } = slidPicture(page, 'Pages of sites', 'Ranks filled by the rule');
  await until(words, (text) => text.includes('1.04'), 'the list is there');
  const svg = await picture.locator('.drawn-canvas > svg').boundingBox();
  assert.ok(svg && svg.width <= 390 && svg.x >= 0);
});
