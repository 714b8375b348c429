// Every method without cutting planes trains on the page: its own options, charts, pulls, model and progress.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { figures, history, phase, slowMotionAt } from '../support/history.mjs';
import { controls, fullSpeed, goTo, loadSample, openSettings, ready, statusOf, tableOf, textOf, until } from '../support/page.mjs';

initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
const { methods } = catalog();
const others = methods.filter(({ family }) => family !== 'max-margin');
/** Those whose model is not a weight vector. */
const NOT_LINEAR = ['lambdarank', 'ranknet', 'rankboost', 'frank', 'adarank', 'mcrank', 'lambdamart', 'single-feature'];
const TREES = ['mcrank', 'lambdamart'];
const STUMPS = ['rankboost', 'frank'];

/** @param {import('playwright-core').Page} page @param {string} name */
const tab = (page, name) => page.getByRole('tablist', { name: 'Workspace' }).getByRole('tab', { name, exact: true });

/** Trains to the end. @param {import('playwright-core').Page} page @returns {Promise<number>} the last iteration */
async function trainToTheEnd(page) {
  await controls(page).train.click();
  await statusOf(page, /^(converged|complete|no weak learner): /);
  return Number(await controls(page).slider.getAttribute('max'));
}

/** A tree is a picture that can be scrolled with the keyboard, and a step function has a histogram. @param {import('playwright-core').Locator} model @param {string} method */
async function checkPicture(model, method) {
  if (TREES.includes(method)) {
    const tree = model.getByRole('region', { name: /^The chosen tree: \d+ splits?, \d+ leaves from / });
    await tree.focus();
    const [splits, leaves, edges] = await Promise.all(['.split', '.leaf', '.edge'].map((part) => tree.locator(part).count()));
    assert.ok(splits >= 1, 'the tree has a split');
    assert.deepEqual([leaves, edges], [splits + 1, 2 * splits], 'every split has two branches');
  } else if (STUMPS.includes(method)) {
    const drawing = model.getByRole('img', { name: /Half of the documents lie from/ }).first();
    await drawing.waitFor();
    assert.match(await drawing.locator('.histogram').getAttribute('d') ?? '', /^M.*z$/, 'the histogram has bars');
  }
}

/** The phases of an iteration, by the family. @type {Record<string, string[]>} */
const PHASES = {
  boosting: ['1 Weights', '2 Candidates', '3 Choice', '4 New weights'], descent: ['1 Pulls', '2 Gradient', '3 Direction', '4 Step'],
};
/** Methods whose iterations are not one step. */
const NO_SINGLE_STEP = ['smoothrank', 'ranknet', 'lambdarank-linear', 'lambdarank', 'svm-binary', 'svm-multiclass'];
/** Methods that do not train: iteration 0 is all there is. */
const UNTRAINED = ['typed'];

/** Slow motion shows the last step, and its objectives are those of the reports. @param {import('playwright-core').Page} page @param {string} name @param {string} family @param {number} end */
async function checkSlowMotion(page, name, family, end) {
  const { slow, strip } = history(page);
  const phases = PHASES[family];
  if (!phases) return assert.ok(await slow.isDisabled(), 'there is no slow motion');
  await goTo(page, end - 1);
  await slow.click();
  if (NO_SINGLE_STEP.includes(name)) {
    await until(() => textOf(strip), (text) => /neither a round of boosting nor one gradient step/.test(text), 'it says why there are no phases');
  } else {
    await slowMotionAt(page, end - 1);
    for (const title of phases) {
      const { sentence } = await phase(page, title);
      assert.ok(sentence.length > 20 && !/NaN|undefined|null|Infinity/.test(await textOf(strip)), `${title}: ${await textOf(strip)}`);
    }
    const last = await figures(page);
    if (family === 'descent') assert.match(last['Objective P'], /→/, 'the step says what it did');
    assert.equal(await strip.getByRole('img', { name: /^The objective over the step/ }).count(), 0, 'the curve belongs to the choice');
    if (name === 'frank') {
      await phase(page, '3 Choice');
      await strip.getByRole('img', { name: /^The objective over the step/ }).waitFor();
    }
  }
  await slow.click();
  await goTo(page, end);
}

