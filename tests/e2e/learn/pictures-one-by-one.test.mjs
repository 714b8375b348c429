// The picture of online learning: the reader slides through the searches; the rest of the losses, the best fixed w and the
// bound are hidden until the answer.

import assert from 'node:assert/strict';
import { textOf, until } from '../support/page.mjs';
import { pageTest } from '../support/browser.mjs';
import { slidPicture } from '../support/slid-picture.mjs';

/** The figures of a text, to three decimals. @param {string} text */
const figuresOf = (text) => text.match(/−?\d\.\d{3}/g) ?? [];

pageTest('searches come one by one; later losses, the best w and the bound wait for the answer', { address: '#v=1&lesson=online' },
  async ({ page }) => {
    const { picture, slider, next, said, words, answer, pullLeft } = slidPicture(page, 'One by one', 'Searches seen');
    await until(words, (text) => text === 'Search 1 costs 0.500. Mean paid so far: 0.500', 'the first search, at w = 0');
    await picture.getByText('searches 21 to 119: ?').waitFor();
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    assert.match(await words(), /^Search 2 costs 0\.\d{3}\. Mean paid so far: 0\.\d{3}$/);
    await page.keyboard.press('End');
    assert.match(await words(), /^Search 20 /, 'the handle stops where the answer begins');
    assert.equal(await picture.locator('.paid-dot').count(), 20);
    await until(() => textOf(said), (text) => text.startsWith('Search 20 costs'), 'the result is said');
    await answer('It stays well above 0');
    await until(words, (text) => text.startsWith('Search 119 '), 'the curve is whole');
    assert.equal(await picture.locator('.paid-dot').count(), 119);

    await next.click();
    await picture.getByText('best fixed w: ?').waitFor();
    assert.doesNotMatch(`${await words()} ${await textOf(picture)}`, /best fixed w 0|regret/);
    const [early, late] = figuresOf(await answer('It shrinks'));
    await until(words, (text) => text.startsWith('After 119 searches') && text.endsWith(`regret ${late}`), 'the regret of the report');
    await slider.focus();
    await page.keyboard.press('Home');
    for (let at = 1; at < 10; at += 1) await page.keyboard.press('ArrowRight');
    assert.match(await words(), new RegExp(`^After 10 searches.*regret ${early}$`));

    await next.click();
    await picture.getByText('proved bound: ?').waitFor();
    await until(words, (text) => /^After 25 searches: regret 0\.\d{3} a search$/.test(text), 'no bound is told');
    const [before, after] = figuresOf(await answer('Half as high'));
    await until(words, (text) => text.startsWith('After 100 searches') && text.endsWith(`bound ${after}`), 'four times the searches');
    await until(() => textOf(picture), (text) => text.includes(`proved bound ${before} ${after}`), 'the bound at both');

    await next.click();
    await picture.getByText('readers want long pages').waitFor();
    await picture.getByText('best fixed w: ?').waitFor();
    const [regret] = figuresOf(await answer('Above the learner'));
    await until(words, (text) => text.startsWith('After 32 searches') && text.endsWith(`regret ${regret}`), 'a regret below 0');
    assert.match(String(regret), /^−/);

    await pullLeft();
    assert.match(await words(), /^After 1 search: /, 'the pointer moves the handle');
  });
