// The page against the same module run in Node: same file, same settings, same numbers.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { LetorReader, Training, catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, openSettings, ready, records, tableOf, train, upload } from '../support/page.mjs';

const text = letor({ seed: 7 });
const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));

/**
 * Runs the same training without a page, in slices of another size.
 * @param {Partial<import('../../../www/wasm/rankscope.js').TrainingSettings>} change
 */
async function inNode(change) {
  await module();
  const reader = new LetorReader();
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += 1_001) reader.push(bytes.subarray(from, from + 1_001));
  const data = reader.finish();
  const training = new Training(data, { ...catalog().defaults, ...change });
  const reports = [];
  for (;;) {
    const progress = training.advance(3);
    if (progress.state === 'stepped') reports.push(progress.report);
    if (progress.state !== 'stopped') continue;
    const rows = training.queries(progress.stop.iterations);
    training.free();
    data.free();
    return { reports, stop: progress.stop, rows };
  }
}

/** @type {[string, Partial<import('../../../www/wasm/rankscope.js').TrainingSettings>, [string, string][]][]} */
const cases = [
  ['the defaults', {}, []],
  ['1-slack with a fixed reference', { working_set: '1-slack', reference: 'fixed' }, [['Working set', '1-slack'], ['Reference ranking', 'fixed']]],
];

for (const [what, change, choices] of cases) {
  pageTest(`the page and the module in Node agree to every digit: ${what}`, { everyday: true }, async ({ page }) => {
    const expected = await inNode(change);
    await ready(page);
    await upload(page, file('own.txt', text));
    await openSettings(page);
    for (const [label, option] of choices) await page.getByLabel(label, { exact: true }).selectOption({ label: option });
    await ready(page);
    await fullSpeed(page);
    const end = await train(page);
    assert.equal(end.iterations, expected.stop.iterations, 'the same number of iterations');
    const decimals = end.gapShown.split('.')[1]?.length ?? 0;
    assert.equal(end.gapShown, (100 * (expected.stop.gap ?? NaN)).toFixed(decimals), 'the same gap at the end');

    /** @param {string} shown how the page writes it @param {number} value */
    const asShown = (shown, value) => (shown === '0' ? String(value) : Math.abs(value).toFixed(shown.split('.')[1]?.length ?? 0));
    const objective = await tableOf(page, 'Objective');
    assert.equal(objective.length, expected.reports.length, 'the same number of rows');
    objective.forEach((row, iteration) => {
      const { best_primal: primal = NaN, dual = NaN } = expected.reports[iteration];
      assert.equal(row['primal, best'], asShown(row['primal, best'], primal), `the best primal of iteration ${iteration}`);
      assert.equal(row.dual.replace('−', ''), asShown(row.dual, dual), `the dual of iteration ${iteration}`);
      assert.ok(row['primal, best'].replace(/\D/g, '').length >= 4, `four digits are shown: ${row['primal, best']}`);
    });
    const worst = [...expected.rows].sort((a, b) => b.slack - a.slack)[0];
    const [first] = await records(controls(page).queries);
    assert.deepEqual([first.query, first['slack ξ'], first.Δ], [worst.id, worst.slack.toFixed(3), worst.loss.toFixed(3)], 'the same query has the greatest slack');
  });
}
