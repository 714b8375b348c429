// Checks besides the walk through the states (cross/states/): axe finds a fault, and headings and landmarks are nested.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { STATES } from '../support/states.mjs';
import { violations } from '../support/states-walk.mjs';

pageTest('axe finds a planted fault', { everyday: true }, async ({ page }) => {
  await STATES[0].reach(page);
  await page.evaluate(() => {
    document.querySelector('main')?.append(Object.assign(document.createElement('button'), { innerHTML: '<i></i>' }));
  });
  assert.match((await violations(page)).join('\n'), /^button-name/m, 'a button without a name is found');
});

pageTest('headings go down one level at a time, and every part of the page is in a landmark', {}, async ({ page }) => {
  for (const { reach, leave } of STATES.slice(0, 6)) {
    await reach(page);
    const levels = await page.locator('h1, h2, h3, h4, h5, h6').evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => Number(one.tagName[1])));
    assert.equal(levels[0], 1, 'the first heading is the page’s');
    assert.equal(levels.filter((level) => level === 1).length, 1, 'there is one of the first level');
    levels.forEach((level, at) => assert.ok(at === 0 || level <= levels[at - 1] + 1, `no level is left out: ${levels.join(' ')}`));
    await leave?.(page);
  }
  for (const role of /** @type {const} */ (['banner', 'main', 'complementary', 'navigation'])) {
    assert.equal(await page.getByRole(role).count(), 1, `there is one landmark ${role}`);
  }
});
