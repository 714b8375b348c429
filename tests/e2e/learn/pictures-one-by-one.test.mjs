// The picture of online learning: the reader slides through the searches; the rest of the losses, the best fixed w and the
// bound are hidden until the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const parts = (page) => {
  const picture = page.getByRole('region', { name: 'One by one' });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  return { picture, slider: picture.getByRole('slider', { name: 'Searches seen' }), lesson,
    next: lesson.getByRole('button', { name: 'Next' }), said: page.locator('.stage-picture [aria-live]') };
};

/** Answers, and returns the numbers of the reveal. @param {Page} page @param {string} choice */
async function answer(page, choice) {
  const { lesson } = parts(page);
  await lesson.getByRole('radio', { name: choice }).check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  const text = await until(() => textOf(lesson.locator('.lesson-reveal')), (told) => /^Yes.*\d\.\d{3}/s.test(told), `${choice} is right`);
  return text.match(/−?\d\.\d{3}/g) ?? [];
}

/** @param {Page} page */
const words = async (page) => await parts(page).slider.getAttribute('aria-valuetext') ?? '';

pageTest('searches come one by one; later losses, the best w and the bound wait for the answer', { address: '#v=1&lesson=online' },
  async ({ page }) => {
    const { picture, slider, next, said } = parts(page);
    await until(() => words(page), (text) => text === 'Search 1 costs 0.500. Mean paid so far: 0.500', 'the first search, at w = 0');
    await picture.getByText('the other 99 searches: ?').waitFor();
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.match(await words(page), /^Search 2 costs 0\.\d{3}\. Mean paid so far: 0\.\d{3}$/);
    await page.keyboard.press('End');
    assert.match(await words(page), /^Search 20 /, 'the handle stops where the answer begins');
    assert.equal(await picture.locator('.paid-dot').count(), 20);
    await until(() => textOf(said), (text) => text.startsWith('Search 20 costs'), 'the result is said');
    await answer(page, 'It stays well above 0');
    await until(() => words(page), (text) => text.startsWith('Search 119 '), 'the curve is whole');
    assert.equal(await picture.locator('.paid-dot').count(), 119);

    await next.click();
    await picture.getByText('best fixed w: ?').waitFor();
    assert.doesNotMatch(`${await words(page)} ${await textOf(picture)}`, /best fixed w 0|regret/);
    const [early, late] = await answer(page, 'Yes, toward 0');
    await until(() => words(page), (text) => text.startsWith('After 119 searches') && text.endsWith(`regret ${late}`), 'the regret of the report');
    await slider.focus();
    await page.keyboard.press('Home');
    for (let at = 1; at < 10; at += 1) await page.keyboard.press('ArrowRight');
    assert.match(await words(page), new RegExp(`^After 10 searches.*regret ${early}$`));

    await next.click();
    await picture.getByText('proved bound: ?').waitFor();
    await until(() => words(page), (text) => /^After 25 searches: regret 0\.\d{3} a search$/.test(text), 'no bound is told');
    const [before, after] = await answer(page, 'Half as high');
    await until(() => words(page), (text) => text.startsWith('After 100 searches') && text.endsWith(`bound ${after}`), 'four times the searches');
    await until(() => textOf(picture), (text) => text.includes(`proved bound ${before} ${after}`), 'the bound at both');

    await next.click();
    await picture.getByText('readers want long pages').waitFor();
    await picture.getByText('best fixed w: ?').waitFor();
    const [regret] = await answer(page, 'Above the learner');
    await until(() => words(page), (text) => text.startsWith('After 32 searches') && text.endsWith(`regret ${regret}`), 'a regret below 0');
    assert.match(String(regret), /^−/);

    const [box, handle] = [await picture.locator('.drawn-canvas > svg').boundingBox(), await slider.boundingBox()];
    assert.ok(box && handle);
    await page.mouse.move(handle.x + 24, handle.y + 24);
    await page.mouse.down();
    await page.mouse.move(box.x, handle.y + 24, { steps: 4 });
    await page.mouse.up();
    assert.match(await words(page), /^After 1 search: /, 'the pointer moves the handle');
  });
