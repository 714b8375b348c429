// Studies on the page: the numbers of the core, the grid, plots and tables, Cancel, faults, exports, and the run of a cell.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { Checksum, LetorReader, Study, generate_sample, initSync, study_on_data } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { letor } from '../support/letor.mjs';
import { controls, copyLink, ended, fullSpeed, loadSample, openView, overflowing, ready, records, textOf, until } from '../support/page.mjs';
import { violations } from '../support/states-walk.mjs';

/** @typedef {import('playwright-core').Page} Page */

const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));

const SMALL = {
  rankscope: 'study', title: 'Small', data: [{ name: 'made', sample: { queries: 40, documents: 8, seed: 3 } }],
  factors: { method: [{ name: 'DORM', method: 'dorm', measure: 'ndcg@5' }, { name: 'RankSVM', method: 'ranksvm' }] },
  sizes: [6, 'all'], seeds: [1, 2], fixed: { gap: 0.01, scale: 'query' }, select: { setting: 'c', grid: [1, 10], by: 'ndcg@5' },
  record: ['ndcg@5', 'map'], compare: { baseline: 'DORM' },
  plots: [{ mark: 'line', x: 'size', y: 'ndcg@5', line: 'method' }, { mark: 'box', x: 'method', y: 'map' }, { mark: 'table', x: 'size', y: 'map', line: 'method' }],
};
/** The tile of a figure that a built-in study repeats. */
const LEARNING_CURVE = /^Figure 3 Learning curve/;
/** Takes long enough to be cancelled: three hundred trainings of a slow method. */
const LONG = { ...SMALL, title: 'Long', data: [{ name: 'made', sample: { queries: 300, documents: 40, seed: 3 } }], sizes: ['all'],
  factors: { c: [1, 10, 100, 1000] }, seeds: Array.from({ length: 75 }, (_, seed) => seed + 1), select: null, fixed: { method: 'owpc', gap: 1e-6 }, compare: null, plots: [] };

/**
 * The same study, computed in Node, its cells in reverse order and in other slices.
 * @param {object} study @param {Record<string, string>} [files] LETOR text by name
 */
function inNode(study, files = {}) {
  const made = new Study(JSON.stringify(study));
  for (const [name, text] of Object.entries(files)) {
    if (made.reads_ranker(name)) {
      made.give_ranker(name, Buffer.from(text));
      continue;
    }
    const reader = new LetorReader();
    reader.push(Buffer.from(text));
    made.give(name, reader.finish());
  }
  made.prepare();
  for (const { cell } of made.cells().reverse()) {
    const work = made.start(cell);
    while (work.advance(33).state !== 'done');
    made.record(cell, work.finish(new Float64Array(), new Float64Array()));
  }
  return made;
}

/** @param {Page} page */
function panel(page) {
  const region = page.getByRole('region', { name: 'Study', exact: true }).first();
  const button = (/** @type {string | RegExp} */ name) => region.getByRole('button', { name, exact: true });
  return {
    region, button, run: button('Run study'), cancel: button('Cancel'), progress: region.locator('.study-progress'), fault: region.locator('.study-fault'),
    cells: region.locator('.study-grid button'), plots: region.locator('.study-plots figure'), open: region.getByLabel('Open a study…'), data: region.getByLabel('Add its data files…'),
    needed: region.locator('.study-files .note[aria-live]'), sheet: (/** @type {string} */ name) => region.getByRole('table', { name, exact: true }),
  };
}

/** @param {unknown} study @param {string} [name] */
const file = (study, name = 'small.json') => ({ name, mimeType: 'application/json', buffer: Buffer.from(typeof study === 'string' ? study : JSON.stringify(study)) });

/** Opens the panel and a study, and waits for its cells. @param {Page} page @param {object} study */
async function open(page, study) {
  await ready(page);
  await openView(page, 'Studies');
  await panel(page).open.setInputFiles(file(study));
  await panel(page).cells.first().waitFor();
}

