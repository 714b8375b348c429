// The families of methods: what is shown of each waits for the answer, and then stands there for all.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';

for (const [look, options] of /** @type {[string, import('../support/browser.mjs').PageOptions][]} */ ([
  ['on a projector', {}], ['on a phone', { width: 390, height: 844 }]])) {
  pageTest(`the answer shows what is shown of every family, ${look}`, { ...options, address: '#v=1&lesson=smooth-ranks&step=5', reducedMotion: 'reduce' }, async ({ page }) => {
    const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
    const picture = page.getByRole('region', { name: 'Families of methods' });
    const shown = async () => ((await picture.locator('.drawn-canvas > svg').getAttribute('aria-label')) ?? '').split('. Shown: ').length - 1;
    await picture.waitFor();
    await until(shown, (count) => count === 0, 'all proofs wait');
    if (!options.width) assert.equal(await picture.locator('.hidden-box').count(), 6);
    else await lesson.getByRole('button', { name: 'Next' }).click();
    await lesson.getByRole('radio').nth(1).check();
    await lesson.getByRole('button', { name: 'Reveal' }).click();
    await until(shown, (count) => count === 6, 'the answer shows all six');
    assert.equal(await picture.locator('.hidden-box').count(), 0);
    await picture.getByText(/nothing: .*pulls|nothing: it follows pulls/).waitFor();
    assert.match(await textOf(page.locator('.stage-picture > [aria-live]')), /Structural SVM, such as DORM.*Shown: slack/);
  });
}
