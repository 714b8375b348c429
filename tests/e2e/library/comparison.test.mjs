// Comparison of methods: the numbers of the core, the marks, the CSV, Cancel, and a page that stays usable.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { LetorReader, Study, catalog, comparison_study, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, loadSample, openSettings, ready, records, train, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../../www/wasm/rankscope.js').Dataset} Dataset */

const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));
/** Chosen; the untrained line is always shown. */
const METHODS = ['DORM', 'SVM-MAP', 'RankSVM'];
const SHOWN = [...METHODS, 'Mean difference'];
const MEASURES = ['ndcg@10', 'map'];

/** The settings of the page at its start. */
const atStart = () => ({ ...catalog().defaults, choose: 'validation' });

/** So many values of C that the comparison still runs when it is cancelled. @param {number} least */
const longGrid = (least) => Array.from({ length: 60 }, (_, at) => Number((least * 1.2 ** at).toPrecision(3))).join(', ');

/** @param {string} text */
function read(text) {
  const reader = new LetorReader();
  reader.push(Buffer.from(text));
  return reader.finish();
}

/**
 * Returns the same comparison, computed in Node on the same sets, with its cells in reverse order.
 * @param {{ train: Dataset, valid: Dataset | null, test: Dataset }} data
 * @param {number | undefined} folds
 * @param {import('../../../www/wasm/rankscope.js').TrainingSettings} [settings]
 */
function inNode({ train: whole, valid, test }, folds, settings = atStart(), shown = SHOWN) {
  const methods = catalog().methods.filter(({ label }) => shown.includes(label)).map(({ name }) => name);
  const data = { train: 'train', ...(valid && { valid: 'valid' }), test: 'test' };
  const plan = { settings, methods, c_grid: [0.1, 10], measures: MEASURES, folds };
  const study = new Study(comparison_study(plan, JSON.stringify(data)));
  for (const [name, set] of Object.entries({ train: whole, valid, test })) if (set) study.give(name, set);
  study.prepare();
  for (const { cell } of study.cells().reverse()) {
    const work = study.start(cell);
    while (work.advance(1000).state !== 'done');
    study.record(cell, work.finish(new Float64Array(), new Float64Array()));
  }
  const results = study.comparison([]);
  assert.ok(results, 'the study is a comparison');
  return results;
}

/** @param {Page} page */
function panel(page) {
  const region = page.getByRole('region', { name: 'Compare methods' });
  /** @param {string} name */
  const button = (name) => region.getByRole('button', { name, exact: true });
  return {
    region, compare: button('Compare'), cancel: button('Cancel'), save: button('Download CSV'), none: button('No method'),
    grid: region.getByLabel('Values of C', { exact: true }), measures: region.getByLabel('Measures', { exact: true }), folds: region.getByLabel('Folds', { exact: true }),
    table: region.getByRole('table', { name: 'Training loss against test measure' }),
    /** @param {string} label */
    box: (label) => region.getByRole('checkbox', { name: label, exact: true }),
  };
}

/** Opens the panel and chooses what `inNode` compares. @param {Page} page */
async function choose(page) {
  await page.getByRole('tab', { name: 'Compare', exact: true }).click();
  const { none, box, grid, measures } = panel(page);
  await none.click();
  for (const label of METHODS) await box(label).check();
  await grid.fill('0.1, 10');
  await measures.fill(MEASURES.join(', '));
}

/** @param {Page} page @param {RegExp} pattern */
const told = (page, pattern) => until(() => panel(page).region.innerText(), (text) => pattern.test(text), `the panel says ${pattern}`);

