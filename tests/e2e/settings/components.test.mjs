// The components of a combination have options of their own: the controls, the names, the link and the command.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { controls, ended, fullSpeed, legend, loadSample, openSettings, ready, textOf, train, until } from '../support/page.mjs';
import { violations } from '../support/states-walk.mjs';

/** @param {import('playwright-core').Page} page @param {string[]} names */
async function choose(page, names) {
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('combo');
  await ready(page);
  const boxes = page.getByRole('group', { name: 'Components' }).getByRole('checkbox');
  for (const box of await boxes.all()) {
    const name = (await box.evaluate((input) => input.parentElement?.textContent ?? '')).trim();
    await box.setChecked(names.includes(name));
  }
}

pageTest('a component opens its own options, and another of its method has a name of its own', { height: 1100 }, async ({ page, screenshot }) => {
  await ready(page);
  await loadSample(page, 'Kitchen (hand-made)');
  await fullSpeed(page);
  await choose(page, ['NDCG', 'MRR']);
  const group = page.getByRole('group', { name: 'Components' });
  const lines = group.locator('details > summary');
  assert.deepEqual(await lines.allTextContents(), ['SVM-NDCG', 'SVM-MRR'], 'a line for each component');

  // With the keyboard alone.
  await lines.first().focus();
  await page.keyboard.press('Enter');
  const cutOff = group.getByRole('spinbutton', { name: 'Cut-off k of SVM-NDCG', exact: true });
  await cutOff.waitFor();
  assert.equal(await cutOff.inputValue(), '', 'the option is shared');
  assert.equal(await cutOff.getAttribute('placeholder'), '10', 'and the field shows its value');
  await cutOff.focus();
  await page.keyboard.type('0');
  await until(() => controls(page).train.getAttribute('aria-disabled'), (off) => off === 'true', 'a cut-off of 0 is refused');
  assert.match(await textOf(group), /0 would count no rank/, 'with the reason');
  assert.equal(await cutOff.getAttribute('aria-invalid'), 'true', 'at the field');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('5');
  assert.equal(await cutOff.inputValue(), '5', 'the field keeps the focus while it changes its component');
  await group.getByRole('combobox', { name: 'Discount of SVM-NDCG', exact: true }).selectOption('flat');
  assert.deepEqual(await lines.allTextContents(), ['SVM-NDCG@5 (flat top two)', 'SVM-MRR']);

  await group.getByRole('button', { name: 'Add another' }).first().click();
  await until(() => lines.allTextContents(), (texts) => texts.join() === 'SVM-NDCG@5 (flat top two),SVM-NDCG@2 (flat top two),SVM-MRR', 'the new component differs');
  await until(() => lines.nth(1).evaluate((line) => line === document.activeElement), Boolean, 'and has the focus');
  await train(page);
  await openSettings(page);
  await screenshot('components with options of their own');
  assert.deepEqual(await violations(page), [], 'axe finds no fault in open components');
  const names = Object.keys(await legend(page, 'Slack and loss')).slice(2);
  assert.deepEqual(names, ['ξ NDCG@5', 'ξ NDCG@2', 'ξ MRR']);

  const components = ['svm-ndcg:cut-off=5,discount=flat', 'svm-ndcg:cut-off=2,discount=flat', 'svm-mrr'];
  const address = await until(async () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('components'), (text) => text === components.join(' '), 'the address carries them');
  assert.ok(address);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const command = page.getByRole('dialog', { name: 'Export' }).getByLabel('Command that reproduces the run');
  await until(() => command.inputValue(), (text) => text.includes(`--components ${components.join(',')}`), 'and so does the command');
  await page.keyboard.press('Escape');

  await page.reload();
  await ended(page);
  await openSettings(page);
  assert.deepEqual(await lines.allTextContents(), ['SVM-NDCG@5 (flat top two)', 'SVM-NDCG@2 (flat top two)', 'SVM-MRR'], 'a link brings them back');
  await group.getByRole('button', { name: 'Remove' }).first().click();
  await until(() => lines.allTextContents(), (texts) => texts.join() === 'SVM-NDCG@2 (flat top two),SVM-MRR', 'one of them is removed');
  await until(() => lines.first().evaluate((line) => line === document.activeElement), Boolean, 'and the focus stays in the list');
});
