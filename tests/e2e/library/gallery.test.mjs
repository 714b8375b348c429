// The gallery of figures on the page: it chooses studies, shows their results, and leads on where there is no study.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { openView, overflowing, ready, textOf, until } from '../support/page.mjs';
import { violations } from '../support/states-walk.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
function gallery(page) {
  const region = page.getByRole('region', { name: 'Study', exact: true }).first();
  const tile = (/** @type {string} */ paper, /** @type {string} */ figure) =>
    region.getByRole('list', { name: paper, exact: true }).getByRole('button', { name: new RegExp(`^${figure} `) });
  return { region, tile, tiles: region.locator('.tile'), printed: region.getByRole('region', { name: 'As printed in the paper' }), fold: region.getByText('All figures', { exact: true }) };
}

/** @param {Page} page */
async function openStudies(page) {
  await ready(page);
  await openView(page, 'Studies');
  await gallery(page).tiles.first().waitFor();
}

/** @param {Page} page */
async function run(page) {
  const { region } = gallery(page);
  await region.locator('.study-grid button').first().waitFor();
  await region.getByRole('button', { name: 'Run study', exact: true }).click();
  await until(() => textOf(region.locator('.study-progress')), (text) => / done in /.test(text), 'the study is done');
}

pageTest('a figure chooses its study, shows its results and verdicts, and keeps them until they are forgotten', { everyday: true }, async ({ page }) => {
  await openStudies(page);
  const { region, tile, tiles, printed } = gallery(page);
  assert.equal(await tiles.count(), 29);
  const table = tile('DORM', 'Table 1');
  const drawn = () => table.locator('.result-bar').count();
  assert.deepEqual([await drawn(), await table.locator('.ghost-bar').count()], [0, 16], 'before it has run there are the printed numbers alone');
  assert.deepEqual(await violations(page), []);
  await table.click();
  await until(() => table.getAttribute('aria-pressed'), (pressed) => pressed === 'true', 'the tile is pressed');
  // The printed numbers are there before any result, as a picture and as a table.
  await until(() => printed.locator('.ghost-bar').count(), (bars) => bars === 16, 'the printed numbers are drawn');
  await printed.getByText('Values as printed').click();
  assert.match(await textOf(printed.getByRole('table')), /PageBlocks 35\.9 ± 7 46\.5 ± 7 44\.0 ± 7 63\.7 ± 6/);
  assert.match(await textOf(printed), /cannot be compared with those above\. Only the order/);
  await run(page);
  await until(() => textOf(table), (text) => /paper ?here/.test(text) && /done ?✓/.test(text), 'the tile has results');
  assert.equal(await drawn(), 5);
  assert.match(await table.getByRole('img').first().getAttribute('aria-label') ?? '', /^DORM > .+: (within noise|same sign|opposite)$/);
  assert.deepEqual(await violations(page), []);
  // They stay on the device, and the study needs not be opened to see them.
  await page.reload();
  await openStudies(page);
  await until(drawn, (bars) => bars === 5, 'the results are there again');
  await tile('DORM', 'Figure 3').click();
  await region.getByRole('heading', { name: 'Learning curve' }).waitFor();
  await region.getByRole('button', { name: 'Forget all results', exact: true }).click();
  await until(drawn, (bars) => bars === 0, 'the results are forgotten');
  await page.reload();
  await openStudies(page);
  assert.match(await textOf(table), /not run, 125 trainings/);
});

pageTest('figures without a study lead to the data report, and to curves with their lesson', {}, async ({ page, address }) => {
  await openStudies(page);
  const { tile, region } = gallery(page);
  await tile('FRank', 'Figure 1').click();
  const exact = region.getByRole('region', { name: 'A figure of formulas' });
  await until(() => exact.locator('polyline').count(), (lines) => lines === 6, 'two losses for three targets');
  await exact.getByText('Values of these curves').click();
  // C at P* = 1/2 has its minimum, ln 2, at 0; F is 0 there.
  assert.match(await textOf(exact.getByRole('row', { name: /^0 / })), /^0 0\.6931 0\.6931 0\.6931 0\.2929 0\.0000 0\.2929$/);
  assert.deepEqual(await violations(page), []);
  await tile('DORM', 'Table 2').click();
  await region.getByRole('heading', { name: 'Support planes, iterations and the share of the dual' }).waitFor();
  assert.equal(await exact.isVisible(), false, 'a study takes the place of the curves');
  await tile('FRank', 'Figure 1').click();
  await exact.getByRole('button', { name: 'Pairs: a hinge or a logistic loss' }).click();
  await page.getByRole('region', { name: 'Lesson', exact: true }).waitFor();
  await page.goto('about:blank');
  await page.goto(address);
  await openStudies(page);
  await tile('DORM', 'Figure 1').click();
  const report = page.getByRole('tabpanel', { name: 'Data' });
  await until(() => textOf(report), (text) => /Documents per query/.test(text), 'the data report');
  assert.ok(await report.getByRole('img', { name: /^Histogram of / }).locator('rect').count() > 3);
});

pageTest('on a phone the gallery has two columns, and folds when a study is chosen', { width: 390, height: 844, touch: true }, async ({ page, screenshot }) => {
  await openStudies(page);
  const { tile, tiles, fold, region, printed } = gallery(page);
  const lefts = new Set((await Promise.all([0, 1, 2, 3].map((at) => tiles.nth(at).boundingBox()))).map((box) => Math.round(box?.x ?? 0)));
  assert.equal(lefts.size, 2);
  assert.deepEqual(await overflowing(page), []);
  await screenshot('gallery-phone', 'window');
  await tile('OWPC', 'Table 2').click();
  const heading = region.getByRole('heading', { name: 'OWPC beside other methods' });
  await heading.waitFor();
  await until(() => tiles.first().isVisible(), (isVisible) => !isVisible, 'the gallery is folded');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'All figures', 'the focus is not lost');
  await until(() => heading.evaluate((element) => element.getBoundingClientRect().top), (top) => top >= 0 && top < 844, 'the study is in sight');
  await until(() => printed.locator('.ghost-bar').count(), (bars) => bars === 3 * 36, 'three printed tables');
  assert.deepEqual(await overflowing(page), []);
  await fold.click();
  assert.ok(await tiles.first().isVisible());
});

pageTest('without its figures the list has all studies, and the gallery comes with the next opening', { allow: [/ERR_FAILED|Failed to fetch/, /figures-/] }, async ({ page, context }) => {
  let asked = 0;
  await context.route(/\/figures-[^/]*\.js$/, (route) => { asked += 1; return route.abort(); });
  await ready(page);
  assert.equal(asked, 0, 'a first visit does without them');
  await openView(page, 'Studies');
  const { region, tiles } = gallery(page);
  await region.getByText(/^The figures could not be fetched \(.+\): open this tab again when there is a connection\.$/).waitFor();
  await region.getByRole('list', { name: 'FRank' }).getByRole('button', { name: /^FRank beside methods of pairs/ }).waitFor();
  await context.unroute(/\/figures-[^/]*\.js$/);
  await openView(page, 'Weights');
  await openView(page, 'Studies');
  await until(() => tiles.count(), (count) => count === 29, 'the gallery is there');
  assert.equal(await region.getByText('could not be fetched').isVisible(), false);
});