for (const { name, label, family, options, training, charts } of others) {
  pageTest(`${label} trains on the page, without anything of cutting planes`, { everyday: name === 'rankboost' }, async ({ page }) => {
    await ready(page);
    await loadSample(page, 'Kitchen (hand-made)');
    await fullSpeed(page);
    await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption(name);
    await ready(page);
    const settings = page.getByRole('complementary', { name: 'Settings' });
    await openSettings(page);
    for (const option of [...options, ...training].filter((one) => one.name !== 'seed' && one.name !== 'threshold')) {
      const control = settings.getByLabel(option.label, { exact: true }).filter({ visible: true });
      assert.ok(await control.count() > 0, `${option.label} is there`);
    }
    assert.equal(await settings.getByLabel('Working set', { exact: true }).filter({ visible: true }).count(), 0, 'there is no working set');
    const end = await trainToTheEnd(page);
    assert.equal(end === 0, UNTRAINED.includes(name), `${end} iterations`);
    assert.equal(await page.getByRole('alert').filter({ visible: true }).count(), 0, 'nothing went wrong');

    for (const { name: chart, curves } of charts) {
      const rows = await tableOf(page, chart);
      assert.equal(rows.length, end + 1, `${chart} has a row for each iteration`);
      const labels = curves.map((curve) => curve.label).filter((one) => one in rows[0]);
      assert.ok(labels.length > 0 && labels.every((one) => rows.some((row) => /\d/.test(row[one]))), `${chart} has values: ${labels}`);
    }
    const pulls = page.getByRole('region', { name: 'Pull on each document' });
    await pulls.getByRole('row').nth(1).waitFor();
    const grades = await pulls.getByRole('row').count();
    assert.ok(grades > 2, 'the documents of a query are there');

    await tab(page, 'Model').click();
    const model = page.locator('#weights');
    await until(() => textOf(model), (text) => text.includes(`iteration ${end.toLocaleString('en-US')}`), 'the model is that of the last iteration');
    assert.equal(await page.getByRole('heading', { name: NOT_LINEAR.includes(name) ? 'Model' : 'Weights w', exact: true }).count(), 1, 'and named for what it is');
    await checkPicture(model, name);
    await tab(page, 'Progress').click();
    await until(() => textOf(page.locator('#certificate')), (text) => text.includes(`${label} finds no cutting planes`), 'the view says why there is no certificate');

    if (UNTRAINED.includes(name)) return;
    await tab(page, 'Model').click();
    await controls(page).slider.fill('1');
    await until(() => textOf(model), (text) => /iteration 1\b/.test(text), 'the model follows the slider');
    await tab(page, 'Pulls').click();
    await pulls.getByRole('row').nth(1).waitFor();
    await checkSlowMotion(page, name, family, end);
  });
}

pageTest('from one kind of method to another and back: the numbers stay', { everyday: true }, async ({ page }) => {
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await fullSpeed(page);
  const planes = async () => {
    await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('svm-map');
    await trainToTheEnd(page);
    return tableOf(page, 'Objective');
  };
  const before = await planes();
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('ranknet-linear');
  await trainToTheEnd(page);
  assert.deepEqual(await planes(), before, 'the same numbers');
  await tab(page, 'Violator').waitFor();
});

/** Trains a run of each kind of method and opens the page again. @param {import('playwright-core').Page} page */
async function keepOneOfEachKind(page) {
  const load = async () => {
    await ready(page);
    await loadSample(page, 'Kitchen (hand-made)');
    await fullSpeed(page);
  };
  const train = async (/** @type {string} */ method) => {
    await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption(method);
    await trainToTheEnd(page);
  };
  await load();
  await train('rankboost');
  await train('svm-precision');
  const runs = page.getByRole('tab', { name: 'Runs', exact: true });
  await runs.click();
  await until(() => page.getByRole('button', { name: /^Restore / }).count(), (count) => count === 2, 'both runs are kept');
  const [address] = page.url().split('#');
  await page.goto('about:blank');
  await page.goto(address);
  await load();
  await train('svm-precision');
  await runs.click();
  await page.getByLabel('First run').selectOption({ label: 'Run 1' });
  await page.getByLabel('Second run').selectOption({ label: 'Run 2' });
}

pageTest('comparing two kept runs keeps the present run', {}, async ({ page }) => {
  await keepOneOfEachKind(page);
  await page.getByRole('table', { name: 'Queries by difference' }).waitFor();
  await tab(page, 'Weights').click();
  await controls(page).slider.fill('1');
  await until(() => textOf(page.locator('#weights')), (text) => /iteration 1\b/.test(text), 'the iterations of the present run can be inspected');
});