/** Returns the text of a cell for the eye and for assistive technology. @param {import('../../../www/wasm/rankscope.js').ComparisonCell} cell */
function cellText({ c, test, best, clearly_best: clear, difference, standard_error: error, stop, little_learned: isLittle }) {
  const mayBeChance = difference !== undefined && difference.p >= 0.05;
  const [sign, words] = clear ? ['★', ' best'] : best ? ['≈', ' best, but not by more than chance']
    : mayBeChance ? ['≈', ' may differ from the best by chance only'] : ['', ''];
  const [dagger, ended] = stop === 'converged' || stop === 'complete' ? ['', ''] : ['†', ' not converged'];
  const [little, learned] = isLittle ? ['‡', ' learned little'] : ['', ''];
  return `${sign}${(test ?? Number.NaN).toFixed(4)}${dagger}${little}${words}${ended}${learned} ± ${(error ?? Number.NaN).toFixed(3)}${c === undefined ? '' : ` · C ${c}`}`;
}

/**
 * A press on a value shows its curve, and the menus do the same.
 * @param {Page} page @param {import('../../../www/wasm/rankscope.js').ComparisonCurve[]} curves
 * @param {import('../../../www/wasm/rankscope.js').ComparisonTable} expected
 */
async function showsCurves(page, curves, { rows, measures }) {
  const { region, table } = panel(page);
  const part = region.getByRole('region', { name: 'Curves over C' });
  await part.getByText('Values over C as a table').click();
  for (const { row, column, folds, points, chosen } of curves) {
    if (row % 2) {
      await part.getByLabel('Method').selectOption({ label: rows[row].label });
      await part.getByLabel('Measure').selectOption({ index: column });
    } else await table.getByRole('row', { name: rows[row].label }).getByRole('cell').nth(column).click();
    const picture = part.getByRole('img', { name: `${measures[column].toUpperCase()} of ${rows[row].label} over C, mean of ${folds} folds.` });
    await picture.waitFor();
    assert.equal(await picture.locator('path.fold').count(), folds);
    assert.equal(await picture.locator('.test-point').count(), points.length);
    assert.equal(await picture.locator('.pick').count(), 1);
    const shown = (await records(part.getByRole('table'))).map((one) => Object.values(one));
    const digits = (/** @type {number | undefined} */ value) => value?.toFixed(4) ?? '–';
    assert.deepEqual(shown, points.map(({ c, valid, test, folds: values }, at) =>
      [`${c}${at === chosen ? ' · chosen' : ''}`, ...values.map(digits), digits(valid), digits(test)]));
  }
}

/** @param {Page} page @param {ReturnType<typeof inNode>} expected */
async function agrees(page, { table: { rows, note }, csv }) {
  const { region, table, save } = panel(page);
  const shown = (await records(table)).map((row) => Object.values(row).map((text) => text.replace(/\s+/g, ' ')));
  const wanted = rows.map(({ label, cells }) => [label, ...cells.map(cellText)]);
  assert.deepEqual(shown, wanted, 'the table of the page is that of the core');
  assert.equal(await region.getByText(/did not converge|learned little:/).filter({ visible: true }).count(), note ? 1 : 0, 'what did not converge is told, if anything');
  if (note) assert.equal(await region.getByText(/did not converge|learned little:/).innerText(), note);
  for (let column = 0; column < MEASURES.length; column += 1) assert.ok(rows.some(({ cells }) => cells[column].best), `a best value of ${MEASURES[column]}`);
  const coming = page.waitForEvent('download');
  await save.click();
  const download = await coming;
  assert.equal(download.suggestedFilename(), 'rankscope-comparison.csv');
  // The page knows the checksums of its files, which stand in the last three columns.
  const withoutChecksums = (/** @type {string} */ text) => text.replace(/(,[^,\n]*){3}$/gm, '');
  assert.equal(withoutChecksums(await readFile(await download.path(), 'utf8')), withoutChecksums(csv), 'the CSV is that of the core');
}

pageTest('a comparison with held-out data agrees with the core in Node', { everyday: true }, async ({ page }) => {
  const text = letor({ seed: 11, queries: 25 });
  await module();
  const [whole, valid, test] = read(text).split(0.6, 0.2, 0.2, 1);
  const expected = inNode({ train: whole, valid, test }, undefined);
  await ready(page);
  await upload(page, file('own.txt', text));
  await choose(page);
  const { compare, folds } = panel(page);
  // Choices for the sample do not apply to files of the user.
  await openSettings(page);
  await page.getByLabel('Hold out').selectOption({ label: '20 % + 20 %' });
  await ready(page, /5 validation/);
  assert.ok(await folds.isDisabled(), 'folds are not asked for where there are validation data');
  await compare.click();
  // Training continues in the meantime.
  await train(page);
  await told(page, /7 runs done on own\.txt/);
  await agrees(page, expected);
});

