// Exported files: every file contains the numbers that the page shows.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { at } from '../../../scripts/lib/project.mjs';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { allQueries, controls, fetchWeights, fullSpeed, near, number, openSettings, openView, ready, rounding, tableOf, textOf, train, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
function dialog(page) {
  const box = page.getByRole('dialog', { name: 'Export' });
  return { box, open: page.getByRole('button', { name: 'Export', exact: true }), command: box.getByLabel('Command that reproduces the run') };
}

/** @param {Page} page @param {string} name of the button */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), dialog(page).box.getByRole('button', { name, exact: true }).click()]);
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** Cells of a CSV without line breaks in its cells. @param {string} text */
const cells = (text) => text.trimEnd().split('\n').map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].slice(0, -1).map(([, cell]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)));

/** @param {Page} page @param {string} [content] */
async function trained(page, content = letor({ seed: 5, features: 4 })) {
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('my data.txt', content));
  return train(page);
}

pageTest('exported curves and tables have the numbers of the page', { everyday: true }, async ({ page }) => {
  // The name of one query is a spreadsheet formula, and that of another is markup.
  const text = letor({ seed: 5, features: 4 }).replaceAll('qid:Q1 ', 'qid:=1+1 ').replaceAll('qid:Q2 ', 'qid:a_b|<i>&% ');
  const { iterations } = await trained(page, text);
  const objective = await tableOf(page, 'Objective');
  const queries = await allQueries(page);
  await fetchWeights(page);
  const weights = (await controls(page).weights.getByRole('listitem').allInnerTexts()).map((item) => /(\S.*?)\s+(\S+)$/s.exec(item.trim()) ?? []);
  await dialog(page).open.click();

  const curves = cells((await saved(page, 'Curves as CSV')).content.toString());
  assert.deepEqual(curves[0].slice(0, 4), ['iteration', 'primal, best', 'dual', 'gap']);
  const told = (/** @type {string} */ head) => curves[1][curves[0].indexOf(head)];
  assert.match(told('program'), /^rankscope \d/);
  assert.match(told('train_checksum'), /^[0-9a-f]{16}$/);
  assert.equal(curves.length, iterations + 2);
  objective.forEach((row, t) => {
    assert.equal(Number(curves[t + 1][0]), number(row.iteration));
    for (const [column, head] of [[1, 'primal, best'], [2, 'dual']]) near(Number(curves[t + 1][Number(column)]), number(row[head]), rounding(row[head]), `${head} of iteration ${t}`);
  });
  const json = JSON.parse((await saved(page, 'Curves as JSON')).content.toString());
  assert.deepEqual(json.iterations.map((/** @type {{ best_primal: number }} */ one) => String(one.best_primal)), curves.slice(1).map((row) => row[1]), 'JSON and CSV have the same digits');
  assert.equal(json.settings.c, 10);

  const csv = await saved(page, 'Queries as CSV');
  assert.equal(csv.name, 'rankscope-queries.csv');
  const table = cells(csv.content.toString());
  assert.equal(table.length - 1, queries.length);
  queries.forEach((row, at) => {
    const [id, documents, slack, loss] = table[at + 1];
    assert.equal(id, row.query === '=1+1' ? "'=1+1" : row.query, 'names are text, whatever they look like');
    assert.equal(Number(documents), number(row.docs));
    near(Number(slack), number(row['slack ξ']), rounding(row['slack ξ']), `slack of ${id}`);
    near(Number(loss), number(row.Δ), rounding(row.Δ), `loss of ${id}`);
  });
  const markdown = (await saved(page, 'Queries as Markdown')).content.toString();
  assert.ok(markdown.includes('| a\\_b\\|&lt;i&gt;&amp;% |'), markdown);
  const latex = (await saved(page, 'Queries as LaTeX')).content.toString();
  assert.ok(latex.includes('a\\_b\\textbar{}\\textless{}i\\textgreater{}\\&\\% &'), latex);
  assert.equal(latex.match(/\\\\/g)?.length, queries.length + 1, 'a line per query and the head');

  const listed = cells((await saved(page, 'Weights as CSV')).content.toString()).slice(1);
  weights.forEach(([, name, value], place) => {
    assert.equal(listed[place][1], name);
    near(Number(listed[place][2]), number(value), rounding(value), `weight of ${name}`);
  });
  assert.equal(await dialog(page).box.getByRole('button', { name: 'Comparison as CSV' }).isVisible(), false, 'there is no comparison yet');
});