/** Runs to the end, and waits for the statistics of all cells. @param {Page} page */
async function run(page) {
  const { run: press, progress, region } = panel(page);
  await press.click();
  await until(() => textOf(progress), (text) => / done in /.test(text), 'the study is done');
  await until(() => textOf(region.locator('.study-sheets')), (text) => text.includes('Values') && !/\d+ of \d+/.test(text), 'the statistics are those of all cells');
}

/** @param {Page} page @param {string} name */
async function saved(page, name) {
  const coming = page.waitForEvent('download');
  await panel(page).button(name).click();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

/** @param {Page} page */
const marks = async (page) => panel(page).cells.evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.mark));

test('cells in WebAssembly have the bits of native ones', async () => {
  await module();
  const source = await readFile(at('tests', 'core', 'study', 'cells.rs'), 'utf8');
  const golden = /GOLDEN: &str = "([0-9a-f]{16})"/.exec(source)?.[1];
  const small = /SMALL: &str = r#"(.*?)"#;/s.exec(source)?.[1];
  assert.ok(golden && small);
  const study = new Study(small);
  study.prepare();
  const checksum = new Checksum();
  for (const { cell, key } of study.cells()) {
    const work = study.start(cell);
    while (work.advance(7).state !== 'done');
    // The key has the version of the program in it.
    checksum.push(new TextEncoder().encode(work.finish(new Float64Array(), new Float64Array()).replace(key, '')));
  }
  assert.equal(checksum.hex(), golden);
});

pageTest('a study agrees with the core in Node: grid, tables, plots and files', { everyday: true }, async ({ page }) => {
  await module();
  const expected = inNode(SMALL);
  await open(page, SMALL);
  const { region, cells, plots, sheet } = panel(page);
  assert.match(await region.innerText(), /8 cells, 16 trainings\./);
  assert.deepEqual(await marks(page), Array(8).fill('queued'));
  assert.equal(await cells.first().getAttribute('aria-label'), 'DORM, 6 training queries, seed 1: queued');
  await run(page);
  assert.deepEqual(await marks(page), Array(8).fill('done'));
  assert.equal(await plots.count(), 3);
  for (const { title, columns } of expected.sheets()) {
    const shown = (await records(sheet(title))).map((row) => Object.values(row));
    assert.ok(shown.length > 0 && shown.length === columns[0].cells.length, title);
    const [first] = columns;
    assert.deepEqual(shown.map(([cell]) => cell), first.cells);
  }
  for (const note of expected.notes()) assert.ok((await region.innerText()).includes(note), note);
  for (const [name, filename, text] of /** @type {const} */ ([
    ['Cells (CSV)', 'small-cells.csv', expected.cells_csv()], ['Queries (CSV)', 'small-queries.csv', expected.queries_csv()],
    ['Tables (Markdown)', 'small-table.md', expected.markdown()], ['Tables (LaTeX)', 'small-table.tex', expected.latex()],
    ['Study with defaults (JSON)', 'small-study.json', expected.json()],
  ])) assert.deepEqual(await saved(page, name), { name: filename, text });
  const plot = expected.plots()[0].title;
  assert.deepEqual(await saved(page, `Save ${plot} as SVG`), { name: 'small-plot-1.svg', text: expected.plot_svg(0) });
  assert.ok((await saved(page, `Save ${plot} as PNG`)).text.slice(1, 4) === 'PNG');
  await plots.first().getByText('Values of this plot').click();
  const points = expected.plots()[0].series.flatMap((series) => series.points);
  assert.equal((await records(sheet(plot))).length, points.length, 'a plot has its table');
  // A pressed point lists its queries; so does the button in the table.
  const listed = page.getByRole('region', { name: 'Test queries', exact: true }).getByRole('table');
  await plots.first().locator('.study-mark').last().click();
  await until(() => textOf(listed.locator('caption')), (text) => /^RankSVM, all: 8 test queries, the largest losses against DORM first$/.test(text), 'the queries are listed');
  const queries = expected.row_queries(3);
  const shown = (await records(listed)).map((row) => Object.values(row));
  assert.deepEqual(shown.map(([query]) => query).sort(), queries.map(({ query }) => query).sort());
  const losses = queries.map(({ values, baseline }) => (values[0] ?? Number.NaN) - (baseline[0] ?? Number.NaN));
  const least = Math.min(...losses.filter(Number.isFinite));
  assert.equal(Number(shown[0][2].replace('\u2212', '-').replace('+', '')).toFixed(3), least.toFixed(3));
  await plots.first().getByRole('button', { name: /^List the queries of DORM, / }).first().click();
  await until(() => textOf(listed.locator('caption')), (text) => /^DORM, 6: 8 test queries, the lowest values first$/.test(text), 'the queries of the first row');
  assert.deepEqual(await violations(page), []);
});

