// The laboratories about the training data: each draws its picture, follows its handle, and refuses in a sentence.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { controls, openView, ready, textOf, until } from '../support/page.mjs';

pageTest('laboratories about data follow their handles', {}, async ({ page }) => {
  await ready(page);
  const theory = page.locator('#theory-panel');
  await openView(page, 'Theory');
  const words = async () => {
    const told = theory.locator('.lab-words:visible');
    return await told.count() === 1 ? textOf(told) : '';
  };
  const open = async (/** @type {string} */ lab, /** @type {string} */ start) => {
    await theory.locator(`[data-lab="${lab}"]`).click();
    await until(words, (text) => text.startsWith(start), lab);
    assert.ok(await theory.locator('.lab-picture > svg').isVisible(), lab);
  };
  const move = (/** @type {string} */ handle, /** @type {string} */ to) =>
    theory.getByRole('slider', { name: handle, exact: true }).fill(to);

  await open('generalisation', 'N = 20, B = 5: the minimiser pays ');
  await move('B', '6');
  await until(words, (text) => text.startsWith('N = 20, B = 50:'), 'B moves without the core');
  await move('N', '0');
  await until(words, (text) => text.startsWith('N = 5, B = 50:'), 'the core draws 5 queries');
  await theory.getByLabel('Second feature').fill('1');
  await until(() => textOf(theory.locator('.lab .problem')), (text) => text.includes('is given twice'), 'a refusal');
  await open('complexity', 'B = 1, N = ');
  await move('B', '0');
  await until(words, (text) => text.startsWith('B = 0.1, N = '), 'another B');
  await open('margins', 'At γ = 0.10: ');
  await move('γ', '0');
  await until(words, (text) => text.startsWith('At γ = 0 the error is '), 'no second term at 0');
  await theory.getByLabel('Scorer').selectOption('ranksvm');
  await until(words, (text) => text.startsWith('At γ = 0 the error is '), 'a trained scorer');
  await open('steps', 'C = 10, m = ');
  await move('C', '0');
  await until(words, (text) => text.startsWith('C = 0.01, m = '), 'another C');
  await open('online-to-batch', 'B = 10, T = ');
  await move('B', '0');
  await until(words, (text) => text.startsWith('B = 0.1, T = '), 'another B');
  await open('decay', 'Round ');
  await move('Round', '0');
  await until(words, (text) => /^J = [0-9.]+ at the start\./.test(text), 'the start without the core');
  await theory.getByLabel('Decay at the start').selectOption('power:1');
  await until(words, (text) => text.includes('at most 0.190.'), 'another start is farther from the discount');
  await open('combined-losses', 'λ = ');
  await move('λ', '1');
  await until(words, (text) => text.includes('At λ = 1.00 the regrets are '), 'λ moves without the core');
  await theory.getByLabel('Second loss').selectOption('owpc:generator=constant');
  await until(() => textOf(theory.locator('.lab .problem')), (text) => text.includes('is there twice'), 'a refusal');
});

pageTest('a link opens a laboratory with its values, and names those that it cannot have', {}, async ({ page, address }) => {
  await page.goto(`${address}#v=1&sample=generated&open=theory&theory=margins&theory.gamma=0.3&theory.generator=nothing`);
  await page.reload();
  const theory = page.locator('#theory-panel');
  await until(() => theory.locator('.lab-words:visible').allInnerTexts(), ([text = '']) => text.startsWith('At γ = 0.30: '), 'the margins at γ = 0.3');
  assert.match(await textOf(controls(page).alert), /theory\.generator: “nothing” is not one of constant, inverse-rank, exp:10/);
  await theory.getByRole('slider', { name: 'γ', exact: true }).fill('0.5');
  await until(async () => page.url(), (url) => url.includes('theory=margins&theory.gamma=0.5') && !url.includes('generator'), 'the address follows the handle');
});
