// The picture of one tree: keys and the pointer choose a document, whose way through the tree is drawn beside that of
// the first one; the handle stops in the middle until the answer.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';

for (const [look, options] of /** @type {[string, import('../support/browser.mjs').PageOptions][]} */ ([
  ['on a projector', {}], ['on a phone', { width: 390, height: 844 }]])) {
  pageTest(`the ways of two cups part in a tree, ${look}`, { ...options, address: '#v=1&lesson=trees&step=3', reducedMotion: 'reduce' }, async ({ page }) => {
    const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
    const picture = page.getByRole('region', { name: 'One tree' });
    const slider = picture.getByRole('slider', { name: 'Document B' });
    const value = async () => String(await slider.getAttribute('aria-valuetext'));
    const leaves = (/** @type {string} */ letter) => picture.locator(`.leaf.way-${letter} .leaf-value`).allTextContents();
    await slider.waitFor();
    assert.equal(await value(), 'A, 43 °C: −1.000. B, 43 °C: −1.000');
    assert.deepEqual(await picture.locator('.leaf-value').allTextContents(), ['−1.000', '+1.700', '−1.000']);
    assert.equal(await picture.locator('.split').count(), 2);
    assert.equal(await picture.locator('.leaf.way-a.way-b').count(), 1, 'both cups are in one leaf');
    await slider.press('End');
    assert.equal(await value(), 'A, 43 °C: −1.000. B, 71 °C: +1.700', 'the handle stops where the answer begins');
    assert.deepEqual([await leaves('a'), await leaves('b')], [['−1.000'], ['+1.700']]);
    assert.equal(await textOf(page.locator('.stage-picture > [aria-live]')), await value());
    const room = await picture.locator('.drawn-canvas').boundingBox();
    assert.ok(room);
    for (const box of await picture.locator(':is(.split, .leaf)').all()) {
      const at = await box.boundingBox();
      assert.ok(at && at.x >= room.x - 1 && at.x + at.width <= room.x + room.width + 1, 'the tree is seen as a whole');
      assert.ok(await box.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize) >= 14), 'letters for a stage');
      assert.ok(await box.evaluate((one) => [one, ...one.querySelectorAll('*')].every((part) => part.scrollWidth <= part.clientWidth + 1 || getComputedStyle(part).display === 'inline')), 'no text is cut');
    }
    const handle = await slider.boundingBox();
    assert.ok(handle);
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(room.x, handle.y + handle.height / 2, { steps: 4 });
    await page.mouse.up();
    assert.match(await value(), /B, 43 °C: −1\.000$/);
    if (options.width) await lesson.getByRole('button', { name: 'Next' }).click();
    await lesson.getByRole('radio').nth(2).check();
    await lesson.getByRole('button', { name: 'Reveal' }).click();
    await until(value, (text) => text.endsWith('B, 97 °C: −1.000'), 'the hottest cup is followed');
    await until(() => textOf(lesson.locator('.lesson-reveal')), (text) => text.startsWith('Yes'), 'the answer is right');
    assert.equal(await picture.locator('.leaf.way-b.way-a').count(), 0, 'they end in two leaves');
  });
}
