// The score over two features: straight contours of a linear ranker, closed ones of a kernel, and its landmarks.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { openPanel } from '../support/states.mjs';
import { fullSpeed, loadSample, openSettings, openView, ready, textOf, train, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const region = (page) => page.getByRole('region', { name: 'Score over two features' });

/** The picture once it shows so many landmarks. @param {Page} page @param {number} landmarks */
async function picture(page, landmarks) {
  const drawing = region(page).getByRole('img');
  await until(() => drawing.locator('.landmark').count(), (count) => count === landmarks, `${landmarks} landmarks are drawn`);
  await until(() => drawing.locator('.contour').count(), (count) => count >= 3, 'contours are drawn');
  return drawing;
}

/** The slopes of the segments of all contours. @param {import('playwright-core').Locator} drawing */
const slopes = (drawing) => drawing.locator('.contour').evaluateAll((paths) => paths.flatMap((path) =>
  [...(path.getAttribute('d') ?? '').matchAll(/M(\S+) ([\d.-]+)L(\S+) ([\d.-]+)/g)].map(([, a, b, c, d]) => [Number(c) - Number(a), Number(d) - Number(b)]))
  .filter(([x, y]) => Math.hypot(x, y) > 4).map(([x, y]) => (Math.atan2(y, x) + Math.PI) % Math.PI));

pageTest('a line has straight contours, a kernel has landmarks and closed ones', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await loadSample(page, 'Ring (generated)');
  await openPanel(page, 'plane');
  await train(page);
  const straight = await slopes(await picture(page, 0));
  assert.ok(straight.length > 50);
  const turned = straight.map((angle) => Math.min(Math.abs(angle - straight[0]), Math.PI - Math.abs(angle - straight[0])));
  assert.ok(Math.max(...turned) < 0.1, `all segments have one direction: ${Math.max(...turned)}`);
  assert.equal(await region(page).getByRole('img').locator('.document').count(), 384, 'every training document is drawn');

  await openSettings(page);
  await page.getByLabel('Feature map φ', { exact: true }).selectOption({ label: 'typed' });
  await page.getByLabel('Feature map φ, typed').fill('rbf:4:80');
  await train(page);
  await openView(page, 'Weights');
  await until(() => textOf(page.getByRole('region', { name: 'Landmarks' })), (text) => /train-\d+ · doc \d+/.test(text), 'landmarks have names');
  const round = await slopes(await picture(page, 80));
  const [left, right] = [round.filter((angle) => angle < Math.PI / 2).length, round.filter((angle) => angle > Math.PI / 2).length];
  assert.ok(left > 50 && right > 50, `contours turn: ${left} and ${right}`);
  await region(page).getByText('Scores as a table').click();
  await until(() => region(page).getByRole('row').count(), (rows) => rows === 10, 'the table has its rows');
});

pageTest('data with more features have no such picture', {}, async ({ page }) => {
  await ready(page);
  await openPanel(page, 'plane');
  await until(() => textOf(region(page)), (text) => text.includes('needs data with two features'), 'the panel says why');
});
