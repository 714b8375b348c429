// Features that are switched off: the training has the bits of a file without these columns, and everything that
// repeats a run repeats it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, ended, fullSpeed, openView, ready, textOf, train, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const TEXT = `# 2: body\n${letor({ seed: 8, features: 5 })}`;

/** The same file without features 2 and 4. */
const LESS = TEXT.replace(/^#.*\n/, '').replaceAll(/ 2:\S+| 4:\S+/g, '').replaceAll(' 3:', ' 2:').replaceAll(' 5:', ' 3:');

/** @param {Page} page @param {string} name */
const switchOf = (page, name) => controls(page).weights.getByRole('listitem').getByRole('switch', { name: `Use ${name}`, exact: true });

/** @param {Page} page */
const off = (page) => controls(page).weights.locator('.features-off');

/** @param {Page} page */
async function openWeights(page) {
  await openView(page, 'Weights');
  await switchOf(page, 'feature 1').waitFor();
}

/** What the dialog saves. @param {Page} page @param {string[]} names of its buttons */
async function saved(page, names) {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const command = await dialog.getByLabel('Command that reproduces the run').inputValue();
  const files = [];
  for (const name of names) {
    const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name, exact: true }).click()]);
    files.push(JSON.parse(await readFile(await download.path(), 'utf8')));
  }
  await page.keyboard.press('Escape');
  return { command, files };
}

/** All digits of the run, without times. @param {Page} page */
async function bits(page) {
  const { files: [{ iterations }] } = await saved(page, ['Curves as JSON']);
  return iterations.map((/** @type {Record<string, unknown>} */ { seconds, ...report }) => report);
}

pageTest('a training without features has the bits of a file without these columns', { everyday: true }, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('less.txt', LESS));
  await train(page);
  const wanted = await bits(page);

  await upload(page, file('mine.txt', TEXT));
  await train(page);
  const all = await bits(page);
  await openWeights(page);
  assert.equal(await off(page).isVisible(), false, 'nothing is off at first');
  const body = switchOf(page, 'body');
  await body.focus();
  await page.keyboard.press('Space');
  assert.equal(await body.isChecked(), false);
  assert.ok(await body.evaluate((input) => input === document.activeElement), 'it keeps the focus');
  assert.match(await textOf(off(page)), /^1 feature is off from the next training on\. Switch all on$/);
  await switchOf(page, 'feature 4').click();
  assert.match(await textOf(off(page)), /^2 features are off from the next training on\./);
  assert.match(await textOf(page.locator('#run .hint')), /^Other features are on: Train starts a new run\.$/);
  assert.deepEqual(await bits(page), all, 'the run stays until then');

  await train(page);
  assert.deepEqual(await bits(page), wanted);
  assert.match(await textOf(off(page)), /^2 features are off\. Switch all on$/);
  assert.match(await textOf(page.locator('#rail .features-off')), /^2 features are off\./);
  const listed = await controls(page).weights.getByRole('listitem').allInnerTexts();
  assert.deepEqual(listed.map((item) => item.trim().split(/\s{2,}|\n/)[0]).sort(), ['feature 1', 'feature 3', 'feature 5'], 'the others keep their names');

  const { command, files: [model] } = await saved(page, ['Model file as JSON']);
  assert.match(command, / --without 2,4\b/);
  assert.deepEqual(model.provenance.reading.rules.without, ['2', '4']);
  assert.deepEqual(model.names, ['f1', 'f3', 'f5']);

  await off(page).getByRole('button', { name: 'Switch all on' }).click();
  assert.match(await textOf(off(page)), /^All features are on from the next training on\.$/);
  await train(page);
  assert.deepEqual(await bits(page), all);
  assert.equal(await off(page).isVisible(), false);

  await openView(page, 'Runs');
  await page.getByRole('row').filter({ hasText: 'mine.txt, without 2 features' }).getByRole('button', { name: /^Restore/ }).click();
  await openWeights(page);
  assert.match(await textOf(off(page)), /^2 features are off from the next training on\./, 'a kept run has its features back');
});

pageTest('a link holds what is off, now and next', {}, async ({ page, context }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  await openView(page, 'Weights');
  const switches = controls(page).weights.getByRole('listitem').getByRole('switch');
  await switches.first().click();
  const name = await switches.first().getAttribute('aria-label');
  await train(page);
  await until(async () => page.url(), (url) => /[#&]without=\d+&/.test(url), 'the address holds the feature');
  await switches.first().click();
  const next = await until(async () => page.url(), (url) => /next\.without=\d+,\d+/.test(url), 'and what comes next');
  const status = await textOf(controls(page).status);

  const other = await context.newPage();
  await other.goto(next);
  await ended(other);
  assert.equal(await textOf(controls(other).status), status);
  await openView(other, 'Weights');
  await until(() => textOf(off(other)), (text) => /^2 features are off from the next training on/.test(text), 'both are off');
  await controls(other).weights.getByText('Features of the next training').click();
  const list = controls(other).weights.locator('.feature-list');
  assert.equal(await list.getByRole('switch', { name: String(name), exact: true }).isChecked(), false);
  assert.equal(await list.getByRole('switch', { checked: false }).count(), 2);
  await other.close();

  await page.goto('about:blank');
  await page.goto(next.replace(/#.*/, '#v=1&without=3,1'));
  await until(() => textOf(page.getByRole('alert').first()), (text) => /without: “3,1” is not rising numbers of features/.test(text), 'a wrong list is told');
});

pageTest('the study that leaves out one feature at a time is one press away', {}, async ({ page }) => {
  await ready(page);
  await train(page);
  await openView(page, 'Weights');
  await controls(page).weights.getByRole('button', { name: 'Study: one feature less' }).click();
  await page.getByRole('heading', { name: 'One feature less' }).waitFor();
});

pageTest('at least one feature stays on', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('one.txt', letor({ seed: 2, features: 2 })));
  await train(page);
  await openView(page, 'Weights');
  await switchOf(page, 'feature 1').click();
  await switchOf(page, 'feature 2').click();
  assert.match(await textOf(controls(page).alert), /^The last feature stays on\./);
  assert.equal(await switchOf(page, 'feature 2').isChecked(), true);
  assert.match(await textOf(off(page)), /^1 feature is off/);
});

pageTest('features of trees have switches', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await upload(page, file('trees.txt', letor({ seed: 3, features: 3 })));
  await page.getByLabel('Method', { exact: true }).selectOption({ label: 'LambdaMART' });
  await controls(page).train.click();
  await until(() => controls(page).pause.isDisabled(), Boolean, 'the run ends');
  await openView(page, 'Model');
  await until(() => controls(page).weights.getByRole('listitem').getByRole('switch').count(), (count) => count === 3, 'a switch for each feature');
  await switchOf(page, 'feature 2').click();
  assert.match(await textOf(off(page)), /^1 feature is off from the next training on/);
});
