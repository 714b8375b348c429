// One walk through every state of the page serves three rules: WCAG 2.2 A and AA hold as far as a program can tell, nothing is wider
// than the window, and each state has its picture in test-results/ for people to look at. One look has all rules of axe. The others
// have those that depend on the look.

import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import axe from 'axe-core';
import { pageTest } from './browser.mjs';
import { overflowing, until } from './page.mjs';
import { STATES } from './states.mjs';

/** @typedef {import('playwright-core').Page} Page */

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules that depend on colours and sizes. */
const OF_THE_LOOK = ['color-contrast', 'link-in-text-block', 'target-size'];

/** Bytes of a picture that shows something. */
const BLANK = 1_500;

/**
 * Walks through the states in one look. Each look is a test file of its own, so that they run beside each other.
 *
 * @param {string} look its name, which begins the names of its pictures
 * @param {import('./browser.mjs').PageOptions} options
 * @param {{ states?: import('./states.mjs').PageState[], pictures?: boolean, allRules?: boolean }} [which] the states, all of them by
 *   default; whether all rules are checked, or those that depend on the look
 */
export function walkStates(look, options, { states = STATES, pictures = true, allRules = false } = {}) {
  const rules = pictures ? 'holds WCAG 2.2 AA, fits the window and has its picture' : 'holds WCAG 2.2 AA and fits the window';
  // Without motion, so that no picture is taken on the way.
  pageTest(`every state of the page ${rules}: ${look}`, { ...options, reducedMotion: 'reduce' }, async ({ page, screenshot }) => {
    /** @type {string[]} */
    const found = [];
    for (const { name, shows, reach, leave } of states) {
      await reach(page);
      await settled(page);
      assert.deepEqual(await overflowing(page), [], `${name}: nothing is wider than the window`);
      if (pictures) {
        const path = await picture(page, screenshot, `${look} ${name}`, shows);
        assert.ok((await stat(path)).size > BLANK, `the picture of ${name} is not blank`);
      }
      found.push(...(await violations(page, allRules)).map((line) => `${name}: ${line}`));
      await leave?.(page);
    }
    assert.deepEqual(found, [], 'axe finds nothing');
  });
}

/**
 * Waits until the state is at rest: all style sheets are there, no reply of the worker is on its way, and no pointer traces a document.
 *
 * @param {Page} page
 */
async function settled(page) {
  await page.mouse.move(0, 0);
  const wanting = () => page.evaluate(() => {
    const sheets = [.../** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel=stylesheet]'))].filter(({ sheet }) => !sheet).map(({ href }) => href);
    return [...sheets, ...[...document.querySelectorAll('[aria-busy="true"]')].map(({ className }) => className)];
  });
  await until(wanting, (list) => list.length === 0, 'the state is at rest');
}

/**
 * What axe finds, a line each.
 *
 * @param {Page} page @param {boolean} [allRules] or those that depend on the look
 */
export async function violations(page, allRules = true) {
  const size = page.viewportSize();
  // On a narrow screen the run buttons stay at the lower edge: in a window as high as the page they cover nothing.
  const isNarrow = size !== null && size.width <= 760;
  if (isNarrow) await page.setViewportSize({ width: size.width, height: await page.evaluate(() => document.documentElement.scrollHeight + 200) });
  // Evaluated from outside, it needs no leave of the page's policy.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const runOnly = allRules ? { type: /** @type {const} */ ('tag'), values: TAGS } : { type: /** @type {const} */ ('rule'), values: OF_THE_LOOK };
  const found = await page.evaluate(async (rules) => {
    const { axe: checker } = /** @type {{ axe: typeof import('axe-core') }} */ (/** @type {unknown} */ (globalThis));
    const { violations: list } = await checker.run(document, { runOnly: rules, resultTypes: ['violations'] });
    return list.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`));
  }, runOnly);
  if (isNarrow) await page.setViewportSize(size);
  return found;
}

/**
 * A part of the page is taken in a window as tall as it: nothing that stays in place while the page scrolls covers it.
 *
 * @param {Page} page @param {import('./browser.mjs').Tools['screenshot']} screenshot @param {string} name @param {string} [shows]
 */
async function picture(page, screenshot, name, shows) {
  const size = page.viewportSize();
  if (!shows || !size) return screenshot(name, 'window');
  await page.setViewportSize({ ...size, height: 4_000 });
  const path = await screenshot(name, page.locator(shows).first());
  await page.setViewportSize(size);
  return path;
}
