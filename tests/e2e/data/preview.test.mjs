// Files in other formats: a preview shows what they are taken for, and the choices give the run of the LETOR twin.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, ended, ending, fullSpeed, openSettings, ready, textOf, train, until, upload } from '../support/page.mjs';

const text = letor({ seed: 5, queries: 6, documents: 12, features: 3 });

/** The LETOR text as a table. @param {string} separator @param {(cells: string[], row: number) => string[]} [change] */
function table(separator, change = (cells) => cells) {
  const rows = text.trim().split('\n').map((line, row) => {
    const [grade, qid, ...features] = line.split('#')[0].trim().split(/\s+/);
    return change([grade, qid.slice(4), ...features.map((feature) => feature.split(':')[1])], row);
  });
  const names = change(['relevance', 'qid', 'title', 'body', 'links'], -1);
  return [names, ...rows].map((cells) => cells.join(separator)).join('\n');
}

/** @param {import('playwright-core').Page} page */
function preview(page) {
  const dialog = page.getByRole('dialog', { name: /^Read / });
  return {
    dialog, load: dialog.getByRole('button', { name: 'Load', exact: true }),
    cancel: dialog.getByRole('button', { name: 'Cancel', exact: true }),
    /** @param {string} name */
    menu: (name) => dialog.getByLabel(name, { exact: true }),
  };
}

/** Chooses a file and waits for its preview. @param {import('playwright-core').Page} page @param {ReturnType<typeof file>} chosen */
async function choose(page, chosen) {
  await openSettings(page);
  await controls(page).letor.setInputFiles(chosen);
  const shown = preview(page);
  await shown.dialog.waitFor();
  return shown;
}

/** Trains the LETOR text and returns how the run ends. @param {import('playwright-core').Page} page */
async function twin(page) {
  await upload(page, file('twin.txt', text));
  await fullSpeed(page);
  return train(page);
}

/** Loads from the preview, trains, and returns how the run ends. @param {import('playwright-core').Page} page @param {string} name */
async function loaded(page, name) {
  const { load, dialog } = preview(page);
  await load.click();
  await dialog.waitFor({ state: 'detached' });
  await until(() => textOf(controls(page).facts), (facts) => facts.includes(name), `${name} is loaded`);
  return train(page);
}

pageTest('a table shows its columns before it is loaded, and trains as its LETOR twin', { everyday: true }, async ({ page }) => {
  await ready(page);
  const expected = await twin(page);
  assert.equal(await preview(page).dialog.count(), 0, 'plain LETOR text loads without a question');
  const { dialog, menu } = await choose(page, file('table.csv', table(',')));
  assert.match(await textOf(dialog), /CSV: grades from relevance, queries from qid, 3 features, 72 rows, 6 queries in the file/);
  assert.equal(await menu('Column of grades').inputValue(), 'relevance');
  assert.equal(await menu('Column of queries').inputValue(), 'qid');
  const head = await dialog.getByRole('columnheader').allInnerTexts();
  assert.deepEqual(head.map((cell) => cell.replace(/\s+/g, ' ').trim()),
    ['Line', 'relevance grade', 'qid query', 'title feature', 'body feature', 'links feature']);
  assert.deepEqual(await loaded(page, 'table.csv'), expected);
  assert.match(await textOf(page.locator('#settings-data')), /as CSV: grades from column .relevance./, 'the panel says what it was read as');
});

pageTest('packed lines without queries need group sizes', {}, async ({ page }) => {
  await ready(page);
  const expected = await twin(page);
  const bare = text.replace(/ qid:\S+/g, '');
  const { dialog, load, menu } = await choose(page, { ...file('bare.txt.gz', ''), buffer: gzipSync(bare) });
  assert.ok(await load.isDisabled(), 'it cannot be loaded yet');
  assert.match(await textOf(dialog), /the lines have no qid/);
  await menu('File of group sizes').setInputFiles(file('bare.query', '12\n12\n'));
  await until(() => textOf(dialog), (shown) => /group sizes sum to 24, but the data have 72/.test(shown), 'the sums are compared');
  await menu('File of group sizes').setInputFiles(file('bare.query', '12\n'.repeat(6)));
  await until(() => load.isEnabled(), Boolean, 'it can be loaded');
  const seen = await loaded(page, 'bare.txt.gz');
  assert.deepEqual(seen, expected);
});

