// Every state of the page holds WCAG 2.2 A and AA as far as a program can tell, in every look.

import assert from 'node:assert/strict';
import axe from 'axe-core';
import { pageTest } from './support.mjs';
import { STATES } from './states.mjs';

/** @typedef {import('playwright-core').Page} Page */

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** @type {[string, import('./support.mjs').PageOptions][]} */
const LOOKS = [
  ['light, wide', { width: 1440 }],
  ['dark, wide', { width: 1440, colorScheme: 'dark' }],
  ['light, narrow', { width: 390, height: 844 }],
  ['dark, narrow', { width: 390, height: 844, colorScheme: 'dark' }],
  ['narrow in forced colours', { width: 390, height: 844, forcedColors: 'active' }],
  ['forced colours', { width: 1440, forcedColors: 'active' }],
];

/** What axe finds, a line each. @param {Page} page */
async function violations(page) {
  // On a narrow screen the run buttons stay at the lower edge: in a window as high as the page they cover nothing.
  const { width = 0 } = page.viewportSize() ?? {};
  if (width <= 760) await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight + 200) });
  // Evaluated from outside, it needs no leave of the page's policy.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const found = await page.evaluate(async (tags) => {
    const { axe: checker } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (globalThis));
    const { violations: list } = await checker.run(document, { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });
    return list.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`));
  }, TAGS);
  return found;
}

for (const [look, options] of LOOKS) {
  pageTest(`no state of the page breaks WCAG 2.2 AA: ${look}`, { ...options, timeout: 240_000 }, async ({ page }) => {
    page.setDefaultTimeout(10_000);
    /** @type {string[]} */
    const found = [];
    for (const { name, reach, leave } of STATES) {
      await reach(page);
      found.push(...(await violations(page)).map((line) => `${name}: ${line}`));
      await leave?.(page);
    }
    assert.deepEqual(found, [], 'axe finds nothing');
  });
}

pageTest('axe would find what is wrong', {}, async ({ page }) => {
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
