// Sixty draws as dots: the handle goes from dot to dot by keys and pointer, and the corners are counted with the answer.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';

for (const [look, options] of /** @type {[string, import('../support/browser.mjs').PageOptions][]} */ ([
  ['on a projector', {}], ['on a phone', { width: 390, height: 844 }]])) {
  pageTest(`each draw is told, and the corners are counted with the answer, ${look}`, { ...options, address: '#v=1&lesson=combo&step=4', reducedMotion: 'reduce' }, async ({ page }) => {
    const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
    const picture = page.getByRole('region', { name: 'Sixty draws' });
    const slider = picture.getByRole('slider', { name: 'Draw' });
    const value = () => slider.getAttribute('aria-valuetext');
    await slider.waitFor();
    assert.equal(await picture.locator('.draws-dot, .chart-dot.third').count(), 60);
    assert.match(String(await value()), /^Draw 60: AUC \+0\.06, NDCG \+0\.0\d; gives up neither$/);
    await slider.press('Home');
    assert.match(String(await value()), /^Draw 1: AUC ±0, NDCG −0\.26; gives up NDCG$/);
    assert.equal(await textOf(page.locator('.stage-picture > [aria-live]')), await value());
    const box = await slider.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 900, box.y, { steps: 4 });
    await page.mouse.up();
    assert.match(String(await value()), /^Draw 60:/);
    assert.equal(await picture.getByText('36 give up NDCG').count(), 0, 'the counts wait');
    if (!options.width) {
      const dot = await picture.locator('.draws-dot').nth(40).boundingBox();
      assert.ok(dot);
      await page.mouse.click(dot.x + dot.width / 2, dot.y + dot.height / 2);
      assert.match(String(await value()), /^Draw 41: .*; gives up AUC$/, 'a dot can be pressed');
    }
    if (options.width) await lesson.getByRole('button', { name: 'Next' }).click();
    await lesson.getByRole('radio').nth(1).check();
    await lesson.getByRole('button', { name: 'Reveal' }).click();
    await picture.getByText('36 give up NDCG', { exact: true }).waitFor();
    assert.equal(await picture.locator('.chart-dot.third').count(), 6);
    await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (text) => text === '36 give up NDCG, 12 give up AUC, 6 give up both, 6 give up neither', 'the counts are said');
  });
}
