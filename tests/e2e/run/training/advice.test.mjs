// Where a bound is lowest at w = 0, the page says so in time and offers what helps; validation data choose the model.

import assert from 'node:assert/strict';
import { pageTest } from '../../support/browser.mjs';
import { controls, fullSpeed, legend, loadSample, number, ready, statusOf, textOf, until } from '../../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const HOPELESS = 'Hopeless queries (generated)';

/** @param {Page} page */
const advice = (page) => page.getByRole('region', { name: 'What the end of the run means' });

/** Trains the sample whose every third query has its labels upside down. @param {Page} page */
async function trainHopeless(page) {
  await ready(page);
  await fullSpeed(page);
  await loadSample(page, HOPELESS);
  await controls(page).train.click();
  await statusOf(page, /^converged: /);
}

pageTest('an optimum at w = 0 is explained, and each remedy trains a model that ranks', { everyday: true }, async ({ page, screenshot }) => {
  await trainHopeless(page);
  const said = await textOf(advice(page));
  assert.match(said, /not below 100\.0, its value at w = 0/);
  assert.match(said, /Optimum at \d+, kept \d+: validation NDCG@1 0\.\d+ against 0\.\d+/, 'the model is chosen by validation data');
  const remedies = advice(page).getByRole('button');
  await until(() => remedies.count(), (count) => count === 3, 'the remedies are there');
  await screenshot('advice-1440', 'window');
  assert.deepEqual((await remedies.allInnerTexts()).slice(1), ['Use the ramp bound', 'Count all ranks']);
  const bad = number((await legend(page, 'NDCG@1')).test);
  await advice(page).getByRole('button', { name: 'Use the ramp bound' }).click();
  await until(async () => number((await legend(page, 'NDCG@1')).test), (now) => now > bad + 0.2, 'the ramp bound ranks the test queries');
  await statusOf(page, /^converged: /);
  await advice(page).waitFor({ state: 'hidden' });
  assert.equal(await page.evaluate(() => document.activeElement !== document.body), true, 'the focus is not lost');
});

pageTest('the kept iteration is shown, marked in the charts, and carried by the link', {}, async ({ page }) => {
  await trainHopeless(page);
  const [, kept] = (await textOf(advice(page))).match(/kept (\d+)/) ?? [];
  assert.ok(page.url().includes('choose=validation'), page.url());
  await until(() => page.getByRole('img', { name: /^NDCG@1/ }).getAttribute('aria-label'), (name) => Boolean(name?.includes(`a ring marks the kept iteration ${kept}`)), 'the chart says which iteration is marked');
  const show = advice(page).getByRole('button', { name: `Show iteration ${kept}` });
  await show.click();
  await until(() => controls(page).slider.inputValue(), (value) => value === kept, 'the slider goes there');
  await show.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Runs', exact: true }).click();
  const row = page.getByRole('table', { name: 'Kept runs' }).getByRole('row').nth(1);
  await until(() => textOf(row), (text) => /usual settings|NDCG@1/.test(text) && /0\.6\d\d/.test(text), 'the kept run has the values of the kept iteration');
});

pageTest('the bounds along a line of w: the hinge is lowest at 0, the ramp bound is not', { everyday: true }, async ({ page, screenshot }) => {
  await trainHopeless(page);
  await controls(page).slider.fill('1');
  await page.getByRole('tab', { name: 'Certificate', exact: true }).click();
  await page.locator('#bounds summary').click();
  const panel = page.getByRole('region', { name: 'Bounds along a line of w' });
  const text = await until(() => textOf(panel), (all) => /ramp bound: lowest/.test(all), 'both bounds are drawn');
  const [, hinge] = text.match(/hinge: lowest [\d.]+ at ‖w‖ = ([\d.]+)/) ?? [];
  const [, ramp] = text.match(/ramp bound: lowest [\d.]+ at ‖w‖ = ([\d.]+)/) ?? [];
  assert.equal(Number(hinge), 0);
  assert.ok(Number(ramp) > 0.1, text);
  await panel.scrollIntoViewIfNeeded();
  await screenshot('bounds-1440', 'window');
  await controls(page).slider.fill('0');
  await until(() => textOf(panel), (all) => all.includes('At w = 0 there is no line'), 'w = 0 has no line');
});
