// The picture of lesson 12: C is slid, training is drawn first, new searches and the test are hidden until the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const parts = (page) => {
  const picture = page.getByRole('region', { name: 'Measures against C' });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  return { picture, slider: picture.getByRole('slider', { name: 'C' }), lesson,
    reveal: lesson.getByRole('button', { name: 'Reveal' }), next: lesson.getByRole('button', { name: 'Next' }),
    points: (/** @type {string} */ kind) => picture.locator(`.chart-series.${kind} circle`) };
};

/** @param {Page} page */
async function answer(page) {
  const { lesson, reveal } = parts(page);
  await lesson.getByRole('radio').first().check();
  await reveal.click();
  await lesson.locator('.lesson-reveal').getByText(/\d\.\d{3}/).first().waitFor();
}

/** The numbers of the reveal. @param {Page} page */
const told = async (page) => (await textOf(page.locator('.lesson-reveal'))).match(/\d\.\d{3}/g) ?? [];

pageTest('C is slid by keys and pointer; new searches and the test wait for the answer', { address: '#v=1&lesson=overfitting' },
  async ({ page }) => {
    const { picture, slider, next, points } = parts(page);
    await until(() => points('training').count(), (count) => count === 1, 'the first point');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.match(await slider.getAttribute('aria-valuetext') ?? '', /^C = 0\.03: training 0\.\d{3}$/);
    await page.keyboard.press('End');
    assert.match(await slider.getAttribute('aria-valuetext') ?? '', /^C = 0\.1: /, 'the handle stops where the answer begins');
    assert.equal(await points('training').count(), 3, 'every stop adds a point');
    assert.match(await textOf(page.locator('.stage-picture [aria-live]')), /^C = 0\.1: training/, 'the result is said');

    await answer(page);
    await until(() => points('training').count(), (count) => count === 11, 'the whole curve');
    const [first, last] = await told(page);
    await slider.focus();
    await page.keyboard.press('Home');
    assert.match(await slider.getAttribute('aria-valuetext') ?? '', new RegExp(`training ${first}$`), 'the worker’s number at the lowest C');
    await page.keyboard.press('End');
    assert.match(await slider.getAttribute('aria-valuetext') ?? '', new RegExp(`training ${last}$`), 'and at the highest');

    await next.click();
    await picture.getByText('100 new searches: ?').waitFor();
    assert.equal(await points('validation').count(), 0);
    await slider.focus();
    await page.keyboard.press('Home');
    assert.doesNotMatch(`${await textOf(picture)}${await slider.getAttribute('aria-valuetext')}`, /validation \d|peak/, 'validation is hidden');
    await answer(page);
    const [rise, peak, fall] = await told(page);
    await until(() => textOf(picture), (text) => text.includes(`peak ${peak}`), 'the peak');
    assert.equal(await points('validation').count(), 11);
    const falls = await picture.locator('.chart-fall').allTextContents();
    assert.equal(falls.length, 2, 'both ends have their distance from the peak');
    for (const [at, distance] of [rise, fall].entries()) {
      const [mean, error] = falls[at].replace('−', '-').split(' ± ').map(Number.parseFloat);
      assert.equal(-mean, Number(distance), 'text and picture say one number');
      assert.ok(-mean > 2 * error, `${falls[at]} is well above its standard error, as the text says`);
    }
    await until(() => slider.getAttribute('aria-valuetext'), (text) => text === null ? false : text.startsWith('C = 10: ') && text.endsWith(`validation ${peak}`), 'the handle is at the peak');
    await slider.focus();
    for (const [key, distance] of /** @type {const} */ ([['Home', rise], ['End', fall]])) {
      await page.keyboard.press(key);
      const [, value] = /validation (\d\.\d+)$/.exec(await slider.getAttribute('aria-valuetext') ?? '') ?? [];
      // Each of the three numbers is rounded by itself.
      assert.ok(Math.abs(Number(peak) - Number(value) - Number(distance)) < 0.0016, `${peak} − ${value} is ${distance}`);
    }

    await next.click();
    await picture.getByText('200 test searches: ?').waitFor();
    assert.doesNotMatch(await textOf(picture), /test, once/);
    await answer(page);
    const [, test] = await told(page);
    await until(() => textOf(picture), (text) => text.includes(`test, once: ${test}`), 'the test');

    const box = await picture.locator('.drawn-canvas > svg').boundingBox();
    assert.ok(box);
    const handle = await slider.boundingBox();
    assert.ok(handle);
    await page.mouse.move(handle.x + 24, handle.y + 24);
    await page.mouse.down();
    await page.mouse.move(box.x, handle.y + 24, { steps: 4 });
    await page.mouse.up();
    assert.match(await slider.getAttribute('aria-valuetext') ?? '', /^C = 0\.01: /, 'the pointer moves the handle');
  });
