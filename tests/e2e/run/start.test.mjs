// The introduction of a first visit: what it says, and that it steps aside for good.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { chart, closeIntroduction, controls, fullSpeed, number, ready, statusOf, textOf, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const way = (page) => page.getByRole('button', { name: 'Just train', exact: true });

/** Whether the introduction is there after a visit from the start. @param {Page} page @param {string} address */
async function again(page, address) {
  await page.goto('about:blank');
  await page.goto(address);
  await ready(page);
  return way(page).isVisible();
}

pageTest('a first visit says what this is and where the model stands, with one action that stands out', { everyday: true }, async ({ page }) => {
  await ready(page);
  const words = await textOf(page.getByRole('main'));
  assert.match(words, /Watch a model learn which ones they are\./);
  assert.match(words, /120 searches to learn from are loaded\. Nothing leaves this device\./);
  const shown = number(/NDCG@10 on queries kept for the test (\S+) now/.exec(words)?.[1]);
  assert.ok(shown > 0 && shown < 1, `where the model stands: ${shown}`);
  const filled = await page.locator('button.primary:visible').evaluateAll((all) => all.filter((one) => {
    const [background, text] = ['backgroundColor', 'color'].map((name) => Reflect.get(getComputedStyle(one), name));
    return text === 'rgb(255, 255, 255)' && background !== 'rgb(255, 255, 255)';
  }).map((one) => one.textContent));
  assert.deepEqual(filled, ['Start with lesson 1'], 'one filled button');
});

pageTest('the introduction steps aside for good: training, stepping and closing', {}, async ({ page, address }) => {
  await ready(page);
  assert.ok(await again(page, address), 'who has only looked sees it again');
  await upload(page, file('own.txt', letor({ seed: 7 })));
  assert.match(await textOf(page.getByRole('main')), /Your 12 queries are loaded\. Nothing leaves this device\./, 'own data have their own sentence');
  await fullSpeed(page);
  await way(page).click();
  await statusOf(page, /^converged/);
  await chart(page, 'Objective').card.waitFor();
  assert.ok(await page.locator('#run').evaluate((run) => run.contains(document.activeElement)), 'the focus goes on to the run');
  assert.equal(await again(page, address), false, 'after training');

  for (const act of [() => controls(page).step.click(), () => closeIntroduction(page)]) {
    await page.evaluate(() => localStorage.clear());
    assert.ok(await again(page, address));
    await act();
    await until(() => way(page).isVisible(), (seen) => !seen, 'it steps aside');
    assert.equal(await again(page, address), false, 'and stays away');
  }
});

pageTest('a link opens its run and no introduction', { address: '#v=1&sample=kitchen&trained=2' }, async ({ page }) => {
  await statusOf(page, /^paused at iteration 2 /);
  assert.equal(await way(page).isVisible(), false);
});
