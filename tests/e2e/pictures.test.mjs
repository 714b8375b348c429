// A picture of every state and panel for people to look at, in test-results/; and in none of them is anything wider than the window.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { STATES } from './states.mjs';
import { pageTest } from './support.mjs';
import { sticksOut } from './page.mjs';

/** @type {[string, import('./support.mjs').PageOptions][]} */
const LOOKS = [
  // Without motion, so that no picture is taken on the way.
  ['light 1440', { width: 1440, height: 960 }],
  ['dark 1440', { width: 1440, height: 960, colorScheme: 'dark' }],
  ['light 390', { width: 390, height: 844 }],
  ['dark 390', { width: 390, height: 844, colorScheme: 'dark' }],
];

/**
 * A part of the page is taken in a window as tall as it: nothing that stays in place while the page scrolls covers it.
 * @param {import('playwright-core').Page} page @param {import('./support.mjs').Tools['screenshot']} screenshot @param {string} name @param {string} [shows]
 */
async function picture(page, screenshot, name, shows) {
  const size = page.viewportSize();
  if (!shows || !size) return screenshot(name, 'window');
  await page.setViewportSize({ ...size, height: 4_000 });
  const path = await screenshot(name, page.locator(shows).first());
  await page.setViewportSize(size);
  return path;
}

for (const [look, options] of LOOKS) {
  pageTest(`every state of the page has its picture, and nothing sticks out: ${look}`, { ...options, reducedMotion: 'reduce', timeout: 240_000 }, async ({ page, screenshot }) => {
    for (const { name, shows, reach, leave } of STATES) {
      await reach(page);
      assert.deepEqual(await sticksOut(page), [], `${name}: nothing is wider than the window`);
      const path = await picture(page, screenshot, `${look} ${name}`, shows);
      assert.ok((await stat(path)).size > 1_500, `the picture of ${name} is not blank`);
      await leave?.(page);
    }
  });
}