pageTest('pressing a cell opens exactly its run', {}, async ({ page }) => {
  await module();
  const expected = inNode(SMALL);
  await ready(page);
  await fullSpeed(page);
  await open(page, SMALL);
  await run(page);
  const { cells } = panel(page);
  // By keys: right to the second seed, down to the other method.
  await cells.first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  assert.match(await textOf(panel(page).region.locator('.study-told')), /^RankSVM, 6 training queries, seed 2: done\. Press it/);
  await page.keyboard.press('Enter');
  await until(() => textOf(controls(page).facts), (text) => /6 training queries \+ 8 validation \+ 8 test/.test(text), 'its data are loaded');
  await ended(page);
  const table = expected.table();
  const [row] = table.rows.filter(({ cells: of }) => of.includes(5));
  assert.ok(row, 'the cell has a row');
  // Of two seeds the table has the mean, so the value of this run comes from the file.
  const line = expected.cells_csv().split('\n').find((one) => /^made,RankSVM,6,1,6,2,.*,ndcg@5,/.test(one));
  const value = Number(line?.split(',').at(-1));
  assert.ok(value > 0, line);
  await until(() => textOf(page.locator('#result')), (text) => text.includes(value.toFixed(3)), `the result is ${value.toFixed(3)}`);
  assert.equal(await page.getByRole('combobox', { name: 'Method' }).inputValue(), 'ranksvm');
});

pageTest('Cancel stops the study, finished cells stay, and a changed study trains only what is new', {}, async ({ page }) => {
  await open(page, LONG);
  const { run: press, progress, cancel } = panel(page);
  await press.click();
  await until(async () => (await marks(page)).filter((mark) => mark !== 'queued' && mark !== 'running').length, (done) => done > 1, 'two cells are done');
  assert.match(await textOf(progress), /^\d+ of 300 cells done\. (About .* left|The remaining)/);
  await cancel.click();
  await until(() => textOf(progress), (text) => /Cancelled/.test(text), 'the study is cancelled');
  const done = (await marks(page)).filter((mark) => mark === 'done' || mark === 'unconverged').length;
  assert.ok(done > 1 && !(await marks(page)).includes('running'));
  const fewer = { ...LONG, title: 'Fewer', factors: { c: [1] }, seeds: [1, 2] };
  await panel(page).open.setInputFiles(file(fewer));
  await until(async () => (await marks(page)).length, (count) => count === 2, 'the other study is there');
  const known = () => until(() => textOf(progress), (text) => /^2 of 2 cells done\. All were trained before\.$/.test(text), 'its cells are known');
  await known();
  // The device keeps results, and forgets them on request.
  await page.reload();
  await open(page, fewer);
  await known();
  await panel(page).button('Forget all results').click();
  await until(async () => (await marks(page)).join(), (text) => text === 'queued,queued', 'nothing is known');
});

