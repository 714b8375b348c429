// The decay profile: drawing, typing and keys; faults by rank and their correction; the preview of the violator.

import assert from 'node:assert/strict';
import { pageTest } from '../support/browser.mjs';
import { controls, fullSpeed, inspect, near, number, ready, textOf, train, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
function editor(page) {
  const plot = page.getByRole('group', { name: 'Draw c over the ranks' });
  return {
    preset: page.getByLabel('Decay profile c'), typed: page.getByLabel('Values of c, from rank 1 on'), plot, points: plot.getByRole('slider'),
    mend: page.getByRole('button', { name: 'Make it non-increasing' }), preview: page.getByRole('region', { name: 'What this c would do' }),
  };
}

/** @param {Page} page */
const values = async (page) => (await editor(page).typed.inputValue()).split(/[\s,]+/).map(Number);

/** @param {Page} page */
async function open(page) {
  await editor(page).preset.selectOption({ label: 'drawn / typed' });
  await editor(page).plot.waitFor();
}

pageTest('a profile is typed, and an invalid one is reported by rank and corrected', { everyday: true }, async ({ page }) => {
  await ready(page);
  await open(page);
  const { typed, points, mend } = editor(page);
  assert.equal((await values(page)).length, 10, 'it begins with the profile that was there');
  const told = () => typed.evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.innerText ?? '');
  for (const [text, reason] of /** @type {[string, RegExp][]} */ ([
    ['1, 0.4, 0.5', /rank 3.*must not increase/], ['1, -0.5', /rank 2.*negative/], ['1, 0.5, x', /rank 3.*not a number/], ['1, 1e999', /rank 2.*not a finite/], ['0, 0', /rank 1 must be positive/],
  ])) {
    await typed.fill(text);
    await until(told, (now) => reason.test(now), `${text} is explained`);
    assert.ok(await typed.getAttribute('aria-invalid') !== null, 'the field is marked');
  }
  assert.equal(await mend.isVisible(), false, 'nothing positive stands at rank 1, so nothing can be mended');
  await typed.fill('1, 0.4, 0.5, -1');
  assert.ok(await page.locator('.point.wrong').count() > 0 || await until(() => page.locator('.point.wrong').count(), Boolean, 'the ranks at fault are marked'));
  await mend.click();
  assert.deepEqual(await values(page), [1, 0.4, 0.4, 0], 'the running minimum');
  assert.equal(await told(), '');
  await until(() => points.count(), (now) => now === 4, 'a point per rank');
  await typed.fill('2,1,0.5');
  await until(() => points.count(), (count) => count === 3, 'typing sets the points');
  assert.deepEqual(await points.evaluateAll((all) => all.map((point) => Number(point.getAttribute('aria-valuenow')))), [2, 1, 0.5]);
});

pageTest('a profile is drawn with the pointer and moved by keys', {}, async ({ page }) => {
  await ready(page);
  await open(page);
  const { typed, plot, points } = editor(page);
  await typed.fill('1,1,1,1,1,1');
  await until(() => points.count(), (count) => count === 6, 'six ranks');
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  assert.ok(box);
  const x = (/** @type {number} */ rank) => box.x + ((rank + 0.5) * box.width) / 6;
  await page.mouse.move(x(2), box.y + box.height * 0.5);
  await page.mouse.down();
  await page.mouse.move(x(5), box.y + box.height * 0.9, { steps: 2 });
  await page.mouse.up();
  const drawn = await until(() => values(page), (now) => now[5] < 0.3, 'the stroke arrives');
  assert.deepEqual(drawn.slice(0, 2), [1, 1], 'ranks before the stroke stay');
  assert.ok(drawn[2] > drawn[3] && drawn[3] > drawn[4] && drawn[4] > drawn[5], `the line falls: ${drawn}`);

  await typed.fill('1,0.5,0.25');
  await until(() => points.count(), (count) => count === 3, 'three ranks');
  await points.first().focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'c at rank 2');
  await page.keyboard.press('ArrowUp');
  await until(() => values(page), (now) => now[1] === 0.51, 'a small step up');
  await page.keyboard.press('PageDown');
  await until(() => values(page), (now) => now[1] === 0.41, 'a large step down');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowDown');
  await until(() => values(page), (now) => now[2] === 0.24 && now[1] === 0.41, 'the last rank');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-valuetext')), '0.240');
  await page.getByRole('button', { name: 'More ranks' }).click();
  await until(() => values(page), (now) => now.length === 4, 'one rank more');
});

pageTest('the violator under the profile is shown before training', {}, async ({ page }) => {
  await ready(page);
  await fullSpeed(page);
  await open(page);
  const { typed, preview } = editor(page);
  await until(() => textOf(preview), (text) => /w = 0 every score is 0/.test(text), 'at w = 0 c has no say');
  await editor(page).preset.selectOption('power:0.5');
  const { iterations } = await train(page);
  await open(page);
  await typed.fill('1,1,1,0.1');
  const table = preview.getByRole('table');
  const numbers = async () => Object.fromEntries(await table.evaluate((element) => [...(/** @type {HTMLTableElement} */ (element)).tFoot?.rows ?? []].map((row) => [row.cells[0].innerText, [row.cells[1].innerText, row.cells[2].innerText]])));
  const shown = await until(numbers, (now) => now.H && now.H[0] !== now.H[1], 'another c, another H');
  const now = await inspect(page);
  near(number(shown.H[0]), number(now.hinge), 1e-9, 'the first column is that of the inspector');
  near(number(shown.Δ[1]) - number(shown['⟨w, δψ⟩'][1]), number(shown.H[1]), 0.0016, 'H = Δ − ⟨w, δψ⟩');
  const before = await textOf(controls(page).status);
  await typed.fill('1,1,1,0.9');
  await until(numbers, (next) => next.H && next.H[1] !== shown.H[1], 'it follows what is typed');
  assert.equal(await textOf(controls(page).status), before, 'nothing is trained');
  assert.match(await textOf(preview), new RegExp(`iteration ${iterations}`));

  await page.getByLabel('Method', { exact: true }).selectOption({ label: 'SVM-MAP' });
  assert.equal(await preview.isVisible(), false, 'a method without a profile has no editor');
});
