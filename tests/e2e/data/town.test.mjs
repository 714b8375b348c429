// The sample in words: documents have titles, a title shows the beginning of its page, and features show their formulas.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { controls, fullSpeed, inspect, legend, loadSample, number, textOf, train, until } from '../support/page.mjs';
import { openPanel } from '../support/states.mjs';

const TOWN = 'Town website (written)';

pageTest('the town shows titles and the beginnings of its pages, and its features have formulas', { everyday: true }, async ({ page }) => {
  await loadSample(page, TOWN);
  assert.match(await textOf(controls(page).facts), /^Town website \(written\) · /);
  await page.getByRole('button', { name: 'Pages and features', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Pages of town.json' });
  await until(() => textOf(dialog), (text) => text.includes('400 pages, 64 queries, 10 columns'), 'the sizes are shown');
  assert.match(await textOf(dialog), /When can I swim in the pool these days\? 24 candidates/);
  assert.equal(await dialog.getByRole('button', { name: 'Load', exact: true }).isVisible(), false, 'the pages are loaded already');
  const row = dialog.getByRole('row').filter({ hasText: 'Opening hours of the pool' }).first();
  // Behind the grade.
  await row.getByRole('gridcell').nth(1).hover();
  const formula = dialog.locator('.pages-formula');
  await until(() => textOf(formula), (text) => text.startsWith('title match of page ') && text.includes('From 9 May to 13 September')
    && text.endsWith('(1 [pool] + 1 [opening] + 1 [hours]) / 3 = 1'), 'the formula with its numbers, and the words of the page');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });

  await fullSpeed(page);
  const start = number((await legend(page, 'NDCG@10')).train);
  await train(page);
  const learned = number((await legend(page, 'NDCG@10')).train);
  assert.ok(learned > start + 0.15, `NDCG@10 rose from ${start} to ${learned}`);
  await inspect(page);
  const item = controls(page).inspector.getByRole('listitem').first();
  const [title, words] = (await item.getAttribute('title') ?? '').split('\n');
  assert.ok(title && (await textOf(item)).includes(title.slice(0, 12)), `the list shows the title: ${title}`);
  assert.match(words, /^\S+ \S+ \S+/, 'and its page begins below it');
  assert.doesNotMatch(title, /docid/);
  await openPanel(page, 'explanation');
  const formulas = page.locator('.page-formulas');
  await formulas.getByText('Formula of a feature').click();
  await formulas.getByLabel('Feature').selectOption('age');
  await until(() => textOf(formulas.locator('.page-formulas-told')), (text) => /\d+ \[days from \d{4}-\d\d-\d\d to 2026-06-15\] = \d+/.test(text), 'the sample has formulas too');
});
