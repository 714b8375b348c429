// Stored runs: the table, overlaid curves, two runs compared with the core, and missing storage.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { LetorReader, Training, catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { chart, controls, fullSpeed, legend, loadSample, near, number, ready, records, rounding, tableOf, textOf, train, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));

/** @param {Page} page */
function panel(page) {
  const region = page.getByRole('region', { name: 'Runs', exact: true });
  /** @param {string} name */
  const button = (name) => region.getByRole('button', { name, exact: true });
  return {
    region, button, table: region.getByRole('table', { name: 'Kept runs' }), clear: button('Clear all'),
    first: region.getByLabel('First run'), second: region.getByLabel('Second run'), over: region.getByLabel('Compared over'), p: region.getByLabel('p of RBO'),
    differences: region.getByRole('table', { name: 'Queries by difference' }), changed: region.getByRole('table', { name: 'Changed settings' }),
    /** @param {string} name */
    draw: (name) => region.getByRole('checkbox', { name: `Draw ${name}`, exact: true }),
    /** @param {number} at */
    name: (at) => region.getByRole('textbox', { name: `Name of run ${at}`, exact: true }),
  };
}

/** @param {Page} page */
const open = (page) => page.getByRole('tab', { name: 'Runs', exact: true }).click();
/** @param {Page} page @param {number} count */
const kept = (page, count) => until(() => panel(page).region.getByRole('button', { name: /^Restore / }).count(), (seen) => seen === count, `${count} runs are kept`);
/** @param {Page} page @param {string} c */
const setC = (page, c) => page.getByLabel('C', { exact: true }).fill(c);
/** @param {Page} page @param {RegExp} pattern */
const told = (page, pattern) => until(() => textOf(panel(page).region), (text) => pattern.test(text), `the panel says ${pattern}`);

/** Trains two runs that differ in C, and collapses a panel. @param {Page} page */
async function two(page) {
  await fullSpeed(page);
  const ends = [await train(page)];
  await setC(page, '0.1');
  ends.push(await train(page));
  return ends;
}

pageTest('finished runs are stored, distinguished by their changes, named, drawn and deleted', { everyday: true }, async ({ page, screenshot }) => {
  await ready(page);
  await open(page);
  await told(page, /There are no runs yet/);
  const ends = await two(page);
  await kept(page, 2);
  const rows = await records(panel(page).table);
  assert.deepEqual(rows.map(({ iterations }) => number(iterations)), ends.map(({ iterations }) => iterations));
  assert.deepEqual(rows.map((row) => row['changed settings']), ['usual settings', 'C 10 → 0.1']);
  assert.match(rows[0].method, /^DORM · NDCG@10$/);
  for (const part of ['train', 'validation', 'test']) assert.ok(number(rows[1][part]) > 0.2, part);

  await panel(page).draw('Run 1').check();
  const shown = await legend(page, 'Objective');
  assert.ok('Run 1: primal, best' in shown, JSON.stringify(shown));
  const numbers = await tableOf(page, 'Objective');
  assert.equal(numbers.length, 1 + Math.max(...ends.map(({ iterations }) => iterations)), 'a row for each iteration of either run');
  near(number(numbers[ends[0].iterations]['Run 1: primal, best']), number(rows[0].objective), 0.05 * number(rows[0].objective), 'the line ends near the objective of its best round');
  await chart(page, 'Objective').toggle.click();

  await panel(page).name(1).fill('C ten');
  await panel(page).name(1).press('Enter');
  await panel(page).draw('C ten').waitFor();
  assert.ok('C ten: primal, best' in await legend(page, 'Objective'));
  await screenshot('runs', panel(page).region);

  await panel(page).button('Delete C ten').click();
  await kept(page, 1);
  assert.ok(!('C ten: primal, best' in await legend(page, 'Objective')), 'a deleted run is not drawn');
  assert.equal(await panel(page).button('Delete Run 2').evaluate((element) => element === document.activeElement), true, 'the focus stays in the table');
});

