// The table of queries, and the violating permutation of the chosen query.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, inspect, near, number, panelsAt, ready, records, rounding, textOf, train, until, upload } from '../support/page.mjs';

const own = file('own.txt', letor({ seed: 7 }));

/**
 * Checks the displayed numbers of the inspected query.
 * @param {import('playwright-core').Page} page
 * @param {Record<string, string>} row of the queries table
 */
async function holds(page, row) {
  await until(() => textOf(controls(page).inspector), (text) => text.includes(`query ${row.query} ·`), `the inspector shows ${row.query}`);
  await controls(page).inspector.getByLabel('Show top').selectOption({ label: '40' });
  const shown = await inspect(page);
  assert.equal(shown.documents, number(row.docs), 'as many documents as the table says');
  near(number(shown.loss) - number(shown.margin), number(shown.hinge), 3 * rounding(shown.hinge), `${row.query}: H = Δ − ⟨w, δψ⟩ by the numbers printed`);
  assert.equal(shown.hinge, row['slack ξ'], `${row.query}: H is the slack in the table`);
  assert.ok(number(shown.hinge) >= 0, `${row.query}: no ranking is below y* itself, whose H is 0`);
  const names = Array.from({ length: shown.documents }, (_, at) => `${row.query}-D${at + 1}`).sort();
  /** @param {string[]} column */
  const documents = (column) => column.map((item) => item.replace(/ (grade )?\d+$/, '')).sort();
  assert.deepEqual(documents(shown.reference), names, `${row.query}: the reference is a permutation of the documents`);
  assert.deepEqual(documents(shown.predicted), names, `${row.query}: the model's ranking is a permutation of the documents`);
  assert.deepEqual(documents(shown.violator), names, `${row.query}: the violator is a permutation of the documents`);
  const grades = shown.reference.map((item) => number(/\d+$/.exec(item)?.[0]));
  // Behind the cut-off of NDCG@10 any order is ideal.
  const best = [...grades].sort((a, b) => b - a).slice(0, 10);
  assert.deepEqual(grades.slice(0, 10), best, `${row.query}: the reference goes down by grade as far as it counts`);
  return shown;
}

pageTest('queries are chosen by pointer and by keyboard, and their violators add up', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  await fullSpeed(page);
  await train(page);
  const { queries } = controls(page);
  const rows = await records(queries);
  const slacks = rows.map((row) => number(row['slack ξ']));
  assert.deepEqual(slacks, [...slacks].sort((a, b) => b - a), 'the greatest slack comes first');
  const selected = queries.getByRole('row', { selected: true });
  /** @param {Record<string, string>} row */
  const isSelected = async (row) => {
    assert.equal(await selected.count(), 1, 'one row is selected');
    assert.equal(await selected.getByRole('rowheader').innerText(), row.query, 'the selected row is the query shown');
  };

  await holds(page, rows[0]);
  await queries.getByRole('rowheader', { name: rows[4].query, exact: true }).click();
  await holds(page, rows[4]);
  await isSelected(rows[4]);

  await selected.focus();
  await page.keyboard.press('ArrowDown');
  await holds(page, rows[5]);
  await isSelected(rows[5]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await holds(page, rows[3]);
  await page.keyboard.press('Home');
  await holds(page, rows[0]);
  await page.keyboard.press('End');
  const last = await until(() => records(queries), (now) => now.length === 2, 'End leads to the last page');
  await holds(page, last[last.length - 1]);
  await isSelected(last[last.length - 1]);
  assert.ok(await selected.evaluate((row) => row.contains(document.activeElement)), 'the focus goes with the selection');

  await page.getByRole('button', { name: 'Previous queries' }).click();
  await until(() => records(queries), (now) => now[0].query === rows[0].query, 'the page before');
  await queries.getByRole('row').filter({ hasText: rows[2].query }).focus();
  await page.keyboard.press('Enter');
  await holds(page, rows[2]);
  await isSelected(rows[2]);
});

pageTest('a chosen query stays chosen when the iteration changes, and its contributions add up to H rank by rank', {}, async ({ page }) => {
  await ready(page);
  await upload(page, own);
  await fullSpeed(page);
  await train(page);
  const { queries, slider } = controls(page);
  const { query } = (await records(queries))[6];
  await queries.getByRole('rowheader', { name: query, exact: true }).click();
  await until(() => textOf(controls(page).inspector), (text) => text.includes(`query ${query} ·`), 'the query is shown');
  await slider.fill('2');
  await panelsAt(page, 2);
  const now = (await records(queries)).find((row) => row.query === query);
  assert.ok(now, 'its row is on the page of the table that is shown');
  await holds(page, now);

  const { inspector } = controls(page);
  await inspector.getByText('Rank by rank').click();
  const table = inspector.getByRole('table', { name: 'Contributions rank by rank' });
  await table.waitFor();
  const cells = await table.locator('tbody tr, tfoot tr').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')));
  const sum = cells[cells.length - 1];
  assert.equal(sum[0], 'sum', 'the last row is the sum');
  const parts = cells.slice(0, -1).map((row) => number(row[row.length - 1]));
  near(parts.reduce((a, b) => a + b, 0), number(sum[sum.length - 1]), 0.0005 * (parts.length + 1), 'the last column adds up');
  assert.equal(sum[sum.length - 1], (await inspect(page)).hinge, 'to the H of the equation');
});
