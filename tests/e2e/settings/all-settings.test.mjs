// The rail in its short form: what is set most, with Train in sight, and everything else behind a link.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { controls, ready, until } from '../support/page.mjs';

/** @param {import('playwright-core').Page} page */
const all = (page) => page.locator('details.all-settings');
/** @param {import('playwright-core').Page} page */
const isOpen = (page) => all(page).evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open);

pageTest('at 1280 × 720 the short form and Train need no scrolling, and the choice is kept', { width: 1280, height: 720, shortRail: true, everyday: true }, async ({ page }) => {
  await ready(page);
  const short = ['Sample data', 'Method', 'Measure', 'Cut-off k', 'C'].map((name) => page.getByLabel(name, { exact: true }));
  for (const field of [...short, controls(page).train]) {
    const box = await field.boundingBox();
    assert.ok(box && box.y > 0 && box.y + box.height <= 720, `${await field.evaluate((element) => element.outerHTML.slice(0, 80))}: ${JSON.stringify(box)}`);
  }
  assert.ok(await page.locator('#choices').evaluate((rail) => rail.scrollHeight <= rail.clientHeight), 'nothing to scroll');
  assert.equal(await page.getByLabel('Decay profile c').isVisible(), false);
  await page.getByText('All settings', { exact: true }).click();
  await until(() => page.getByLabel('Decay profile c').isVisible(), Boolean, 'the others open');
  await page.reload();
  await ready(page);
  assert.equal(await isOpen(page), true, 'the choice is kept');
});

pageTest('a fault among all settings opens them', { width: 1280, height: 720, shortRail: true }, async ({ page }) => {
  await ready(page);
  const gap = page.getByLabel('Stop at gap', { exact: true });
  await page.locator('#rail details').evaluateAll((folds) => folds.forEach((one) => { /** @type {HTMLDetailsElement} */ (one).open = true; }));
  await gap.fill('0');
  await all(page).evaluate((element) => { /** @type {HTMLDetailsElement} */ (element).open = false; });
  await gap.evaluate((element) => { /** @type {HTMLInputElement} */ (element).value = '-1'; element.dispatchEvent(new Event('input', { bubbles: true })); });
  await until(() => isOpen(page), Boolean, 'the field at fault is in sight');
});

pageTest('a phone shows all settings in its sheet', { width: 390, height: 844, shortRail: true }, async ({ page }) => {
  await ready(page);
  assert.equal(await isOpen(page), true);
  await page.getByRole('button', { name: 'Change settings' }).click();
  assert.equal(await page.getByLabel('Decay profile c').isVisible(), true);
  assert.equal(await page.getByText('All settings', { exact: true }).isVisible(), false, 'with nothing to open');
});
