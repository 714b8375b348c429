// The picture of calibration: the border between two wishes is moved; lists, sums and regret are hidden until the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const parts = (page) => {
  const picture = page.getByRole('region', { name: 'Two wishes' });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  return { picture, slider: picture.getByRole('slider', { name: 'People with the first wish' }), lesson,
    next: lesson.getByRole('button', { name: 'Next' }), said: page.locator('.stage-picture [aria-live]') };
};

/** @param {Page} page @param {string} choice */
async function answer(page, choice) {
  const { lesson } = parts(page);
  await lesson.getByRole('radio', { name: choice }).check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => textOf(lesson.locator('.lesson-reveal')), (text) => text.startsWith('Yes'), `${choice} is right`);
}

/** @param {Page} page */
const words = async (page) => await parts(page).slider.getAttribute('aria-valuetext') ?? '';

pageTest('the border moves by keys and pointer; what each loss picks waits for the answer', { address: '#v=1&lesson=calibration' },
  async ({ page }) => {
    const { picture, slider, next, said } = parts(page);
    await until(() => words(page), (text) => text === '4 of 11 want the car, 7 the animal.', 'no list is told');
    assert.equal(await picture.locator('.dcg-bar, .sum-bar').count(), 0);
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await words(page), '5 of 11 want the car, 6 the animal.');
    await until(() => textOf(said), (text) => text.startsWith('5 of 11 want the car'), 'the result is said');

    await answer(page, 'Shop');
    await until(() => words(page), (text) => text === '4 of 11 want the car, 7 the animal. Best list: Shop, Zoo, Wiki, mean DCG 4.250.', 'back at the question');
    await until(() => picture.locator('.sum-bar').count(), (count) => count === 3, 'the sums of gains');
    assert.equal(await picture.locator('.dcg-bar.best').count(), 1);

    await next.click();
    await until(() => picture.locator('.sum-bar').count(), (count) => count === 0, 'the sums of grades are hidden');
    assert.doesNotMatch(`${await words(page)} ${await textOf(picture)}`, /grades picks|grades\b.*0\.235/);
    await answer(page, 'Zoo');
    await until(() => words(page), (text) => text.endsWith('regression on grades picks Zoo, Shop, Wiki: 0.235 less.'), 'the list of the grades');

    await next.click();
    assert.doesNotMatch(await words(page), /RankSVM/);
    await answer(page, 'Last');
    await until(() => words(page), (text) => text.endsWith('RankSVM picks Zoo, Wiki, Shop: 0.437 less.'), 'the list of RankSVM');
    await until(() => textOf(picture), (text) => /gains.*grades.*RankSVM/.test(text), 'the three lists are marked');

    await next.click();
    await picture.getByText('three losses: ?').waitFor();
    assert.equal(await picture.locator('.regret-line').count(), 0);
    await slider.focus();
    await page.keyboard.press('End');
    assert.equal(await words(page), '11 of 11 want the car, 0 the animal.');
    await answer(page, 'Where nearly all agree');
    await until(() => words(page), (text) => text.startsWith('5 of 11 want the car') && text.endsWith('RankSVM picks Zoo, Wiki, Shop: 0.856 less.'), 'the greatest regret');
    assert.equal(await picture.locator('.regret-line').count(), 3);

    const [box, handle] = [await picture.locator('.drawn-canvas > svg').boundingBox(), await slider.boundingBox()];
    assert.ok(box && handle);
    await page.mouse.move(handle.x + 24, handle.y + 24);
    await page.mouse.down();
    await page.mouse.move(box.x, handle.y + 24, { steps: 4 });
    await page.mouse.up();
    assert.match(await words(page), /^0 of 11 want the car.*RankSVM picks Zoo, Wiki, Shop: the best\.$/, 'the pointer moves the border');
  });