pageTest('without validation data, cross-validation chooses C', {}, async ({ page }) => {
  const texts = [letor({ seed: 3, queries: 15 }), letor({ seed: 3, queries: 10, prefix: 'T' })];
  await module();
  const [whole, test] = texts.map(read);
  const expected = inNode({ train: whole, valid: null, test }, 3, { ...atStart(), max_iterations: 3 });
  assert.ok(expected.table.note, 'three iterations are not enough for all');
  await ready(page);
  await openSettings(page);
  const limit = page.getByRole('spinbutton', { name: 'Max iterations' });
  if (!await limit.isVisible()) await page.getByText('More', { exact: true }).click();
  await limit.fill('3');
  await upload(page, file('own.txt', texts[0]));
  await choose(page);
  const { compare, folds, region } = panel(page);
  await until(() => region.innerText(), (text) => /Test data are missing/.test(text), 'test data are missing');
  assert.equal(await compare.getAttribute('aria-disabled'), 'true', 'without test data nothing is compared');
  await controls(page).test.setInputFiles(file('test.txt', texts[1]));
  await ready(page, /10 test/);
  await folds.fill('99');
  assert.match(await region.innerText(), /from 2 to 15/);
  await folds.fill('3');
  await until(() => compare.getAttribute('aria-disabled'), (off) => off === 'false', 'Compare is offered');
  await compare.click();
  await told(page, /^28 runs done on own\.txt/m);
  await agrees(page, expected);
  await showsCurves(page, expected.curves, expected.table);
});

