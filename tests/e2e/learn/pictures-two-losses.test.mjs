// The picture of lesson 11: methods as dots of two measures. The reader moves from list to list, and the next dot waits for the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';

pageTest('keys and pointer choose a list, and the next dot waits for the answer', { address: '#v=1&lesson=combo' },
  async ({ page }) => {
    const picture = page.getByRole('region', { name: 'Two measures' });
    const slider = picture.getByRole('slider', { name: 'Your list' });
    const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
    const dots = picture.locator('.chart-dot');
    const own = async () => await slider.getAttribute('aria-valuetext') ?? '';
    const described = async () => await picture.locator('.drawn-canvas > svg').getAttribute('aria-label') ?? '';
    const answer = async () => {
      await lesson.getByRole('radio').first().check();
      await lesson.getByRole('button', { name: 'Reveal' }).click();
      await until(() => textOf(page.locator('.lesson-reveal')), (text) => /\d\.\d\d/.test(text), 'the reveal');
      return page.locator('.lesson-reveal .figure').allInnerTexts();
    };
    await until(own, (text) => /^Your list: good pages at ranks \d+ and \d+, AUC/.test(text), 'the lists are measured');
    assert.equal(await picture.locator('.chart-possible').count(), 45, 'two good pages of ten');
    const start = await own();
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    const moved = await own();
    assert.notEqual(moved, start);
    assert.equal(await textOf(page.locator('.stage-picture [aria-live]')), moved);
    await page.keyboard.press('Home');
    assert.equal(await own(), 'Your list: good pages at ranks 9 and 10, AUC 0.00, NDCG 0.36');
    const [box, handle] = [await picture.locator('.drawn-canvas > svg').boundingBox(), await slider.boundingBox()];
    assert.ok(box && handle);
    await page.mouse.move(handle.x + 24, handle.y + 24);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width, box.y, { steps: 4 });
    await page.mouse.up();
    const best = 'Your list: good pages at ranks 1 and 2, AUC 1.00, NDCG 1.00';
    assert.equal(await own(), best, 'the pointer moves it to the nearest list');
    assert.equal(await picture.locator('.method-own').count(), 2, 'the own list');

    for (const [at, name] of ['for AUC', 'for NDCG', 'for both'].entries()) {
      await picture.getByText(`${name}: ?`).waitFor();
      assert.equal(await dots.count(), at, `${name}: no dot before the answer`);
      assert.equal(await picture.locator('.method-list').nth(at).locator('rect.method-good').count(), 0, 'no list before it');
      assert.ok(!(await described()).includes(`${name} AUC`), `${name} is not described before the answer`);
      const told = await answer();
      await until(() => dots.count(), (count) => count === at + 1, `${name}: the dot`);
      const lists = picture.locator('.method-list');
      assert.equal(await lists.nth(at).locator('.method-good').count(), 2, `${name}: two good pages of ten`);
      assert.equal(await lists.nth(at).locator('.method-bad').count(), 8);
      // The texts say other numbers, too.
      const [auc, ndcg] = at === 1 ? [told[3], told[1]] : [told[0], told[at === 2 ? 2 : 1]];
      await until(described, (text) => text.includes(`${name} AUC ${auc}, NDCG ${ndcg}`), `${name}: the worker’s numbers`);
      assert.equal(await own(), best, 'the own list stays');
      const by = [Number(auc) - 1, Number(ndcg) - 1].map((one) => `${one > 0 ? '+' : '−'}${Math.abs(one).toFixed(2)}`);
      await until(() => textOf(picture.locator('.drawn-caption')), (text) => text.endsWith(`From your list to the dot: AUC ${by[0]}, NDCG ${by[1]}`), 'how far the list is from it');
      if (at < 2) await lesson.getByRole('button', { name: 'Next' }).click();
    }
  });