pageTest('exported pictures have the stated format', {}, async ({ page }) => {
  await trained(page);
  await dialog(page).open.click();
  const svg = (await saved(page, 'Curves as SVG')).content.toString();
  const parsed = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    return { name: root.nodeName, width: root.getAttribute('width'), lines: root.querySelectorAll('polyline').length, texts: [...root.querySelectorAll('text')].map((one) => one.textContent) };
  }, svg);
  assert.equal(parsed.name, 'svg');
  assert.ok(parsed.lines >= 5, `${parsed.lines} lines`);
  for (const text of ['Objective', 'Slack and loss', 'NDCG@10', 'dual', 'train']) assert.ok(parsed.texts.some((one) => one === text || one?.endsWith(` ${text}`)), `${text} among ${parsed.texts}`);
  const png = (await saved(page, 'Curves as PNG')).content;
  assert.equal(png.subarray(0, 8).toString('hex'), '89504e470d0a1a0a');
  assert.equal(png.readUInt32BE(16), 2 * Number(parsed.width), 'twice as fine as the SVG');
  await dialog(page).box.getByLabel('Charts in the picture').selectOption({ label: 'Objective' });
  const one = await saved(page, 'Curves as SVG');
  assert.equal(one.name, 'rankscope-objective.svg');
  assert.ok(!one.content.toString().includes('NDCG@10'));
});

pageTest('the model is exported for search engines, or the reason is shown', {}, async ({ page }) => {
  await trained(page);
  await openView(page, 'Weights');
  await controls(page).weights.getByText('Names of features').click();
  await controls(page).weights.getByLabel('Feature names', { exact: true }).setInputFiles(file('names.txt', 'title\n"body"\n'));
  await dialog(page).open.click();
  const model = JSON.parse((await saved(page, 'Model file as JSON')).content.toString());
  assert.equal(model.format, 'rankscope-model');
  assert.deepEqual(model.names, ['title', '"body"']);
  assert.equal(model.provenance.names_file, 'names.txt');
  assert.equal(model.provenance.training.stopped, 'converged');
  assert.equal(model.provenance.measured.train[0].measure, 'ndcg@10');
  const elastic = JSON.parse((await saved(page, 'Elasticsearch, OpenSearch as JSON')).content.toString());
  assert.deepEqual(JSON.parse(elastic.model.model.definition), Object.fromEntries(['title', '"body"', 'f3', 'f4'].map((name, place) => [name, model.weights[place]])));
  await dialog(page).box.getByLabel('Name of the model').fill('mine');
  const solr = JSON.parse((await saved(page, 'Solr as JSON')).content.toString());
  assert.equal(solr.name, 'mine');
  assert.deepEqual(solr.features, [{ name: 'title' }, { name: '"body"' }, { name: 'f3' }, { name: 'f4' }]);
  await page.keyboard.press('Escape');
  assert.equal(await dialog(page).box.isVisible(), false, 'Escape closes it');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Export', 'and the focus goes back');

  await openSettings(page);
  await page.getByLabel('Scaling').selectOption('query');
  await train(page);
  await dialog(page).open.click();
  await until(() => textOf(dialog(page).box), (text) => /scales every query/.test(text), 'the reason is told');
  assert.equal(await dialog(page).box.getByRole('button', { name: 'Solr as JSON' }).isDisabled(), true);
  assert.equal(await dialog(page).box.getByRole('button', { name: 'Model file as JSON' }).isEnabled(), true);
});

pageTest('the command reproduces the run', { everyday: true }, async ({ page }) => {
  const text = letor({ seed: 5, features: 4 });
  await ready(page);
  await fullSpeed(page);
  await upload(page, file("my 'data'.txt", text));
  await page.getByLabel('Decay profile c').selectOption('log');
  await train(page);
  await dialog(page).open.click();
  const command = await dialog(page).command.inputValue();
  assert.equal(command, "rankscope train 'my '\\''data'\\''.txt' --method dorm --decay log --c 10");
  const reached = JSON.parse((await saved(page, 'Curves as JSON')).content.toString()).stop;
  const model = (await saved(page, 'Model file as JSON')).content.toString();
  const card = (await saved(page, 'Model card as Markdown')).content.toString();
  assert.ok(card.startsWith('# Model card') && card.includes(command), card);

  await reproduces(command, "my 'data'.txt", text, reached, model);
});

