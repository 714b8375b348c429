// The leads on queries: the handle takes more queries by keys and pointer, stops at 20 before the answer, and goes to the
// end with it.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';
import { LEADS, meanOf } from '../../../www/features/learn/lessons/pictures/query-leads/leads.js';

const mean = (/** @type {number} */ count) => {
  const value = meanOf(count).mean;
  return `mean ${value > 0 ? '+' : ''}${value.toFixed(3).replace('-', '−')},`;
};

for (const [look, options] of /** @type {[string, import('../support/browser.mjs').PageOptions][]} */ ([
  ['on a projector', {}], ['on a phone', { width: 390, height: 844 }]])) {
  pageTest(`the band follows the queries that are used, ${look}`, { ...options, address: '#v=1&lesson=trees&step=5', reducedMotion: 'reduce' }, async ({ page }) => {
    const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
    const picture = page.getByRole('region', { name: 'Leads on queries' });
    const slider = picture.getByRole('slider', { name: 'Queries' });
    const value = async () => String(await slider.getAttribute('aria-valuetext'));
    await slider.waitFor();
    assert.ok((await value()).startsWith(`First 20 queries: ${mean(20)}`));
    assert.equal(await picture.locator('.leads-dot').count(), LEADS.length, 'every query is seen');
    assert.equal(await picture.locator('.leads-dot.ahead').count(), LEADS.length - 20);
    await slider.press('ArrowRight');
    assert.ok((await value()).startsWith('First 20 '), 'the handle stops where the answer begins');
    await slider.press('ArrowLeft');
    assert.ok((await value()).startsWith(`First 19 queries: ${mean(19)}`));
    assert.equal(await textOf(page.locator('.stage-picture > [aria-live]')), await value());
    const box = await slider.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 600, box.y, { steps: 4 });
    await page.mouse.up();
    assert.ok((await value()).startsWith('First 5 '));
    if (options.width) await lesson.getByRole('button', { name: 'Next' }).click();
    await lesson.getByRole('radio').nth(1).check();
    await lesson.getByRole('button', { name: 'Reveal' }).click();
    await until(value, (text) => text.startsWith(`First 50 queries: ${mean(50)}`), 'all queries are used');
    await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (text) => text.startsWith('First 50'), 'the end is said');
    assert.equal(await picture.locator('.leads-dot.ahead').count(), 0);
  });
}