pageTest('a replaced run is stored, and Restore brings its settings back', {}, async ({ page }) => {
  await ready(page);
  await open(page);
  await setC(page, '5');
  await until(() => textOf(controls(page).status), (text) => /^ready/.test(text), 'a run with the new settings');
  await controls(page).step.click();
  await until(() => textOf(controls(page).status), (text) => /^paused at iteration 1/.test(text), 'one step');
  await setC(page, '10');
  await train(page);
  await kept(page, 2);
  assert.deepEqual((await records(panel(page).table)).map(({ iterations }) => iterations.replace(/^\d+$/, 'n')), ['1, unfinished', 'n']);
  await panel(page).button('Restore Run 1').click();
  assert.equal(await page.getByLabel('C', { exact: true }).inputValue(), '5');
  await panel(page).first.selectOption({ label: 'Run 1' });
  await panel(page).second.selectOption({ label: 'Run 2' });
  await told(page, /Run 2 is better on \d+/);
});

pageTest('runs survive a reload, and Clear all deletes them', { everyday: true }, async ({ page }) => {
  await ready(page);
  await two(page);
  await open(page);
  await told(page, /still here after a reload/);
  const before = await records(panel(page).table);
  await panel(page).name(2).fill('the second');
  await panel(page).name(2).press('Tab');
  await panel(page).button('Restore the second').waitFor();
  // With its address, the page would train the run again.
  const address = page.url().replace(/#.*/, '#open=runs');
  await page.goto('about:blank');
  await page.goto(address);
  await ready(page);
  await kept(page, 2);
  assert.deepEqual((await records(panel(page).table)).map(({ objective, gap, test }) => [objective, gap, test]), before.map(({ objective, gap, test }) => [objective, gap, test]));
  await panel(page).draw('the second').check();
  assert.ok('the second: primal, best' in await legend(page, 'Objective'), 'it can be drawn before anything is trained');
  await panel(page).clear.click();
  await panel(page).button('Keep them').click();
  await kept(page, 2);
  await panel(page).clear.click();
  await panel(page).button('Delete all runs').click();
  await told(page, /There are no runs yet/);
  await page.reload();
  await ready(page);
  await told(page, /still here after a reload/);
  await told(page, /There are no runs yet/);
});

pageTest('two runs are compared by the numbers of the core', {}, async ({ page }) => {
  await module();
  const [own, held] = [letor({ seed: 11 }), letor({ seed: 12, prefix: 'T' })];
  await ready(page);
  await upload(page, file('own.txt', own));
  await controls(page).test.setInputFiles(file('held-test.txt', held));
  await ready(page, /12 test/);
  await two(page);
  await open(page);
  await panel(page).first.selectOption({ label: 'Run 1' });
  await panel(page).second.selectOption({ label: 'Run 2' });
  await told(page, /Run 2 is better on/);
  assert.deepEqual(await records(panel(page).changed), [{ setting: 'C', 'Run 1': '10', 'Run 2': '0.1' }]);

  /** @param {string} text */
  const read = (text) => {
    const reader = new LetorReader();
    reader.push(Buffer.from(text));
    return reader.finish();
  };
  const data = { training: read(own), test: read(held) };
  const models = [10, 0.1].map((c) => {
    const training = new Training(data.training, { ...catalog().defaults, c });
    training.watch_test(data.test);
    while (training.advance(1000).state !== 'stopped');
    return training.model();
  });
  for (const [part, p] of /** @type {const} */ ([['training', 0.9], ['test', 0.5]])) {
    await panel(page).over.selectOption({ label: `${part} queries` });
    await panel(page).p.fill(String(p));
    const { queries, rbo, tau } = models[0].compare(models[1], data[part], 'ndcg@10', p);
    const sorted = queries.sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0) || a.query - b.query).slice(0, 10);
    const rows = await until(() => records(panel(page).differences), (seen) => seen[0]?.query === sorted[0].id && Math.abs(number(seen[0].RBO) - (sorted[0].rbo ?? 0)) <= rounding(seen[0].RBO), `the ${part} queries are compared`);
    for (const [place, row] of rows.entries()) {
      const expected = sorted[place];
      assert.equal(row.query, expected.id);
      const figures = /** @type {const} */ ([['Run 1', expected.first], ['Run 2', expected.second], ['difference', expected.difference], ['RBO', expected.rbo], ['τ-b', expected.tau]]);
      for (const [name, value] of figures) near(number(row[name]), value ?? Number.NaN, rounding(row[name]), `${part} ${expected.id} ${name}`);
    }
    const text = await textOf(panel(page).region);
    const [, meanRbo, meanTau] = /agree by RBO (\S+) and τ-b (\S+) on average/.exec(text) ?? [];
    near(number(meanRbo), rbo ?? Number.NaN, rounding(meanRbo), 'mean RBO');
    near(number(meanTau), tau ?? Number.NaN, rounding(meanTau), 'mean τ-b');
  }

  await panel(page).over.selectOption({ label: 'training queries' });
  // The rows of the test queries give way to those of the training queries, whose names do not begin with T.
  await until(() => records(panel(page).differences), (rows) => rows.length > 0 && !rows[0].query.startsWith('T'), 'the training queries are compared');
  const pick = panel(page).differences.getByRole('button').nth(2);
  const id = await textOf(pick);
  await pick.click();
  await until(() => textOf(controls(page).inspector), (text) => text.includes(`query ${id} ·`), 'a click shows the query');
  await open(page);
  await panel(page).p.fill('2');
  await told(page, /Between 0 and 1/);
  await loadSample(page, 'Kitchen (hand-made)');
  await panel(page).p.fill('0.9');
  await told(page, /trained on other data/);
});

