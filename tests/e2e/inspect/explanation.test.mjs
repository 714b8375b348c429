// Comparison of two documents: the numbers add up, follow the cursor, and have names.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { openPanel } from '../support/states.mjs';
import { controls, fullSpeed, goTo, inspect, near, number, openSettings, openView, ready, rounding, textOf, train, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
function panel(page) {
  const region = page.getByRole('region', { name: 'Why is this above that?' });
  return {
    region, first: region.getByLabel('This document'), second: region.getByLabel('Compared with'),
    swap: region.getByRole('button', { name: 'Swap' }), table: region.getByRole('table', { name: 'Contributions feature by feature' }),
  };
}

/** Rows of the body and the foot: name, w, x, w·x, x, w·x, difference. @param {Page} page */
const rows = (page) => panel(page).table.evaluate((table) => [...(/** @type {HTMLTableElement} */ (table)).querySelectorAll('tbody tr, tfoot tr')].map((row) => [0, 3, 4, 5, 6, 7, 1].map((at) => (/** @type {HTMLTableRowElement} */ (row)).cells[at].innerText.trim())));

/** @param {Page} page */
async function checkSums(page) {
  const all = await rows(page);
  const total = /** @type {string[]} */ (all.at(-1));
  assert.equal(total[0], 'score');
  const parts = all.slice(0, -1);
  for (const at of [3, 5, 6]) {
    const sum = parts.reduce((whole, row) => whole + number(row[at]), 0);
    near(sum, number(total[at]), 0.0005 * (parts.length + 1), `column ${at} adds up`);
  }
  near(number(total[3]) - number(total[5]), number(total[6]), 0.0016, 'the scores differ by the difference');
  for (const row of parts) {
    const product = number(row[1]) * number(row[2]);
    near(product, number(row[3]), 0.001 + Math.abs(number(row[2])) * rounding(row[1]) + Math.abs(number(row[1])) * rounding(row[2]), `${row[0]}: w times x is its part`);
  }
  const sizes = parts.map((row) => Math.abs(number(row[6])));
  assert.ok(sizes.every((size, at) => at === 0 || size <= sizes[at - 1] + 1e-9), `sorted by |difference|: ${sizes}`);
  return { parts, total };
}

pageTest('two documents are compared feature by feature at the cursor’s iteration', { everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('mine.txt', letor({ seed: 4, features: 6 })));
  const { iterations } = await train(page);
  const { first, second, swap, region } = panel(page);
  const { predicted } = await inspect(page);
  await openPanel(page, 'explanation');
  await panel(page).table.waitFor();
  const { total, parts } = await checkSums(page);
  assert.equal(parts.length, 6, 'every feature');
  const picture = region.getByRole('img', { name: /stacked contributions/ });
  assert.deepEqual((await picture.locator('b').allInnerTexts()).map(number), [total[3], total[5], total[6]].map(number), 'the picture has the sums of the table');
  assert.ok(await picture.locator('.stack-part').count() > 6, 'and a segment for every part');
  /** @param {import('playwright-core').Locator} select */
  const chosen = (select) => select.evaluate((element) => (/** @type {HTMLSelectElement} */ (element)).selectedOptions[0].text);
  assert.match(await chosen(first), /^rank 1 · /, 'the top of the model’s ranking');
  assert.equal(/· (\S+) · grade/.exec(await chosen(first))?.[1], /\S+/.exec(predicted[0])?.[0], 'is that of the inspector');
  const grades = await second.locator('option').allInnerTexts();
  const best = Math.max(...grades.slice(1).map((text) => number(/grade (\d+)/.exec(text)?.[1])));
  assert.match(await chosen(second), new RegExp(`grade ${best}$`), 'the best-graded document below it');

  await swap.click();
  const mirrored = await until(() => rows(page), (now) => now.at(-1)?.[3] === total[5], 'the documents change places');
  near(number(mirrored.at(-1)?.[6]), -number(total[6]), 1e-9, 'the difference turns round');
  await first.selectOption({ index: 4 });
  await second.selectOption({ index: 9 });
  await until(() => rows(page), (now) => now.at(-1)?.[3] !== total[5], 'other documents, other numbers');
  await checkSums(page);
  const late = await rows(page);
  await goTo(page, Math.floor(iterations / 2));
  await until(() => textOf(region), (text) => text.includes(`Iteration ${Math.floor(iterations / 2)}.`), 'it follows the iteration');
  await checkSums(page);
  assert.notDeepEqual(await rows(page), late);
  await goTo(page, 0);
  await until(() => textOf(region), (text) => text.includes('Both scores are 0'), 'at w = 0 there is nothing to add up');
});

pageTest('scaled features are shown with their scaled values', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('mine.txt', letor({ seed: 9, features: 3 }).replace(/ 1:(\d\.\d+)/g, (_, value) => ` 1:${(Number(value) * 1000).toFixed(3)}`)));
  await openSettings(page);
  await page.getByLabel('Scaling').selectOption('query');
  await train(page);
  await openPanel(page, 'explanation');
  await panel(page).table.waitFor();
  const { parts } = await checkSums(page);
  assert.ok(parts.every((row) => [row[2], row[4]].every((text) => number(text) >= 0 && number(text) <= 1)), `values lie in [0, 1]: ${JSON.stringify(parts)}`);
  assert.match(await textOf(panel(page).region), /as the model sees them, scaled/);
});

pageTest('features have names from a file or from the head of the data, and invalid names are refused by line', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('mine.txt', `# 1: head one\n# 2: <b>head two</b>\n${letor({ seed: 4, features: 4 })}`));
  await train(page);
  const { weights } = controls(page);
  await openView(page, 'Weights');
  const shown = async () => (await weights.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
  assert.deepEqual((await shown()).map((text) => text.replace(/ [+−]?[\d.]+$/, '')).sort(), ['<b>head two</b>', 'feature 3', 'feature 4', 'head one']);
  assert.ok((await shown()).every((text) => /[+−][\d.]+$/.test(text)), 'signs are written out');
  const sizes = (await shown()).map((text) => Math.abs(number(/\S+$/.exec(text)?.[0])));
  assert.deepEqual(sizes, [...sizes].sort((a, b) => b - a), 'by size');
  await weights.getByLabel('Order').selectOption({ label: 'by index' });
  assert.deepEqual((await shown()).map((text) => text.replace(/ [+−]?[\d.]+$/, '')), ['head one', '<b>head two</b>', 'feature 3', 'feature 4']);

  await weights.getByText('Names of features').click();
  const input = weights.getByLabel('Feature names', { exact: true });
  await input.setInputFiles(file('bad.txt', '1 a\n2 b\n2 c\n'));
  await until(() => textOf(weights), (text) => /bad\.txt could not be used\. Line 3: .*named twice/.test(text), 'the fault is told by line');
  assert.match((await shown())[0], /^head one/, 'the names that were there stay');
  await input.setInputFiles(file('names.txt', '3 third feature\n1 first feature\n'));
  await until(shown, (texts) => texts[0].startsWith('first feature') && texts[1].startsWith('<b>head two') && texts[2].startsWith('third feature'), 'a file goes before the head');
  await openPanel(page, 'explanation');
  await panel(page).table.waitFor();
  const told = (await rows(page)).map(([name]) => name);
  assert.ok(told.includes('third feature') && told.includes('feature 4'), `names in the explanation: ${told}`);
});