pageTest('a wrong study is refused with its place, and data files are asked for by name', {}, async ({ page }) => {
  await ready(page);
  await openView(page, 'Studies');
  const { open: choose, fault, run: press, data, needed, cells } = panel(page);
  await choose.setInputFiles(file('{\n  "rankscope": study }', 'broken.json'));
  await until(() => textOf(fault), (text) => /broken\.json cannot be used\.\s*Line 2, column \d+: not a study/.test(text), 'line and column');
  await choose.setInputFiles(file({ ...SMALL, select: { setting: 'c', grid: [-1], by: 'ndcg@5' } }));
  await until(() => textOf(fault), (text) => text.includes('select.grid'), 'the place of the value');
  await choose.setInputFiles(file({ ...SMALL, seeds: Array.from({ length: 2000 }, (_, seed) => seed) }));
  await until(() => textOf(fault), (text) => /at most 5000 are allowed/.test(text), 'too many trainings');
  await choose.setInputFiles(file({ ...SMALL, data: [{ name: 'mine', train: 'all.txt', split: { shares: [0.6, 0.2, 0.2], seed: 1 } }] }));
  await until(() => textOf(needed), (text) => /Still missing: all\.txt/.test(text), 'the missing file');
  assert.equal(await press.getAttribute('aria-disabled'), 'true');
  await data.setInputFiles({ name: 'all.txt', mimeType: 'text/plain', buffer: Buffer.from('1 qid:1 1:x\n') });
  await until(() => textOf(fault), (text) => /^all\.txt cannot be used\.\s*Line 1, column 9: /.test(text), 'the fault of the file');
  await module();
  await data.setInputFiles({ name: 'all.txt', mimeType: 'text/plain', buffer: Buffer.from(generate_sample(40, 8, 3)) });
  await cells.first().waitFor();
  assert.equal(await textOf(fault), '');
});

pageTest('a study on a file of the user agrees with the core in Node, in three workers', {}, async ({ page }) => {
  await page.addInitScript(() => { Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 4 }); });
  await page.reload();
  await module();
  const text = letor({ seed: 5, queries: 60, documents: 25, features: 14 });
  const study = { ...SMALL, data: [{ name: 'mine', train: 'own.txt', split: { shares: [0.6, 0.2, 0.2], seed: 1 } }], sizes: ['all'], seeds: [1],
    fixed: { max_iterations: 3 }, select: null, factors: { method: ['ranksvm', 'mean-difference', 'regression'] }, compare: null, plots: [] };
  const expected = inNode(study, { 'own.txt': text });
  await ready(page);
  await openView(page, 'Studies');
  const { open: choose, data, cells } = panel(page);
  await choose.setInputFiles(file(study));
  await data.setInputFiles({ name: 'own.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await cells.first().waitFor();
  await run(page);
  assert.equal((await saved(page, 'Cells (CSV)')).text, expected.cells_csv());
});

pageTest('a built-in study runs to the end on a phone, in the dark', { width: 390, height: 844, colorScheme: 'dark', touch: true }, async ({ page, screenshot }) => {
  await ready(page);
  await openView(page, 'Studies');
  const { region, progress, plots } = panel(page);
  await region.getByRole('button', { name: LEARNING_CURVE }).click();
  await panel(page).cells.first().waitFor();
  await run(page);
  assert.match(await textOf(progress), /^27 of 27 cells done in/);
  assert.equal(await plots.count(), 1);
  assert.deepEqual(await overflowing(page), []);
  await screenshot('study-phone');
  assert.deepEqual(await violations(page), []);
});

