// The picture of pulls: a score is tried by keys and pointer, the shares of all pages follow, and what the question asks
// is hidden until Reveal.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';

/** @param {import('playwright-core').Page} page @param {string} address @param {string} lesson @param {number} step */
async function open(page, address, lesson, step) {
  await page.goto('about:blank');
  await page.goto(`${address}#v=1&lesson=${lesson}&step=${step}`);
  const region = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => region.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const picture = page.getByRole('region', { name: 'Pulls', exact: true });
  await picture.getByRole('radio').first().waitFor();
  const reveal = async (/** @type {string} */ answer) => {
    await region.getByRole('radio', { name: answer }).check();
    await region.getByRole('button', { name: 'Reveal' }).click();
  };
  return { region, picture, slider: picture.getByRole('slider'), reveal };
}

pageTest('a tried score changes the shares, and the pull is gone where both shares are equal', { reducedMotion: 'reduce' }, async ({ page, address }) => {
  const { picture, slider, reveal } = await open(page, address, 'lists', 2);
  assert.equal(await slider.getAttribute('aria-valuetext'), 'Apple crumble, score 0.0: share by score 14.3 %');
  assert.equal(await picture.locator('.pulls-share.target, .pulls-arrow, .pulls-number').count(), 0, 'grades are hidden');
  await slider.press('End');
  await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (text) => /score 6\.0: share by score 98\.5 %/.test(text), 'the share is said');
  await picture.getByRole('radio', { name: 'Apple pie in a hurry, grade 2' }).click();
  assert.match(await slider.getAttribute('aria-valuetext') ?? '', /^Apple pie in a hurry, score 0\.0: share by score 14\.3 %$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  assert.equal(await picture.getByRole('radio', { name: 'Apple crumble, grade 1' }).getAttribute('aria-checked'), 'true');
  await reveal('Down');
  await until(() => slider.getAttribute('aria-valuetext'), (text) => text === 'Apple crumble, score 0.0: share by score 14.3 %, by grade 6.7 %, pulled down by 7.6', 'the pull is told');
  assert.deepEqual(await picture.locator('.pulls-number').allTextContents(), ['+35.2', '+3.9', '+3.9', '−7.6', '−11.8', '−11.8', '−11.8']);
  for (let press = 0; press < 8; press += 1) await slider.press('ArrowLeft');
  assert.match(await slider.getAttribute('aria-valuetext') ?? '', /no pull$/);
  assert.equal(await picture.locator('.pulls-none').count(), 1);
});

pageTest('the gains are told with the answer', { reducedMotion: 'reduce' }, async ({ page, address }) => {
  const { region, picture } = await open(page, address, 'lists', 3);
  assert.equal(await picture.locator('.pulls-arrow.up').count(), 3, 'the arrows by grade are known');
  await region.getByRole('spinbutton').fill('1');
  await region.getByRole('button', { name: 'Reveal' }).click();
  await until(() => picture.locator('.pulls-arrow.up').count(), (count) => count === 1, 'one page is pulled up');
  assert.equal(await picture.locator('.pulls-number').first().textContent(), '+81.7');
});

pageTest('the rounds of boosting open with the answer', { reducedMotion: 'reduce' }, async ({ page, address }) => {
  const { picture, slider, reveal } = await open(page, address, 'boosting', 5);
  assert.equal(await slider.getAttribute('aria-valuemax'), '0');
  assert.match(await slider.getAttribute('aria-valuetext') ?? '', /^Round 0, Tears of joy \(mistake\): 6 pairs, 0 wrong, pull \+6\.00, 6\.7 % of all weight$/);
  await picture.getByRole('radio', { name: 'Iced tea with mint, grade 1' }).click();
  assert.equal(await picture.locator('.pulls-link.up').count(), 3);
  assert.equal(await picture.locator('.pulls-link.down').count(), 3);
  await picture.getByRole('radio', { name: 'Tears of joy (mistake), grade 2' }).click();
  await reveal('It grows');
  await until(() => slider.getAttribute('aria-valuetext'), (text) => /^Round 8, .*6 pairs, 3 wrong, pull \+9\.69, 40\.8 % of all weight$/.test(text ?? ''), 'the rounds are told');
  await slider.press('ArrowLeft');
  assert.match(await slider.getAttribute('aria-valuetext') ?? '', /^Round 7, /);
});

pageTest('what a swap changes in NDCG is told with the answer', { reducedMotion: 'reduce' }, async ({ page, address }) => {
  const { picture, reveal } = await open(page, address, 'boosting', 6);
  const numbers = () => picture.locator('svg text.strong').allTextContents().then((all) => all.filter((text) => /^[+−]/.test(text)));
  assert.deepEqual(await numbers(), Array(6).fill('+1.00'));
  await picture.getByRole('radio', { name: 'Tee for golf, grade 0' }).click();
  assert.deepEqual(await numbers(), ['−1.00']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await reveal('That with rank 1');
  await until(numbers, (all) => all.join(' ') === '+0.569 +0.200 +0.069 +0.044 +0.074 +0.097', 'the changes are told');
  await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (text) => /^How to brew tea: 6 pairs, 3 wrong, pull \+1\.05$/.test(text), 'the pull is said');
  await picture.getByRole('radio', { name: 'Tea towels, grade 0' }).click();
  assert.deepEqual(await numbers(), ['−0.569']);
});
