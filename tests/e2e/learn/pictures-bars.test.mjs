// The bars of lesson 4: w is pulled by keys and by the pointer, loss and slack are those of the core, and the handle is
// closed while its effect is asked about.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';
import { trainSmall } from '../../../www/features/learn/lessons/figures/small-run.js';
import { stretchOf } from '../../../www/features/learn/lessons/figures/stretch.js';
import { catalog, initSync } from '../../../www/wasm/rankscope.js';

/** @typedef {import('playwright-core').Page} Page */

initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });
const { steps } = JSON.parse(readFileSync(at('www', 'lessons', 'slack-bound.json'), 'utf8'));
const { data: lines, trained: _trained, query: _query, ...choices } = steps[0].state;
const settings = /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, ...choices });
const stretch = stretchOf(trainSmall(lines, settings), settings, steps[0].arrow);

/** @param {Page} page */
async function parts(page) {
  const region = page.getByRole('region', { name: 'Slack and loss of each search' });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const handle = region.getByRole('slider', { name: 'Length of w' });
  await handle.waitFor();
  const heights = async (/** @type {string} */ kind) => (await region.locator(`.bar-${kind}[height]:not([rx])`).evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height')))));
  return { region, lesson, handle, heights, reveal: lesson.getByRole('button', { name: 'Reveal' }) };
}

/** @param {number} length */
const said = (length) => {
  const { mean } = stretch.at(length);
  return `length ${length.toFixed(2)}, mean slack ${mean.slack.toFixed(3)}, mean loss ${mean.loss.toFixed(3)}`;
};

pageTest('the handle is closed while its effect is asked about, and opens with the reveal', { address: '#v=1&lesson=slack-bound' }, async ({ page }) => {
  const { handle, lesson, reveal } = await parts(page);
  assert.equal(await handle.getAttribute('aria-disabled'), 'true');
  assert.equal(await handle.getAttribute('aria-valuetext'), said(1.6));
  await handle.focus();
  await handle.press('ArrowUp');
  assert.equal(await handle.getAttribute('aria-valuetext'), said(1.6));
  await lesson.getByRole('radio').nth(2).check();
  await reveal.click();
  await until(() => handle.getAttribute('aria-disabled'), (closed) => closed === 'false', 'the handle opens');
  await until(() => handle.getAttribute('aria-valuetext'), (text) => text === said(3.6), 'w grows');
  await handle.press('ArrowUp');
  assert.equal(await handle.getAttribute('aria-valuetext'), said(3.65));
});

pageTest('a longer w moves the outer bars only, as the core says', { address: '#v=1&lesson=slack-bound&step=2' }, async ({ page }) => {
  const { region, handle, heights, lesson, reveal } = await parts(page);
  const [slacks, losses] = [await heights('slack'), await heights('loss')];
  assert.deepEqual([slacks.length, losses.length], [6, 6]);
  const { queries } = stretch.at(1.6);
  const unit = slacks[0] / queries[0].slack;
  queries.forEach(({ slack, loss }, search) => {
    assert.ok(Math.abs(slacks[search] - unit * slack) < 0.2, `slack of search ${search}`);
    assert.ok(Math.abs(losses[search] - Math.max(1.5, unit * loss)) < 0.2, `loss of search ${search}`);
  });
  const clip = region.locator('clipPath rect');
  assert.equal(Number(await clip.getAttribute('width')), 0, 'only the length tried is drawn');
  await handle.focus();
  await handle.press('End');
  assert.equal(await handle.getAttribute('aria-valuetext'), said(4));
  assert.deepEqual(await heights('loss'), losses);
  assert.notDeepEqual(await heights('slack'), slacks);
  const tried = Number(await clip.getAttribute('width'));
  assert.ok(tried > 100);
  await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (words) => words === said(4), 'the result is said when the handle rests');
  const grip = await handle.locator('.handle').boundingBox();
  const pad = await region.locator('.pull-pad').boundingBox();
  assert.ok(grip && pad);
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(pad.x + 50, pad.y + pad.height - 50, { steps: 3 });
  await page.mouse.up();
  const text = String(await handle.getAttribute('aria-valuetext'));
  const length = Number(/length ([\d.]+)/.exec(text)?.[1]);
  assert.ok(length < 1 && text === said(length), text);
  await lesson.getByRole('radio').nth(0).check();
  await reveal.click();
  await until(() => clip.getAttribute('width'), (width) => Number(width) > tried, 'the whole curve');
  await until(() => textOf(page.locator('.lesson-reveal')), (text) => /^Yes\./.test(text), 'the reveal');
});

pageTest('with a cheap slack the arrow becomes short', { address: '#v=1&lesson=slack-bound&step=3' }, async ({ page }) => {
  const { handle, lesson, reveal } = await parts(page);
  const before = Number(await handle.getAttribute('aria-valuenow'));
  await lesson.getByRole('radio').nth(1).check();
  await reveal.click();
  await until(() => handle.getAttribute('aria-valuenow'), (now) => Number(now) < before / 5, 'the trained w is short');
  await until(() => textOf(page.locator('.lesson-reveal')), (text) => /^Yes\./.test(text), 'the reveal');
});