pageTest('what LETOR lacks waits for a rule, and the reader reports what the first lines did not show', {}, async ({ page }) => {
  await ready(page);
  const odd = table('\t', (cells, row) => {
    if (row === 3) return ['-1', cells[1], ...cells.slice(2)];
    if (row === 4) return ['0.5', cells[1], cells[2], 'NA', cells[4]];
    return cells;
  });
  const { dialog, load, menu, cancel } = await choose(page, file('odd.tsv', odd));
  assert.ok(await load.isDisabled());
  assert.match(await textOf(dialog), /line 5: grade .-1. is negative/);
  await menu('Unjudged documents').selectOption('drop');
  await menu('Labels that are not whole').selectOption('round');
  assert.ok(await load.isDisabled());
  await menu('Missing values').selectOption('query-mean');
  await until(() => load.isEnabled(), Boolean, 'every rule is given');
  await load.click();
  await dialog.waitFor({ state: 'detached' });
  await until(() => textOf(controls(page).facts), (facts) => facts.includes('71 documents'), 'one document is left out');

  const far = `${text}${'1 qid:far 1:0.5 2:0.25 3:0.125\n'.repeat(12_000)}-1 qid:far 1:0\n`;
  await openSettings(page);
  await controls(page).letor.setInputFiles(file('far.txt', far));
  await until(() => textOf(preview(page).dialog), (shown) => /far\.txt could not be read.*line 12073: grade .-1. is negative/s.test(shown), 'a rule is asked for after all');
  await menu('Unjudged documents').selectOption('zero');
  await load.click();
  await dialog.waitFor({ state: 'detached' });
  await until(() => textOf(controls(page).facts), (facts) => /far\.txt.*12,073 documents/.test(facts), 'it is loaded by the rule');

  const late = `${table(',')}\n${'1,Q1,0.5,0.5,0.5\n'.repeat(20_000)}oops,Q1,1,1,1\n`;
  await choose(page, file('late.csv', late));
  await load.click();
  await until(() => textOf(dialog), (shown) => /late\.csv could not be read by these choices.*line 20074: grade .oops./s.test(shown), 'the fault is named');
  await cancel.click();
  await dialog.waitFor({ state: 'detached' });
  assert.match(await textOf(controls(page).facts), /far\.txt/, 'the data of before stay');
});

pageTest('what is no text is refused in one sentence, and the data stay', {}, async ({ page }) => {
  await ready(page);
  const facts = await textOf(controls(page).facts);
  const { alert } = controls(page);
  for (const [name, content, sentence] of /** @type {[string, Buffer, RegExp][]} */ ([
    ['saved.txt', Buffer.from('\uFEFF2 qid:1 1:0.5\n', 'utf16le'), /^saved\.txt could not be read\. This is text in UTF-16: save the file as UTF-8\.$/],
    ['saved.csv', Buffer.from('\uFEFFlabel,qid,a\n1,1,2\n', 'utf16le'), /^saved\.csv could not be read\. This is text in UTF-16: save the file as UTF-8\.$/],
    ['picture.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR,,\t', 'latin1'), /^picture\.png could not be read\. This is not text: save the data as LETOR, LIBSVM, CSV or TSV text in UTF-8\.$/],
    ['sheet.xlsx', Buffer.from('PK\x03\x04,,', 'latin1'), /^sheet\.xlsx could not be read\. This is a ZIP archive or a spreadsheet \(\.xlsx\): unpack it, or save the sheet as CSV\.$/],
  ])) {
    await controls(page).letor.setInputFiles(file(name, content));
    await until(async () => (await textOf(alert)).replace(/ ✕$/, ''), (text) => sentence.test(text), `${name} is refused`);
    assert.equal(await preview(page).dialog.count(), 0, 'no choices are offered');
    assert.equal(await textOf(controls(page).facts), facts);
  }
});

pageTest('a link to a table asks for it, and the same choices give the run of the link', {}, async ({ page, context }) => {
  await ready(page);
  const chosen = file('table.csv', table(',', (cells, row) => (row === 3 ? ['-1', ...cells.slice(1)] : cells)));
  await fullSpeed(page);
  const { menu } = await choose(page, chosen);
  await menu('Unjudged documents').selectOption('drop');
  const whole = await loaded(page, 'table.csv');
  await until(async () => page.url(), (url) => /train=table\.csv&train-checksum=[0-9a-f]{16}.*ended=true/.test(url), 'the address names the table');

  const other = await context.newPage();
  await other.goto('about:blank');
  await other.goto(page.url());
  const question = other.getByRole('region', { name: 'This link needs your data' });
  await question.getByLabel('Choose table.csv').setInputFiles(chosen);
  const { dialog, load, menu: again } = preview(other);
  await dialog.waitFor();
  await again('Unjudged documents').selectOption('zero');
  await load.click();
  await other.getByText('table.csv is a different file').waitFor();
  await question.getByLabel('Choose table.csv').setInputFiles(chosen);
  await again('Unjudged documents').selectOption('drop');
  await load.click();
  await ended(other);
  assert.deepEqual(ending(await textOf(controls(other).status)), whole);
});

pageTest('group sizes and test data that are dropped together with the data are used', {}, async ({ page }) => {
  await ready(page);
  const bare = text.replace(/ qid:\S+/g, '');
  const dropped = [['train.txt', bare], ['train.txt.query', '12\n'.repeat(6)], ['test.txt', bare], ['test.txt.group', '24\n'.repeat(3)]];
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer();
    for (const [name, content] of all) transfer.items.add(new File([content], name));
    return transfer;
  }, dropped);
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer });
  const { dialog, load } = preview(page);
  await dialog.getByRole('heading', { name: 'Read train.txt' }).waitFor();
  assert.match(await textOf(dialog), /Group sizes: train\.txt\.query/);
  await load.click();
  await until(() => textOf(controls(page).facts), (facts) => /^train\.txt · 6 training queries \+ 3 test/.test(facts), 'both are read with their own sizes');
});
