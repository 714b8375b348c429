// The two meters of lesson 9: w is turned by keys and by the pointer, both measures are those of the core, and the best of
// a turn is hidden until the reveal.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';
import { trainSmall } from '../../../www/features/learn/lessons/figures/small-run.js';
import { turnOf } from '../../../www/features/learn/lessons/figures/turn.js';
import { catalog, initSync } from '../../../www/wasm/rankscope.js';

/** @typedef {import('playwright-core').Page} Page */

initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });
const { steps } = JSON.parse(readFileSync(at('www', 'lessons', 'auc-ndcg.json'), 'utf8'));
const { data: lines, trained: _trained, query: _query, ...choices } = steps[0].state;
const turn = turnOf(trainSmall(lines, /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, ...choices })), lines);
const MEASURES = ['auc', 'ndcg@3'];
const best = MEASURES.map((name) => Math.max(...turn.sectors.map(({ measures }) => measures[name])));

/** @param {Page} page */
async function parts(page) {
  const region = page.getByRole('region', { name: 'Two meters' });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const handle = region.getByRole('slider', { name: 'Direction of w' });
  await handle.waitFor();
  const meters = () => region.locator('.meter-value').allTextContents();
  return { region, lesson, handle, meters, reveal: lesson.getByRole('button', { name: 'Reveal' }) };
}

/**
 * Checks both meters against the lists that the core finds within half a degree of what the handle says.
 * @param {string[]} shown @param {number} degrees
 */
function checkMeters(shown, degrees) {
  const [low, high] = [-0.5, 0.5].map((more) => ((degrees + more) * Math.PI) / 180);
  const near = turn.sectors.filter(({ from, to }) => [-2, 0, 2].some((turns) => from + turns * Math.PI <= high && to + turns * Math.PI >= low));
  const possible = near.map(({ measures }) => MEASURES.map((name) => measures[name].toFixed(3)).join());
  assert.ok(possible.includes(shown.join()), `${shown} at ${degrees}°: ${possible.join(' or ')}`);
}

pageTest('both meters follow w, and the best direction comes after the reveal', { address: '#v=1&lesson=auc-ndcg' }, async ({ page }) => {
  const { region, handle, meters, lesson, reveal } = await parts(page);
  const now = async () => Number(await handle.getAttribute('aria-valuenow'));
  checkMeters(await meters(), await now());
  assert.equal(await region.locator('.best-marks:not([hidden])').count(), 0);
  for (const value of best) assert.ok(!(await region.innerHTML()).includes(value.toFixed(3)), `${value} is hidden`);
  await handle.focus();
  for (let press = 0; press < 15; press += 1) await handle.press('ArrowLeft');
  checkMeters(await meters(), await now());
  await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (words) => /first, AUC 0\.\d{3}, NDCG@3 0\.\d{3}$/.test(words), 'the result is said when the handle rests');
  const dial = await region.locator('.dial').boundingBox();
  const grip = await handle.locator('.handle').boundingBox();
  assert.ok(dial && grip);
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(dial.x + dial.width / 2 - 40, dial.y + 4, { steps: 4 });
  await page.mouse.up();
  checkMeters(await meters(), await now());
  await lesson.getByRole('radio').nth(2).check();
  await reveal.click();
  await until(() => region.locator('.best-marks:not([hidden])').count(), (count) => count > 0, 'the best direction');
  const text = await textOf(region);
  for (const value of best) assert.ok(text.includes(`best direction ${value.toFixed(3)}`), text);
  await until(() => textOf(page.locator('.lesson-reveal')), (text) => /^Yes\./.test(text), 'the reveal');
});

pageTest('after the reveal w stands where SVM-AUC ends', { address: '#v=1&lesson=auc-ndcg&step=2' }, async ({ page }) => {
  const { handle, meters, lesson, reveal } = await parts(page);
  await lesson.getByRole('radio').nth(1).check();
  await reveal.click();
  const degrees = Math.round((turn.best * 180) / Math.PI);
  await until(() => handle.getAttribute('aria-valuenow'), (now) => Number(now) === degrees, 'the direction of the trained w');
  const { measures } = turn.at(turn.best);
  assert.deepEqual(await meters(), MEASURES.map((name) => measures[name].toFixed(3)));
});
