// Kept runs on the page: the table, curves laid over, two runs compared against the core, storage and its absence.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../scripts/lib/project.mjs';
import { once } from '../../scripts/lib/tools.mjs';
import { LetorReader, Training, catalog, initSync } from '../../www/wasm/rankscope.js';
import { pageTest } from './support.mjs';
import { file, letor } from './letor.mjs';
import { chart, controls, fullSpeed, legend, loadSample, near, number, ready, records, rounding, tableOf, textOf, train, until, upload } from './page.mjs';

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
const open = (page) => page.getByRole('heading', { name: 'Runs', exact: true }).click();
/** @param {Page} page @param {number} count */
const kept = (page, count) => until(() => panel(page).region.getByRole('button', { name: /^Restore / }).count(), (seen) => seen === count, `${count} runs are kept`);
/** @param {Page} page @param {string} c */
const setC = (page, c) => page.getByLabel('C', { exact: true }).fill(c);
/** @param {Page} page @param {RegExp} pattern */
const told = (page, pattern) => until(() => textOf(panel(page).region), (text) => pattern.test(text), `the panel says ${pattern}`);

/** Two runs that differ by C, and a folded panel. @param {Page} page */
async function two(page) {
  await fullSpeed(page);
  const ends = [await train(page)];
  await setC(page, '0.1');
  ends.push(await train(page));
  return ends;
}

pageTest('finished runs are kept, told apart by what changed, named, drawn and deleted', {}, async ({ page, screenshot }) => {
  await ready(page);
  await open(page);
  await told(page, /Nothing yet/);
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

pageTest('a run that makes room for another is kept, and Restore gives its settings back', {}, async ({ page }) => {
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

pageTest('runs survive a reload, and Clear all lets them go for good', {}, async ({ page }) => {
  await ready(page);
  await two(page);
  await open(page);
  await told(page, /still here after a reload/);
  const before = await records(panel(page).table);
  await panel(page).name(2).fill('the second');
  await panel(page).name(2).press('Tab');
  await panel(page).button('Restore the second').waitFor();
  // The address would train the run again.
  await page.goto(page.url().replace(/#.*/, '#open=runs'));
  await page.reload();
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
  await told(page, /Nothing yet/);
  await page.reload();
  await ready(page);
  await told(page, /still here after a reload/);
  await told(page, /Nothing yet/);
});

pageTest('two runs are compared by the numbers of the core', { timeout: 120_000 }, async ({ page }) => {
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
  const pick = panel(page).differences.getByRole('button').nth(2);
  await pick.waitFor();
  const id = await textOf(pick);
  await pick.click();
  await until(() => textOf(controls(page).inspector), (text) => text.includes(`query ${id} ·`), 'a click shows the query');
  await panel(page).p.fill('2');
  await told(page, /Between 0 and 1/);
  await loadSample(page, 'Kitchen (hand-made)');
  await panel(page).p.fill('0.9');
  await told(page, /learned from other data/);
});

pageTest('tabs share the runs that are kept, and neither loses any', {}, async ({ page, context, address }) => {
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

  // Both at once: each tab has a run of its own under a number of its own.
  await setC(page, '0.1');
  await setC(other, '0.01');
  await Promise.all([train(page), train(other)]);
  await both(['C ten', 'Run 2', 'Run 3', 'Run 4'], 'runs that end together are both kept');
  assert.deepEqual((await records(panel(page).table)).map(({ objective }) => objective), (await records(panel(other).table)).map(({ objective }) => objective), 'with the same figures');

  await panel(page).button('Delete Run 2').click();
  await both(['C ten', 'Run 3', 'Run 4'], 'a deleted run goes from both');
  assert.ok(!('Run 2: primal, best' in await legend(page, 'Objective')), 'and is not drawn');
  // The address brings the open panel back.
  await Promise.all([page.reload(), other.close()]);
  // The address trains its run again, too, and that may be kept behind them by the time that the names are read.
  await until(() => names(page), (seen) => JSON.stringify(seen.slice(0, 3)) === JSON.stringify(['C ten', 'Run 3', 'Run 4']), 'storage has what the tabs had');
});

pageTest('where storage is denied the page says so and goes on', {}, async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('denied by the browser', 'SecurityError'); } }));
  await page.reload();
  await ready(page);
  await open(page);
  await told(page, /cannot be stored in this browser \(denied by the browser\): they last as long as this page/);
  await two(page);
  await kept(page, 2);
});

pageTest('where storage is full the page says so and goes on', {}, async ({ page }) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => { throw new DOMException('no room left', 'QuotaExceededError'); };
  });
  await page.reload();
  await ready(page);
  await open(page);
  await two(page);
  await told(page, /cannot be stored in this browser \(no room left\)/);
  await kept(page, 2);
});

pageTest('the panel on a narrow screen stays within it', { width: 390, height: 844, colorScheme: 'dark', address: '#trained=3&open=runs' }, async ({ page, screenshot }) => {
  await until(() => textOf(controls(page).status), (text) => /^paused at iteration 3/.test(text), 'the run of the address');
  await page.evaluate(() => { location.hash = 'trained=2&c=1&open=runs'; });
  await kept(page, 1);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await screenshot('runs-narrow', panel(page).region);
});
