// The tab Data: the report of the loaded data, with the places of its findings.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file } from '../support/letor.mjs';
import { ready, textOf, until, upload } from '../support/page.mjs';

/** Two documents of query a have the same features and other grades; feature 3 has one value. */
const FAULTY = '2 qid:a 1:1 2:5 3:7\n0 qid:a 1:1 2:5 3:7\n1 qid:a 1:2 2:4 3:7\n0 qid:b 1:3 2:1 3:7\n1 qid:b 1:1 2:2 3:7\n0 qid:b 1:2 2:6 3:7\n';

pageTest('the report names sizes, grades, the best features, and each fault with its lines', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, file('faulty.txt', FAULTY));
  await until(() => textOf(page.locator('header')), (text) => text.includes('faulty.txt'), 'the data are loaded');
  await page.getByRole('tab', { name: 'Data', exact: true }).click();
  const panel = page.getByRole('tabpanel', { name: 'Data' });
  await panel.getByRole('heading', { name: 'Findings' }).waitFor();
  const sizes = panel.getByRole('table', { name: 'Sizes of the data' });
  assert.match(await textOf(sizes), /training 2 6 3/);
  const grades = panel.getByRole('table', { name: 'Documents of each grade' });
  assert.match(await textOf(grades), /0 3 50 % 2 of 2 1 2 33 % 2 of 2 2 1 17 % 1 of 2/);
  await panel.getByText('Values of this histogram').click();
  assert.match(await textOf(panel.getByRole('table', { name: 'Documents per training query' })), /3 2$/);
  const text = await textOf(panel);
  assert.match(text, /Contradicting grades 2 documents have the features of a document of the same query with another grade/);
  assert.match(text, /line 1, query a: grade 2, and 0 in line 2/);
  assert.match(text, /Constant features 1 feature has one value in all documents\. feature 3: 7 in all documents/);
  assert.match(text, /Looked for and not found: .*duplicate rows/);
});

pageTest('other data have another report', {}, async ({ page }) => {
  await ready(page);
  await page.getByRole('tab', { name: 'Data', exact: true }).click();
  const sizes = page.getByRole('table', { name: 'Sizes of the data' });
  await until(() => textOf(sizes), (text) => text.includes('validation'), 'the report of the sample');
  const histogram = page.getByRole('img', { name: /^Histogram of \d+ training queries by their documents, from \d+ to \d+$/ });
  assert.ok(await histogram.locator('rect').count() > 3);
  await upload(page, file('faulty.txt', FAULTY));
  await until(() => textOf(sizes), (text) => /training 2 6 3$/.test(text), 'the report of the file');
});