pageTest('if the part that reads studies cannot be fetched, the panel says so, and fetches it when it is opened again', { allow: [/ERR_FAILED|Failed to|study-worker/] }, async ({ page, context }) => {
  await ready(page);
  await context.route(/\/study-worker-[^/]*\.js$/, (route) => route.abort());
  await openView(page, 'Studies');
  const { region, fault } = panel(page);
  await until(() => textOf(fault), (text) => /Open the tab again when there is a connection\.$/.test(text), 'the fault is told');
  assert.equal(await region.getByText('Fetching the list').isVisible(), false);
  await context.unroute(/\/study-worker-[^/]*\.js$/);
  await openView(page, 'Weights');
  await openView(page, 'Studies');
  await region.getByRole('button', { name: /One page per site/ }).waitFor();
  assert.equal(await fault.isVisible(), false);
});

pageTest('the built-in studies are fetched with the panel; without them a link waits and a file works', { allow: [/ERR_FAILED/, /built-in-studies/] }, async ({ page, context, address }) => {
  const studies = /\/built-in-studies-[^/]*\.json$/;
  let asked = 0;
  await context.route(studies, (route) => { asked += 1; return route.abort(); });
  await ready(page);
  assert.equal(asked, 0, 'a first visit does without them');
  await page.goto('about:blank');
  await page.goto(`${address}#v=1&study=kernels`);
  const { region, cells, fault, open: input } = panel(page);
  await region.getByText(/^The built-in studies could not be fetched \(.+\): open this tab again when there is a connection\.$/).waitFor();
  assert.ok(asked >= 1 && !await fault.isVisible());
  await input.setInputFiles(file(SMALL));
  await until(() => cells.count(), (count) => count === 8, 'the study of a file');
  await context.unroute(studies);
  await openView(page, 'Weights');
  await openView(page, 'Studies');
  await region.getByRole('heading', { name: 'Kernels on a ring' }).waitFor();
  assert.equal(await region.getByText('could not be fetched').isVisible(), false);
});

pageTest('a built-in study on a sample fetches its files, and says so where they cannot be fetched', { allow: [/ERR_FAILED/, /sites-/] }, async ({ page, context }) => {
  await ready(page);
  await openView(page, 'Studies');
  const { region, cells, fault, button } = panel(page);
  await context.route(/sites-/, (route) => route.abort());
  await region.getByRole('button', { name: /One page per site/ }).click();
  await until(() => textOf(fault), (text) => /sites-\w+\.txt could not be fetched/.test(text), 'the fault is told');
  await context.unroute(/sites-/);
  await region.getByRole('button', { name: /One page per site/ }).click();
  await cells.first().waitFor();
  assert.equal(await fault.isVisible(), false);
  assert.ok(await button('Run study').isEnabled());
});

const RATINGS = {
  rankscope: 'study', title: 'Few ratings', data: [{ name: 'made', ratings: { generate: { users: 24, items: 32, seed: 2 } } }],
  factors: { model: ['item-mean', 'squared-error', 'ranking'] }, fixed: { rank: 1, c: [30, 300], rounds: 1, turns: 2, keep: 12 },
  record: ['ndcg@10', 'eru'], compare: { baseline: 'squared-error' }, plots: [{ mark: 'bars', x: 'model', y: 'ndcg@10' }],
};

pageTest('a study on ratings compares user by user, and its cells open in the mode Ratings', {}, async ({ page }) => {
  await module();
  const expected = inNode(RATINGS);
  await open(page, RATINGS);
  const { region, cells, plots } = panel(page);
  await run(page);
  assert.deepEqual(await marks(page), Array(3).fill('done'));
  for (const note of expected.notes()) assert.ok((await region.innerText()).includes(note), note);
  await plots.first().getByText('Values of this plot').click();
  await plots.first().getByRole('button', { name: /^List the queries of ranking/ }).click();
  const listed = page.getByRole('region', { name: 'Test queries', exact: true }).getByRole('table');
  await until(() => textOf(listed.locator('caption')), (text) => /^ranking: 24 users, the largest losses against squared-error first$/.test(text), 'the users are listed');
  assert.deepEqual(await violations(page), []);
  await cells.last().click();
  const ratings = page.getByRole('region', { name: 'Ratings', exact: true });
  const measured = ratings.getByRole('table', { name: /^Test ratings of/ });
  await measured.waitFor();
  const means = expected.table().rows[2].values[0].mean ?? Number.NaN;
  assert.ok((await measured.innerText()).includes(means.toFixed(3)), `${means} in ${await measured.innerText()}`);
});

