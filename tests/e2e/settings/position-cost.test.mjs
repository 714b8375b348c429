// DORM with a cost of positions: formula and table, and what the cost would do to the violator.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { controls, fullSpeed, loadSample, openSettings, ready, statusOf, textOf, train, until } from '../support/page.mjs';

/** @param {import('playwright-core').Page} page */
function editor(page) {
  const root = page.locator('.cost-editor');
  return {
    root, cost: page.getByLabel('Cost T', { exact: true }), typed: page.getByLabel('Cost T, typed'),
    field: (/** @type {string} */ name) => root.getByRole('spinbutton', { name, exact: true }),
    preview: root.getByRole('region', { name: 'What this T would do' }),
  };
}

/** @param {import('playwright-core').Page} page */
async function choose(page) {
  await ready(page);
  await fullSpeed(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await openSettings(page);
  await page.getByLabel('Method', { exact: true }).selectOption('dorm-cost');
}

pageTest('a formula is shown as a table, and a typed number makes it an own one', { everyday: true }, async ({ page }) => {
  await choose(page);
  const { cost, field, root, typed } = editor(page);
  const ofRank = (/** @type {string} */ rank) => field(`cost of grade 1 at rank ${rank}`);
  await until(() => ofRank('1').inputValue(), (value) => value === '-1', '(1 − 2^1) / log2(2)');
  assert.equal(await ofRank('3').inputValue(), '-0.5');
  await cost.selectOption({ label: 'bad documents in the top 5' });
  await until(() => field('cost of grade 0 at rank 1').inputValue(), (value) => value === '1', 'the other formula');

  await ofRank('2').fill('0.75');
  await until(() => textOf(root), (text) => text.includes('Your own table'), 'a table');
  assert.match(await typed.inputValue(), /"grade":1,"cost":\[0,0\.75,0/);
  assert.equal(await ofRank('5, …').inputValue(), '0');

  await typed.fill('1 / (grade - 1)');
  await until(() => textOf(root), (text) => /grade = 1, .*division by zero/.test(text), 'a division by zero');
  await typed.fill('1 +');
  await until(() => textOf(page.locator('#rail')), (text) => /character 4/.test(text), 'the place of the fault');
  await until(() => controls(page).train.getAttribute('aria-disabled'), (off) => off === 'true', 'it cannot be trained');
  await until(() => textOf(page.locator('#run')), (text) => /character 4/.test(text), 'the reason stands beside Train');
  await typed.fill('-grade / rank');
  await until(() => controls(page).train.getAttribute('aria-disabled'), (off) => off === 'false', 'it can be trained');
});

pageTest('the violator under the cost follows it, and training lowers the cost', {}, async ({ page }) => {
  await choose(page);
  await train(page);
  await openSettings(page);
  const { field, preview } = editor(page);
  const numbers = async () => (await textOf(preview)).match(/Δ\s+(\S+)\s+(\S+)/)?.slice(1) ?? [];
  await until(numbers, ([now, then]) => now !== undefined && now === then, 'the cost of the run');
  await field('cost of grade 0 at rank 1').fill('50');
  await until(numbers, ([now, then]) => Number(then) > Number(now) + 10, 'another cost, another Δ');
  await statusOf(page, /^(converged|complete)/);
});