pageTest('a held-out part of a file is compared on, and a file that has changed ends the comparison', {}, async ({ page }) => {
  await page.addInitScript(() => { Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 4 }); });
  await page.reload();
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-compare-'));
  try {
    const text = letor({ seed: 5, queries: 60, documents: 25, features: 14 });
    const path = join(folder, 'own.txt');
    await writeFile(path, text);
    await module();
    const [whole, valid, test] = read(text).split(0.6, 0.2, 0.2, 1);
    const settings = { ...atStart(), max_iterations: 3 };
    const expected = inNode({ train: whole, valid, test }, undefined, settings, ['RankSVM', 'Mean difference']);
    await ready(page);
    await openSettings(page);
    const limit = page.getByRole('spinbutton', { name: 'Max iterations' });
    if (!await limit.isVisible()) await page.getByText('More', { exact: true }).click();
    await limit.fill('3');
    await controls(page).letor.setInputFiles(path);
    await ready(page, /^own\.txt · /);
    await page.getByLabel('Hold out').selectOption({ label: '20 % + 20 %' });
    await ready(page, /12 validation/);
    await choose(page);
    const { compare, box, grid } = panel(page);
    for (const label of ['DORM', 'SVM-MAP']) await box(label).uncheck();
    await grid.fill('0.1, 10');
    await compare.click();
    await told(page, /^3 runs done on own\.txt/m);
    await agrees(page, expected);

    await writeFile(path, `${text}# changed\n`);
    await compare.click();
    await told(page, /The comparison cannot go on\. own\.txt: The browser cannot read the file: the file has changed/);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

pageTest('Cancel stops the comparison and keeps the finished rows; other data cancel too', {}, async ({ page }) => {
  await ready(page);
  await choose(page);
  const { compare, cancel, box, grid, table } = panel(page);
  await box('SVM-COMBO').check();
  await grid.fill(longGrid(0.01));
  await compare.click();
  await until(() => page.locator('#comparison .mean-point').count(), (count) => count > 0, 'the curve grows with each run');
  await until(async () => (await table.getByText('best').count()), (count) => count >= 2, 'the first row is filled in');
  await cancel.click();
  await told(page, /Cancelled\. Finished rows are kept\./);
  await until(() => Promise.resolve(page.workers().filter((worker) => /study/.test(worker.url())).length), (count) => count === 0, 'the workers are gone');
  const rows = await records(table);
  assert.ok(rows.some((row) => /\d\.\d{4}/.test(row['NDCG@10'])), 'finished rows stay');
  assert.ok(rows.some((row) => /ended after|not started/.test(row['NDCG@10'])), 'the others say that they were not finished');

  // Results of the same trainings are known, so the second comparison trains with other values.
  await grid.fill(longGrid(0.011));
  await compare.click();
  await told(page, /of \d+ runs done/);
  await loadSample(page, 'Kitchen (hand-made)');
  await told(page, /Cancelled because other data were loaded/);
});

pageTest('a closed panel changes nothing, and the keyboard opens it', {}, async ({ page }) => {
  await ready(page);
  const { region, compare } = panel(page);
  assert.equal(await region.count(), 0);
  await page.getByRole('tab', { name: 'Compare', exact: true }).focus();
  await page.keyboard.press('Enter');
  await compare.waitFor();
  assert.doesNotMatch(new URL(page.url()).hash, /^#comparison/, 'the address keeps what it holds');
  await page.keyboard.press('Home');
  await until(() => region.count(), (count) => count === 0, 'another tab takes its place');
});

pageTest('a run of TREC that is open is a row of the comparison, and a level of the study', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 11, queries: 8 })));
  const test = letor({ seed: 12, queries: 8, prefix: 'T' });
  await controls(page).test.setInputFiles(file('own-test.txt', test));
  await ready(page);
  const lines = test.trimEnd().split('\n').map((line) => {
    const [, query, value, id] = /qid:(\S+) 1:(\S+) .*docid = (\S+)/.exec(line) ?? [];
    return `${query} Q0 ${id} 1 ${value} other`;
  });
  await controls(page).letor.setInputFiles(file('other.run', `${lines.join('\n')}\n`));
  const opened = page.getByRole('region', { name: 'Model of a file' });
  const measured = opened.getByRole('table', { name: /^Measures of this model/ });
  const values = () => records(measured).catch(() => []);
  const all = await until(values, (rows) => rows.some(({ queries }) => queries === 'test'), 'it is measured on the test data');
  const wanted = all.find(({ measure, queries }) => measure === 'NDCG@10' && queries === 'test')?.model;

  await page.getByRole('tab', { name: 'Compare', exact: true }).click();
  const { region, none, box, grid, measures, compare, table } = panel(page);
  const own = region.getByLabel('other.run, as it is');
  assert.ok(await own.isChecked(), 'it is offered');
  await none.click();
  await box('DORM').check();
  await grid.fill('1, 10');
  await measures.fill('ndcg@10');
  await compare.click();
  await told(page, /\d+ runs done on/);
  const row = (await records(table)).map((one) => Object.values(one)).find(([name]) => name === 'other.run');
  assert.ok(Math.abs(Number(/\d\.\d{4}/.exec(String(row?.[1]))?.[0]) - Number(wanted)) < 0.0006, `${row} has the value ${wanted} of the panel`);

  await region.getByRole('button', { name: 'Open as a study' }).click();
  const study = page.getByRole('region', { name: 'Study', exact: true });
  await until(() => study.innerText(), (text) => /All data files are chosen: own\.txt, own-test\.txt, other\.run\./.test(text), 'the study has its files');
  await until(() => study.innerText(), (text) => /other\.run\s+0\.\d+/.test(text), 'the kept results are there, and the run is a row');

  await page.getByRole('tab', { name: 'Explore', exact: true }).click();
  await page.getByRole('tab', { name: 'Compare', exact: true }).click();
  await own.uncheck();
  await compare.click();
  await told(page, /\d+ runs done on/);
  assert.deepEqual((await records(table)).map((one) => Object.values(one)[0]), ['DORM', 'Mean difference'], 'it is left out where it is not wanted');
});