pageTest('ratings of a file are read for a study, and their faults are told', {}, async ({ page }) => {
  await ready(page);
  await openView(page, 'Studies');
  const { open: choose, data, fault, needed, cells } = panel(page);
  await choose.setInputFiles(file({ ...RATINGS, data: [{ name: 'mine', ratings: { file: 'mine.csv' } }] }));
  await until(() => textOf(needed), (text) => /Still missing: mine\.csv/.test(text), 'the missing file');
  await data.setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from('user,item,rating\nu1,i1,good\n') });
  await until(() => textOf(fault), (text) => /mine\.csv.*cannot be used/s.test(text) && /good/.test(text), 'the fault of the file');
  const lines = Array.from({ length: 24 * 32 }, (_, at) => `u${at % 24},i${Math.floor(at / 24)},${1 + (at * 7) % 5}`);
  await data.setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await cells.first().waitFor();
  await run(page);
  assert.deepEqual(await marks(page), Array(3).fill('done'));
});

pageTest('a link opens its study: a built-in one by name, another one with its text', { allow: [/./] }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, SMALL);
  const { region, cells } = panel(page);
  const copied = async (/** @type {string} */ start) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    // The text of a study is packed beside the page.
    return until(async () => {
      await copyLink(page);
      return page.evaluate(() => navigator.clipboard.readText());
    }, (text) => text.includes(`&study=${start}`), 'the link');
  };
  const own = await copied('~');
  assert.match(own, /&open=study&study=~[\w-]+$/);
  await region.getByRole('button', { name: LEARNING_CURVE }).click();
  await until(() => cells.count(), (count) => count === 27, 'the built-in study');
  const named = await copied('learning-curve');
  assert.match(named, /&open=study&study=learning-curve$/);
  for (const [link, title, count] of /** @type {const} */ ([[own, 'Small', 8], [named, 'Learning curve', 27]])) {
    await page.goto('about:blank');
    await page.goto(link);
    await until(() => region.getByRole('heading', { name: title }).isVisible(), Boolean, `${title} is shown`);
    await until(() => cells.count(), (found) => found === count, 'its cells are there');
  }
  await page.goto('about:blank');
  await page.goto(own.replace(/study=.*/, 'study=nothing'));
  await until(() => textOf(panel(page).fault), (text) => /no such built-in study/.test(text), 'an unknown name is told');
});

pageTest('a comparison opens as a study on the same data', {}, async ({ page }) => {
  await ready(page);
  await openView(page, 'Compare');
  const comparison = page.getByRole('region', { name: 'Compare methods' });
  await comparison.getByRole('button', { name: 'Open as a study', exact: true }).click();
  const { region, cells } = panel(page);
  await cells.first().waitFor();
  assert.ok(await region.getByRole('heading', { name: 'Comparison of methods' }).isVisible());
  // Five values of C for each method that has it.
  assert.match(await region.innerText(), /61 cells/);
});