pageTest('tabs share stored runs, and neither tab loses one', {}, async ({ page, context, address }) => {
  await ready(page);
  await open(page);
  const other = await context.newPage();
  await other.goto(address);
  await ready(other);
  await open(other);
  await told(other, /for every tab of this page/);
  await fullSpeed(page);
  await fullSpeed(other);
  /** @param {Page} tab */
  const names = (tab) => panel(tab).region.getByRole('textbox', { name: /^Name of run/ }).evaluateAll((all) => all.map((input) => /** @type {HTMLInputElement} */ (input).value));
  /** @param {string[]} wanted @param {string} what */
  const both = async (wanted, what) => {
    for (const tab of [page, other]) await until(() => names(tab), (seen) => JSON.stringify(seen) === JSON.stringify(wanted), what);
  };

  await train(page);
  await both(['Run 1'], 'a run that ended in one tab is in the other');
  await setC(other, '1');
  await train(other);
  await both(['Run 1', 'Run 2'], 'and the other way round');
  await panel(other).name(1).fill('C ten');
  await panel(other).name(1).press('Enter');
  await both(['C ten', 'Run 2'], 'a name is told');
  await panel(page).draw('Run 2').check();
  assert.ok('Run 2: primal, best' in await legend(page, 'Objective'), 'a run of the other tab is drawn');
  assert.ok(!('Run 2: primal, best' in await legend(other, 'Objective')), 'what is drawn is each tab’s own');

  // At the same time, each tab has its own run with its own number.
  await setC(page, '0.1');
  await setC(other, '0.01');
  await Promise.all([train(page), train(other)]);
  await both(['C ten', 'Run 2', 'Run 3', 'Run 4'], 'runs that end together are both kept');
  assert.deepEqual((await records(panel(page).table)).map(({ objective }) => objective), (await records(panel(other).table)).map(({ objective }) => objective), 'with the same figures');

  await panel(page).button('Delete Run 2').click();
  await both(['C ten', 'Run 3', 'Run 4'], 'a deleted run goes from both');
  assert.ok(!('Run 2: primal, best' in await legend(page, 'Objective')), 'and is not drawn');
  // The address opens the panel again. It names the end of the run a moment after the end.
  await until(async () => page.url(), (url) => /[&]ended=true/.test(url), 'the address names the end of the run');
  await Promise.all([page.reload(), other.close()]);
  await until(() => names(page), (seen) => JSON.stringify(seen) === JSON.stringify(['C ten', 'Run 3', 'Run 4']), 'storage has what the tabs had');
  // The address trains its run again, which is the stored run.
  await until(() => textOf(controls(page).status), (text) => /converged|stopped|ended/.test(text), 'the run of the address has ended');
  assert.deepEqual(await names(page), ['C ten', 'Run 3', 'Run 4']);
});

