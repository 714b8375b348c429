// The certificate: the two bounds of w, and the table of its planes.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, goTo, inspect, loadSample, panelsAt, near, number, openSettings, ready, records, rounding, statusOf, tableOf, textOf, train, until, upload } from '../support/page.mjs';
import { bounds, certificateAt, history, openCertificate } from '../support/history.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** Returns all rows of the table of planes, page by page. @param {Page} page */
async function allPlanes(page) {
  const { certificate, ledger } = history(page);
  const place = certificate.locator('.pager p');
  const all = [];
  for (;;) {
    const rows = await records(ledger);
    assert.ok(rows.length <= 10, 'only a page of rows is there');
    all.push(...rows);
    const next = certificate.getByRole('button', { name: 'Next planes' });
    if (await next.isDisabled()) return all;
    const before = await place.innerText();
    await next.click();
    await until(() => place.innerText(), (text) => text !== before, 'the next page');
  }
}

/** Sorts by a column. @param {Page} page @param {string} head @param {'ascending' | 'descending'} way */
async function sortBy(page, head, way) {
  const column = history(page).ledger.getByRole('columnheader', { name: head, exact: true });
  for (let pressed = 0; pressed < 3 && await column.getAttribute('aria-sort') !== way; pressed += 1) await column.getByRole('button').click();
  assert.equal(await column.getAttribute('aria-sort'), way);
  const read = async () => (await records(history(page).ledger)).map((row) => number(row[head]));
  await until(read, (values) => values.every((value, at) => at === 0 || !(way === 'ascending' ? value < values[at - 1] : value > values[at - 1])), `${head}, ${way}`);
}

pageTest('the bounds equal the curves, and the planes add up to the dual', { everyday: true }, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await fullSpeed(page);
  const { iterations } = await train(page);
  await openCertificate(page);
  const rows = await tableOf(page, 'Objective');
  for (const iteration of [iterations, 2, 1]) {
    await goTo(page, iteration);
    await certificateAt(page, iteration);
    const shown = await bounds(page);
    const row = rows[iteration];
    const best = row['primal, best'];
    near(number(shown['Best primal']), number(best), rounding(best) + rounding(shown['Best primal']), 'the best primal');
    near(number(shown['Best dual']), number(row.dual), rounding(row.dual) + rounding(shown['Best dual']), 'the dual');
    assert.equal(shown.Gap, row.gap, 'the gap');
    assert.ok(number(shown.Primal) >= number(shown['Best primal']), 'no primal is below the best');
    assert.ok(number(shown['Best dual']) <= number(shown['Best primal']), 'the lower bound is below the upper one');
    assert.ok(number(shown['Dual of this iteration']) <= number(shown['Best dual']), 'no dual is above the best');
  }
  const shown = await bounds(page);
  const planes = await allPlanes(page);
  const total = number(/of ([\d,]+) planes/.exec(await textOf(history(page).certificate))?.[1]);
  assert.equal(planes.length, total, 'all pages together hold every plane');
  assert.equal(total, number(/([\d,]+) planes?/.exec(await textOf(page.locator('.readout')))?.[1]), 'as many as the timeline says');
  const support = planes.filter((plane) => number(plane.α) > 0);
  assert.equal(support.length, number(shown['Support vectors']), 'support vectors have α > 0');
  const gain = planes.reduce((sum, plane) => sum + number(plane.α) * number(plane.Δ), 0);
  const [, told = ''] = /½‖Σ α δψ‖², highest (?:so far|at iteration [\d,]+) (\S+) − \S+ =/.exec(await textOf(history(page).certificate)) ?? [];
  near(gain, number(told), 0.02 * number(told), 'Σ α Δ by the rows printed');
});