pageTest('the command contains the seed of the split', {}, async ({ page, address }) => {
  const text = letor({ seed: 5, features: 4, queries: 30 });
  await page.goto('about:blank');
  await page.goto(`${address}#v=1&sample=generated&hold-out=7&seed=5`);
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('mine.txt', text));
  await openSettings(page);
  await page.getByLabel('Hold out').selectOption({ label: '20 % + 20 %' });
  await ready(page, /validation/);
  await train(page);
  await dialog(page).open.click();
  const command = await dialog(page).command.inputValue();
  assert.equal(command, 'rankscope train mine.txt --split 60/20/20 --split-seed 7 --method dorm --c 10 --seed 5');
  await reproduces(command, 'mine.txt', text, JSON.parse((await saved(page, 'Curves as JSON')).content.toString()).stop);
});

pageTest('after a refused run, nothing of the previous run is exported', {}, async ({ page, address }) => {
  await ready(page);
  await page.goto(`${address}#v=1&sample=kitchen&method=svm-map`);
  await ready(page, /^Kitchen/);
  await openSettings(page);
  await page.getByLabel('Good from grade').fill('31');
  await until(() => page.getByRole('alert').allInnerTexts(), (texts) => /cannot be trained/.test(texts.join('')), 'the run is refused');
  await dialog(page).open.click();
  for (const name of ['Queries as CSV', 'Weights as CSV', 'Curves as CSV']) await until(() => dialog(page).box.getByRole('button', { name, exact: true }).isDisabled(), Boolean, `${name} has nothing to save`);
  assert.equal(await dialog(page).command.inputValue(), '');
  assert.equal(await controls(page).weights.getByRole('listitem').count(), 0);
});

/**
 * Runs a command as a user does, if the program has been built.
 * @param {string} command @param {string} name of its file @param {string} text @param {{ best_primal: number, iterations: number }} reached
 * @param {string} [model] the file that the page saved, which the program writes too
 */
async function reproduces(command, name, text, reached, model) {
  // The newest program was built from these sources.
  const built = ['release', 'debug'].map((kind) => at('target', kind, 'rankscope')).filter(existsSync);
  const program = built.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
  if (!program) return;
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-export-'));
  try {
    await writeFile(join(folder, name), text);
    const { stdout } = await promisify(execFile)('sh', ['-c', `rankscope() { ${JSON.stringify(program)} "$@"; }\n${command} --json --out model.json`], { cwd: folder });
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    assert.equal(last.best_primal, reached.best_primal, 'the same objective, bit for bit');
    assert.equal(last.iterations, reached.iterations);
    if (model) assert.equal(await readFile(join(folder, 'model.json'), 'utf8'), model, 'the page saves the same model file');
  } finally {
    await rm(folder, { recursive: true });
  }
}

pageTest('the dialog says that search engines fill gaps differently', {}, async ({ page }) => {
  await trained(page);
  await dialog(page).open.click();
  const model = dialog(page).box.locator('section').filter({ has: page.getByRole('heading', { name: 'Model' }) });
  assert.doesNotMatch(await textOf(model), /Search engines/, 'nothing without gaps');
  await page.keyboard.press('Escape');

  const rows = letor({ seed: 5, features: 2 }).trimEnd().split('\n').map((line) => /^(\d) qid:(\S+) 1:(\S+) 2:(\S+)/.exec(line)?.slice(1).join(',') ?? '');
  rows[4] = rows[4].replace(/,[^,]*$/, ',');
  await controls(page).letor.setInputFiles(file('gaps.csv', ['grade,qid,title,body', ...rows, ''].join('\n')));
  const preview = page.getByRole('dialog', { name: 'Read gaps.csv' });
  await preview.getByRole('combobox', { name: 'Missing values' }).selectOption({ label: 'mean of the feature' });
  await preview.getByRole('button', { name: 'Load' }).click();
  await ready(page, /^gaps\.csv/);
  await train(page);
  await dialog(page).open.click();
  const note = 'Search engines take a missing feature for 0, and the model takes its mean in the training data; documents with a gap get other scores there, unless the features have these means as defaults.';
  await until(() => textOf(model), (text) => text.includes(note), 'the sentence of rankscope export');
});
