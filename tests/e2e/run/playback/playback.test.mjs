// One cursor moves all panels through the history of a run. Every iteration equals the end of a shorter run.

import assert from 'node:assert/strict';
import { pageTest } from '../../support/browser.mjs';
import { file, letor } from '../../support/letor.mjs';
import { controls, fullSpeed, goTo, loadSample, panelsAt, openSettings, progressOf, ready, statusOf, tableOf, textOf, train, until, upload, fetchWeights } from '../../support/page.mjs';
import { allFigures, history, openCertificate, slowMotionAt } from '../../support/history.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {number} iterations */
async function limit(page, iterations) {
  await openSettings(page);
  const field = page.getByRole('spinbutton', { name: 'Max iterations' });
  if (!await field.isVisible()) await page.getByText('More', { exact: true }).click();
  await field.fill(String(iterations));
}

/** @param {Page} page */
const cursor = async (page) => Number(await controls(page).slider.inputValue());

for (const workingSet of ['n-slack', '1-slack']) {
  pageTest(`an iteration of a long run equals a run that stops there: ${workingSet}`, {}, async ({ page }) => {
    await loadSample(page, 'LightGBM example');
    await openSettings(page);
    await page.getByLabel('Working set').selectOption({ label: workingSet });
    await statusOf(page, /^ready/);
    await fullSpeed(page);
    const end = await train(page);
    assert.ok(end.iterations >= 12, `a run long enough to go back in: ${end.iterations}`);
    await history(page).slow.click();
    const stops = [1, Math.floor(end.iterations / 2), end.iterations - 1];
    const seen = [];
    for (const iteration of stops) {
      await goTo(page, iteration);
      seen.push(await allFigures(page, iteration));
    }
    assert.notDeepEqual(seen[0], seen[1], 'the figures move with the cursor');
    assert.notDeepEqual(seen[1], seen[2], 'all the way');
    for (const [at, iteration] of stops.entries()) {
      await limit(page, iteration);
      await controls(page).train.click();
      await statusOf(page, new RegExp(`^iteration limit: gap .* after ${iteration} iterations?$`));
      await panelsAt(page, iteration);
      assert.deepEqual(await allFigures(page, iteration), seen[at], `iteration ${iteration}`);
    }
  });
}

pageTest('every panel follows the slider through a run of 1,000 iterations', {}, async ({ page }) => {
  await loadSample(page, 'LightGBM example');
  await openSettings(page);
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await openSettings(page);
  await page.getByLabel('Stop at gap').fill('0.0001');
  await page.getByRole('spinbutton', { name: 'C', exact: true }).fill('20');
  await limit(page, 1000);
  await statusOf(page, /^ready/);
  await fullSpeed(page);
  await controls(page).train.click();
  const text = await until(() => textOf(controls(page).status), (now) => /after [\d,]+ iterations$/.test(now), 'the run ends', () => progressOf(page));
  const last = await cursor(page);
  assert.equal(last, 1000, `a long history: ${text}`);
  await openCertificate(page);
  await history(page).slow.click();
  for (const iteration of [last - 1, 3, Math.floor(last / 2), 0]) {
    await goTo(page, iteration);
    await slowMotionAt(page, iteration);
  }
});

pageTest('arrow keys, Home and End move the cursor unless another control uses them', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await page.keyboard.press('ArrowLeft');
  assert.equal(await cursor(page), 0, 'without iterations the keys do nothing');
  await fullSpeed(page);
  const { iterations } = await train(page);
  await page.evaluate(() => { if (document.activeElement instanceof HTMLElement) document.activeElement.blur(); });
  for (const [key, expected] of /** @type {[string, number][]} */ ([['ArrowLeft', iterations - 1], ['ArrowLeft', iterations - 2], ['ArrowRight', iterations - 1], ['Home', 0], ['ArrowLeft', 0], ['ArrowRight', 1], ['End', iterations], ['ArrowRight', iterations]])) {
    await page.keyboard.press(key);
    assert.equal(await cursor(page), expected, key);
  }
  await panelsAt(page, iterations);
  await controls(page).step.focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await cursor(page), iterations - 1, 'on a button too');
  const c = page.getByRole('spinbutton', { name: 'C', exact: true });
  await c.focus();
  for (const key of ['ArrowLeft', 'Home', 'End', 'ArrowRight']) await page.keyboard.press(key);
  assert.equal(await cursor(page), iterations - 1, 'in a field the keys are the field’s own');
  await page.getByLabel('Play speed').focus();
  await page.keyboard.press('Home');
  assert.equal(await cursor(page), iterations - 1, 'and in a menu the menu’s');
});

pageTest('Play goes through the iterations at the chosen speed, updates every panel, and can be stopped', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await fullSpeed(page);
  const { play } = history(page);
  assert.ok(await play.isDisabled(), 'there is nothing to play at w = 0');
  const { iterations } = await train(page);
  await fetchWeights(page);
  await page.getByLabel('Play speed').selectOption({ label: '50 / s' });
  await page.evaluate(() => {
    const weights = document.querySelector('[aria-labelledby=weights-title]');
    const seen = /** @type {string[]} */ ([]);
    Reflect.set(window, 'seenIterations', seen);
    new MutationObserver(() => { const at = /iteration ([\d,]+)/.exec(weights?.textContent ?? '')?.[1]; if (at && at !== seen[seen.length - 1]) seen.push(at); }).observe(/** @type {Element} */ (weights), { subtree: true, childList: true, characterData: true });
  });
  await play.click();
  await until(() => cursor(page), (at) => at < iterations, 'it begins at the start');
  await until(() => cursor(page), (at) => at === iterations, 'it plays to the end');
  await panelsAt(page, iterations);
  const seen = await page.evaluate(() => /** @type {string[]} */ (Reflect.get(window, 'seenIterations')));
  assert.deepEqual(seen, Array.from({ length: iterations + 1 }, (_, at) => String(at)), 'the panels showed every iteration');
  await play.waitFor();

  await page.getByLabel('Play speed').selectOption({ label: '2 / s' });
  await play.click();
  await until(() => cursor(page), (at) => at >= 1, 'it plays again');
  const began = performance.now();
  const from = await cursor(page);
  // The first of them may come at once, so there are at least two pauses of half a second between.
  await until(() => cursor(page), (at) => at >= from + 3, 'three iterations later');
  assert.ok(performance.now() - began > 700, 'at two a second');
  await page.getByRole('button', { name: 'Stop playing' }).click();
  const stopped = await cursor(page);
  await page.waitForTimeout(1_200);
  assert.equal(await cursor(page), stopped, 'stopped is stopped');
  await play.click();
  await page.keyboard.press('End');
  await play.waitFor();
  assert.equal((await tableOf(page, 'Objective')).length, iterations + 1, 'nothing was trained meanwhile');
  await controls(page).reset.click();
  await ready(page);
});