pageTest('a run of TREC is a level line of a study on files of the user', {}, async ({ page }) => {
  await module();
  const [train, test] = [letor({ seed: 5, queries: 12 }), letor({ seed: 6, queries: 9, prefix: 'T' })];
  const list = test.trimEnd().split('\n').map((line) => line.replace(/^\S+ qid:(\S+) 1:(\S+) .* = (\S+)$/, '$1 Q0 $3 1 $2 x')).join('\n');
  const files = { 'own.txt': train, 'own-test.txt': test, 'other.run': list };
  const study = { ...SMALL, data: [{ name: 'mine', train: 'own.txt', test: 'own-test.txt' }], sizes: [4, 8], seeds: [1], fixed: { max_iterations: 3 }, select: null,
    factors: { method: [{ name: 'Other', ranker: 'other.run' }, { name: 'DORM', method: 'dorm' }] }, record: ['ndcg@5'], compare: null, plots: [SMALL.plots[0]] };
  const expected = inNode(study, files);
  await ready(page);
  await openView(page, 'Studies');
  const { open: choose, data, cells, plots, region } = panel(page);
  await choose.setInputFiles(file(study));
  await data.setInputFiles(Object.entries(files).map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })));
  await cells.first().waitFor();
  await run(page);
  assert.equal((await saved(page, 'Cells (CSV)')).text, expected.cells_csv());
  const [{ title, series }] = expected.plots();
  assert.deepEqual(await saved(page, `Save ${title} as SVG`), { name: 'small-plot-1.svg', text: expected.plot_svg(0) });
  const level = series.find(({ name }) => name === 'Other')?.points.map(({ y }) => y) ?? [];
  assert.ok(level.length === 2 && level[0] === level[1], `${level} is level`);
  await plots.first().waitFor();
  await cells.first().click();
  await until(() => textOf(region), (text) => text.includes('This cell does not open: it is a ranker, and trains nothing'), 'a ranker has no run');
});

pageTest('a study of clicks draws a plot for each exponent, and its cells say why they do not open', {}, async ({ page }) => {
  await module();
  await ready(page);
  await openView(page, 'Studies');
  const { cells, plots, region } = panel(page);
  await region.getByRole('button', { name: /^Learning from clicks/ }).click();
  await cells.first().waitFor();
  await run(page);
  await until(() => plots.count(), (count) => count === 3, 'one plot for each exponent');
  await cells.first().click();
  await until(() => textOf(region), (text) => text.includes('This cell does not open: it learns from simulated clicks'), 'the cell says why');
});

/** The choice of data of the open study. @param {Page} page */
function dataOf(page) {
  const { region } = panel(page);
  const radio = (/** @type {string | RegExp} */ name) => region.getByRole('group', { name: 'Data of the study' }).getByRole('radio', { name });
  return { paper: radio('As in the paper'), mine: radio(/^On my data/), told: region.locator('.study-data-told') };
}

