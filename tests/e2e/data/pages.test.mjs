// Pages and queries become columns: the preview shows them, each cell has its formula, and the data train.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pageTest } from '../support/browser.mjs';
import { file } from '../support/letor.mjs';
import { controls, fullSpeed, openSettings, ready, textOf, train, until } from '../support/page.mjs';
import { openPanel } from '../support/states.mjs';

// The example that the documentation prints.
const [, example] = /```json\n(\{\n {2}"rankscope": "pages"[\s\S]*?)```/.exec(readFileSync(new URL('../../../docs/data.md', import.meta.url), 'utf8')) ?? [];

/** @param {import('playwright-core').Page} page @param {string} text */
async function choose(page, text) {
  await openSettings(page);
  await controls(page).letor.setInputFiles(file('pages.json', text));
  const dialog = page.getByRole('dialog', { name: 'Read pages.json' });
  await dialog.waitFor();
  return { dialog, load: dialog.getByRole('button', { name: 'Load', exact: true }), formula: dialog.locator('.pages-formula') };
}

pageTest('pages show their columns with formulas on hover and on focus, and train', { everyday: true }, async ({ page }) => {
  await ready(page);
  const { dialog, load, formula } = await choose(page, example);
  await until(() => textOf(dialog), (text) => text.includes('5 pages, 1 query, 19 columns'), 'the sizes are shown');
  assert.match(await textOf(dialog), /5 candidates, 2 with a grade; the others get grade 0/);
  const rows = dialog.getByRole('row');
  assert.equal(await rows.count(), 6);
  // Page, grade, and 13 columns before BM25.
  const bm25 = rows.nth(1).getByRole('gridcell').nth(14);
  assert.equal(await textOf(bm25), '1.702');
  await bm25.hover();
  await until(() => textOf(formula), (text) => /^BM25 of page 1: Σ idf/.test(text) && text.endsWith('[rank] = 1.701568937'), 'hover');
  await rows.nth(1).getByRole('gridcell').nth(1).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await until(() => textOf(formula), (text) => text.includes('length of page 2') && text.endsWith('6 [words] = 6'), 'focus');
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download as LETOR' }).click();
  const download = await saved;
  assert.equal(download.suggestedFilename(), 'pages.txt');
  const lines = readFileSync(await download.path(), 'utf8').trim().split('\n');
  assert.match(lines[0], /^# features: 1 matched terms, 2 length/);
  assert.match(lines[1], /^2 qid:learning_rank 1:2 2:7 .* # docid = https:\/\/a\.edu/);
  assert.equal(lines.length, 6);
  await load.click();
  await dialog.waitFor({ state: 'detached' });
  await until(() => textOf(controls(page).facts), (facts) => facts.includes('pages.json'), 'the data are loaded');
  assert.match(await textOf(page.locator('#settings-data')), /as pages: 5 pages, 1 query, 19 columns/);
  await fullSpeed(page);
  await train(page);
  await openPanel(page, 'explanation');
  const formulas = page.locator('.page-formulas');
  await formulas.getByText('Formula of a feature').click();
  await formulas.getByLabel('Feature').selectOption('BM25');
  const told = () => textOf(formulas.locator('.page-formulas-told'));
  await until(told, (text) => text.includes('BM25 of https://a.edu/ml/rank/index.html: Σ idf') && text.includes('[rank] = 1.701568937'), 'the numbers of the dialog');
  await formulas.getByLabel('Feature').selectOption('length');
  await until(told, (text) => text.includes('7 [words] = 7'), 'another feature');
});

pageTest('pages with a fault are refused with its place', {}, async ({ page }) => {
  await ready(page);
  const { dialog, load } = await choose(page, example.replace('"https://c.com/": 1', '"https://x.com/": 1'));
  await until(() => textOf(dialog), (text) => text.includes('query 1: there is no page "https://x.com/"; name a page by its url or its id'), 'the fault');
  assert.ok(await load.isDisabled());
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
});

pageTest('pages are opened where they are dropped or pasted', {}, async ({ page }) => {
  await ready(page);
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.json'));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, example);
  const dropped = page.getByRole('dialog', { name: 'Read dropped.json' });
  await dropped.getByRole('button', { name: 'Cancel' }).click();
  await dropped.waitFor({ state: 'detached' });
  await openSettings(page);
  await page.getByLabel('Paste LETOR lines').fill(example);
  await page.getByRole('button', { name: 'Load lines' }).click();
  const pasted = page.getByRole('dialog', { name: 'Read pasted lines' });
  await pasted.getByRole('gridcell').first().waitFor();
  await pasted.getByRole('button', { name: 'Load', exact: true }).click();
  await until(() => textOf(controls(page).facts), (facts) => facts.includes('pasted lines'), 'the data are loaded');
});
