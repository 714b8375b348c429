// The picture of lesson 6: two runs as paths. The second run and the objectives are hidden until the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';

pageTest('runs are played as paths; the second run and the objectives wait for the answer', { address: '#v=1&lesson=one-slack' },
  async ({ page }) => {
    const picture = page.getByRole('region', { name: 'Planes and iterations' });
    const slider = picture.getByRole('slider', { name: 'Iteration' });
    const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
    const points = (/** @type {string} */ kind) => picture.locator(`.chart-series.${kind} circle`);
    const value = async () => await slider.getAttribute('aria-valuetext') ?? '';
    /** The bold numbers of the reveal. @param {string} waited a word of the reveal */
    const answer = async (waited) => {
      await lesson.getByRole('radio').first().check();
      await lesson.getByRole('button', { name: 'Reveal' }).click();
      await until(() => textOf(page.locator('.lesson-reveal')), (text) => text.includes(waited), 'the reveal');
      return page.locator('.lesson-reveal .figure').allInnerTexts();
    };
    await slider.waitFor();
    assert.match(await value(), /^Iteration 0\. n slacks: 0 planes$/);
    await picture.getByRole('button', { name: 'Play' }).click();
    await until(value, (text) => text.startsWith('Iteration 1.'), 'the first iteration');
    await slider.focus();
    await page.keyboard.press('End');
    assert.equal(await points('first').count(), 2, 'the handle stops where the answer begins');
    const [n, , cuts] = await answer('Training keeps');
    await until(value, (text) => text === `Iteration ${n}. n slacks: ${cuts} planes`, 'the end of the run, as the worker reports it');

    await lesson.getByRole('button', { name: 'Next' }).click();
    await picture.getByText('one slack: ?').waitFor();
    assert.equal(await points('second').count(), 0);
    assert.doesNotMatch(`${await textOf(picture)}${await value()}`, /one slack: \d/);
    const [more, , few] = await answer('instead of');
    await until(value, (text) => text === `Iteration ${more}. n slacks: ${cuts} planes; one slack: ${few} planes`, 'the second run');
    assert.equal(await points('second').count(), Number(more) + 1);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    assert.match(await value(), new RegExp(`^Iteration ${Number(more) - 1}\\.`));
    const [box, handle] = [await picture.locator('.drawn-canvas > svg').boundingBox(), await slider.boundingBox()];
    assert.ok(box && handle);
    await page.mouse.move(handle.x + 24, handle.y + 24);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, handle.y + 24, { steps: 4 });
    await page.mouse.up();
    await until(value, (text) => text.startsWith('Iteration 0.'), 'the pointer moves the handle');

    await lesson.getByRole('button', { name: 'Next' }).click();
    await until(() => picture.getByText('objective: ?').count(), (count) => count === 2, 'two hidden objectives');
    assert.doesNotMatch(await textOf(picture), /objective \d/);
    const told = await answer('same problem');
    const seen = [...(await textOf(picture)).matchAll(/objective (\d+\.\d+)/g)].map(([, number]) => number);
    assert.deepEqual(seen, told.slice(0, 2));
  });