pageTest('the table of planes sorts, pages, and keeps its place while the cursor moves', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await fullSpeed(page);
  const { iterations } = await train(page);
  await openCertificate(page);
  for (const [head, column] of [['found at', 'found at'], ['Δ', 'Δ'], ['α', 'α'], ['required', 'required']]) {
    for (const way of /** @type {const} */ (['descending', 'ascending'])) {
      await sortBy(page, head, way);
      const values = (await records(history(page).ledger)).map((row) => number(row[column]));
      const sorted = [...values].sort((a, b) => (way === 'ascending' ? a - b : b - a));
      assert.deepEqual(values, sorted, `${head}, ${way}`);
    }
  }
  await sortBy(page, 'found at', 'descending');
  assert.equal((await records(history(page).ledger))[0]['found at'], String(iterations - 1), 'the newest plane is first');
  const { certificate } = history(page);
  await certificate.getByRole('button', { name: 'Next planes' }).click();
  await until(() => textOf(certificate), (text) => text.includes('11–20 of'), 'the second page');
  await goTo(page, iterations - 1);
  await certificateAt(page, iterations - 1);
  assert.match(await textOf(certificate), /11–20 of/, 'still the second page');
  await certificate.getByRole('button', { name: 'Last planes' }).click();
  await until(() => textOf(certificate), (text) => /(\d+) of \1 planes/.test(text.replaceAll('–', ' ')), 'the last page');
  await goTo(page, 0);
  await certificateAt(page, 0);
  assert.match(await textOf(certificate), /There are no cutting planes at w = 0/, 'w = 0 needs none');
});

pageTest('a plane opens its permutation, and a button leads back', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('own.txt', letor({ seed: 7 })));
  await fullSpeed(page);
  await train(page);
  await openCertificate(page);
  const { ledger } = history(page);
  await goTo(page, 6);
  await certificateAt(page, 6);
  await sortBy(page, 'Δ', 'descending');
  const rows = await records(ledger);
  const rounds = (await tableOf(page, 'Objective')).length;
  assert.ok(rounds > 6, 'a history to go back in');
  for (const [at, how] of /** @type {[number, string][]} */ ([[0, 'click'], [3, 'Enter']])) {
    const row = rows[at];
    const button = ledger.locator('tbody').getByRole('button').nth(at);
    if (how === 'click') await button.click();
    else await button.press('Enter');
    await panelsAt(page, number(row['found at']));
    await until(() => textOf(controls(page).inspector), (text) => text.includes(`query ${row.query} ·`), 'the inspector shows its query');
    const shown = await inspect(page);
    near(number(shown.loss), number(row.Δ), rounding(row.Δ) + rounding(shown.loss), 'the violator has the Δ of the plane');
    const back = page.getByRole('button', { name: 'Back to iteration 6' });
    assert.ok(await back.evaluate((element) => element === document.activeElement), 'the focus is on the way back');
    assert.match(await textOf(page.getByRole('group', { name: 'Plane shown' })), new RegExp(`query ${row.query}, found at iteration ${row['found at']}`));
    await back.press('Enter');
    await panelsAt(page, 6);
    await certificateAt(page, 6);
    assert.equal(await back.count(), 0, 'the way back is gone');
    await until(() => button.evaluate((element) => element === document.activeElement), Boolean, 'the focus is on the row again');
  }
});

pageTest('one slack has one plane per iteration, which sums all queries', {}, async ({ page }) => {
  await loadSample(page, 'LightGBM example');
  await openSettings(page);
  await page.getByLabel('Working set').selectOption({ label: '1-slack' });
  await statusOf(page, /^ready/);
  await fullSpeed(page);
  const { iterations } = await train(page);
  await openCertificate(page);
  const planes = await allPlanes(page);
  assert.ok(planes.every(({ query }) => query === 'all'), 'no plane is of one query');
  const births = planes.map((plane) => number(plane['found at']));
  assert.equal(new Set(births).size, births.length, 'at most one of each iteration');
  assert.ok(births.every((birth) => birth < iterations));
  await history(page).ledger.locator('tbody').getByRole('button').first().click();
  await page.getByRole('button', { name: `Back to iteration ${iterations}` }).click();
  await panelsAt(page, iterations);
});
