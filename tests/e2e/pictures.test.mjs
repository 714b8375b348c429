// A picture of every state and panel for people to look at, in test-results/; and in none of them is anything wider than the window.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { STATES } from './states.mjs';
import { pageTest } from './support.mjs';
import { sticksOut } from './page.mjs';

/** @type {[string, import('./support.mjs').PageOptions][]} */
const LOOKS = [
  ['light 1440', { width: 1440, height: 960 }],
  ['dark 1440', { width: 1440, height: 960, colorScheme: 'dark' }],
  ['light 390', { width: 390, height: 844 }],
  ['dark 390', { width: 390, height: 844, colorScheme: 'dark' }],
];

for (const [look, options] of LOOKS) {
  pageTest(`every state of the page has its picture, and nothing sticks out: ${look}`, { ...options, timeout: 240_000 }, async ({ page, screenshot }) => {
    for (const { name, shows, reach, leave } of STATES) {
      await reach(page);
      assert.deepEqual(await sticksOut(page), [], `${name}: nothing is wider than the window`);
      const path = await screenshot(`${look} ${name}`, shows ? page.locator(shows).first() : 'window');
      assert.ok((await stat(path)).size > 1_500, `the picture of ${name} is not blank`);
      await leave?.(page);
    }
  });
}