pageTest('if storage is denied, the page says so and continues', {}, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('denied by the browser', 'SecurityError'); } }));
  await page.reload();
  await ready(page);
  await open(page);
  await told(page, /Some runs are not stored: this browser blocks storage for this page \(denied by the browser\)\. They are lost when the page is closed/);
  await two(page);
  await kept(page, 2);
});

pageTest('if all storage is blocked, the page trains and keeps runs in memory', {}, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError'); } });
    }
    Object.defineProperty(navigator, 'serviceWorker', { get() { throw new DOMException('', 'SecurityError'); } });
    navigator.locks.request = async () => { throw new DOMException('', 'SecurityError'); };
  });
  await page.reload();
  await ready(page);
  await open(page);
  await told(page, /this browser blocks storage for this page\. They are lost/);
  await two(page);
  await kept(page, 2);
  // Errors that the page does not catch fail this test.
});

pageTest('if storage is full, the page says so, and can save the runs to a file and load it', {}, async ({ page, screenshot }) => {
  await page.addInitScript(() => {
    // Chromium gives this error no message.
    IDBObjectStore.prototype.put = () => { throw new DOMException('', 'QuotaExceededError'); };
  });
  await page.reload();
  await ready(page);
  await open(page);
  await fullSpeed(page);
  await train(page);
  await until(() => textOf(controls(page).alert), (text) => /Some runs could not be stored.*full.*Save them to a file/.test(text), 'the alert');
  await setC(page, '0.1');
  await train(page);
  await told(page, /Some runs are not stored: the storage of this page in the browser is full/);
  await kept(page, 2);
  await panel(page).name(1).fill('C ten');
  await panel(page).name(1).press('Enter');
  await screenshot('runs-full');

  const [download] = await Promise.all([page.waitForEvent('download'), panel(page).button('Save runs').click()]);
  const saved = await download.path();
  const before = await records(panel(page).table);
  const address = page.url().replace(/#.*/, '#open=runs');
  await page.goto('about:blank');
  await page.goto(address);
  await ready(page);
  await told(page, /There are no runs yet/);
  await panel(page).region.getByLabel('Add runs from a file').setInputFiles(saved);
  await kept(page, 2);
  await told(page, /2 runs of .* added/);
  assert.deepEqual(await records(panel(page).table), before);
  await panel(page).region.getByLabel('Add runs from a file').setInputFiles({ name: 'other.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await told(page, /other\.json was not added\. It is not a file of runs/);
  await kept(page, 2);
});

pageTest('a run from an address is the stored run, however often it is opened', {}, async ({ page, context }) => {
  await ready(page);
  await open(page);
  await fullSpeed(page);
  const { iterations } = await train(page);
  await panel(page).name(1).fill('mine');
  await panel(page).name(1).press('Enter');
  // During a run, the address contains the iterations so far.
  await until(async () => page.url(), (url) => url.includes(`trained=${iterations}`) && /ended/.test(url), 'the address holds the run');
  /** @param {Page} tab */
  const names = (tab) => panel(tab).region.getByRole('textbox', { name: /^Name of run/ }).evaluateAll((all) => all.map((input) => /** @type {HTMLInputElement} */ (input).value));
  /** @param {Page} tab */
  const ended = async (tab) => {
    await until(() => controls(tab).slider.getAttribute('max'), (max) => Number(max) === iterations, 'the run is there again');
    // The run ends a moment after its last iteration. It is "Run 1" until the stored runs have been read.
    await until(() => textOf(controls(tab).status), (text) => /converged|stopped|ended/.test(text), 'it has ended');
    await until(() => names(tab), (seen) => seen.join() === 'mine', 'it is the stored run');
  };
  for (let time = 0; time < 3; time += 1) {
    await page.reload();
    await ended(page);
  }
  const other = await context.newPage();
  await other.goto(page.url());
  await ended(other);
  assert.deepEqual(await names(page), ['mine']);
});

pageTest('the panel fits a narrow screen', { width: 390, height: 844, colorScheme: 'dark', address: '#trained=3&open=runs' }, async ({ page, screenshot }) => {
  await until(() => textOf(controls(page).status), (text) => /^paused at iteration 3/.test(text), 'the run of the address');
  await page.evaluate(() => { location.hash = 'trained=2&c=1&open=runs'; });
  await kept(page, 1);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await screenshot('runs-narrow', panel(page).region);
});