pageTest('a built-in study on the loaded data has the cells of the core in Node, and goes back to its own', { allow: [/./] }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await module();
  const built = JSON.parse(await readFile(at('www', 'wasm', 'built-in-studies.json'), 'utf8'));
  const loaded = { name: 'Web search (generated)', sample: { queries: 200, documents: 40, seed: 1 }, split: { shares: [0.6, 0.2, 0.2], seed: 1 } };
  const text = study_on_data(built.find((/** @type {{ name: string }} */ { name }) => name === 'learning-curve').json, JSON.stringify(loaded));
  const expected = inNode(JSON.parse(text));
  await ready(page);
  await openView(page, 'Studies');
  const { region, cells, progress, button, sheet } = panel(page);
  await region.getByRole('list', { name: 'DORM' }).getByRole('button', { name: /^Figure 3 Learning curve not run, 81 trainings$/ }).click();
  await cells.first().waitFor();
  const { paper, mine, told } = dataOf(page);
  assert.ok(await paper.isChecked());
  assert.ok(await region.getByText(/^Here: /).isVisible());
  await region.getByRole('radio', { name: 'On my data: Web search (generated)' }).check();
  await until(() => textOf(region.locator('.study-grid')), (shown) => shown.includes('6.25% of queries'), 'sizes are shares');
  assert.equal(await region.getByText(/^Here: /).isVisible(), false, 'what is said of its own data is not shown');
  assert.equal(await region.getByRole('button', { name: LEARNING_CURVE }).getAttribute('aria-pressed'), 'true');
  await run(page);
  assert.deepEqual(await saved(page, 'Cells (CSV)'), { name: 'learning-curve-own-data-cells.csv', text: expected.cells_csv() });
  const [claims] = expected.sheets();
  const [claim] = await records(sheet(claims.title));
  const word = claims.columns.find(({ head }) => head === 'here')?.cells[0] ?? '';
  assert.match(Object.values(claim).join('|'), new RegExp(`\\|[✓≈✕]\\s*${word}\\|`), 'the verdict has a sign and a word');
  await region.getByRole('heading', { name: 'Difference from DORM' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await copyLink(page);
  await until(() => page.evaluate(() => navigator.clipboard.readText()), (link) => /&study=~[\w-]+$/.test(link), 'the link holds the study');
  // Finished cells stay. Other data in Explore change nothing here before they are chosen.
  await paper.check();
  await until(() => textOf(region.locator('.study-grid')), (shown) => shown.includes('40 queries'), 'the study of the paper is back');
  await mine.check();
  await until(() => textOf(progress), (shown) => shown === '27 of 27 cells done. All were trained before.', 'its cells are known');
  assert.equal(await told.isVisible(), false);
  await openView(page, 'Weights');
  await loadSample(page, 'LightGBM example');
  await openView(page, 'Studies');
  assert.match(await textOf(told), /^Explore has other data now\. This study stays on Web search \(generated\)\./);
  assert.match(await textOf(progress), /^27 of 27 cells done/);
  await button('Take the new data').click();
  await region.getByRole('radio', { name: 'On my data: LightGBM example', checked: true }).waitFor();
  await until(() => textOf(region.locator('.study-head')), (shown) => shown.includes('432 trainings'), 'a cross-validation takes the place of validation data');
  await until(() => panel(page).run.getAttribute('aria-disabled'), (disabled) => disabled === 'false', 'its files are read');
  assert.equal(await told.isVisible(), false);
});

pageTest('a study that needs its own data says why it does not run on those loaded', {}, async ({ page }) => {
  await ready(page);
  await openView(page, 'Studies');
  const { region, cells } = panel(page);
  const { paper, mine, told } = dataOf(page);
  const refused = async (/** @type {RegExp} */ study, /** @type {string} */ reason) => {
    await region.getByRole('button', { name: study }).click();
    await cells.first().waitFor();
    await mine.click();
    await until(() => textOf(told), (shown) => shown === reason, 'the reason is told');
    assert.ok(await paper.isChecked());
    assert.ok(await panel(page).run.isEnabled());
  };
  await refused(/^Calibration/, 'This study cannot run on Web search (generated): it is about lists that it makes, so other data cannot answer it.');
  // A second press gives the same answer.
  await mine.click();
  await until(() => paper.isChecked(), Boolean, 'the study stays on its own data');
  // What only the data show is told in the same place.
  await openView(page, 'Weights');
  await loadSample(page, 'Hopeless queries (generated)');
  await openView(page, 'Studies');
  const less = [{ name: 'all', without: '' }, { name: 'less', without: '8' }];
  await panel(page).open.setInputFiles(file({ ...SMALL, factors: { features: less }, compare: null, plots: [] }));
  await until(() => textOf(region.locator('.study-grid')), (shown) => shown.includes('less'), 'the study of a file');
  await mine.click();
  await until(() => textOf(told), (shown) => /^This study cannot run on the loaded data: .*8.*\.$/.test(shown), 'the feature that the data do not have');
  await cells.first().waitFor();
  assert.ok(await paper.isChecked());
  assert.equal(await panel(page).fault.isVisible(), false);
  await openView(page, 'Weights');
  await loadSample(page, 'Kitchen (hand-made)');
  await openView(page, 'Studies');
  assert.equal(await told.isVisible(), false, 'a reason is about the data that were there');
  await refused(LEARNING_CURVE, 'Kitchen (hand-made) has no test data. Choose Hold out, or choose a Test file, in the mode Explore.');
});
