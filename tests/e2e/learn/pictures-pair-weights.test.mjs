// The picture of the weights of pairs: the handle goes from the mean to the maximum by keys and pointer, the list and the
// numbers are the core's, and the last stop opens with Reveal.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';
import { initSync } from '../../../www/wasm/rankscope.js';
import { pairLoss } from '../../../www/features/learn/lessons/pictures/losses/pair-loss.js';
import { owpcRun } from '../../../www/features/learn/lessons/pictures/pair-weights/owpc-run.js';

initSync({ module: readFileSync(new URL('../../../www/wasm/rankscope_bg.wasm', import.meta.url)) });
const LESSON = JSON.parse(readFileSync(new URL('../../../www/lessons/pair-weights.json', import.meta.url), 'utf8'));
const loss = pairLoss('hinge');

/** @param {string} generator */
function expected(generator) {
  const { pages, turns } = owpcRun(LESSON.steps[0].state.data, generator, 8, loss);
  const last = turns[turns.length - 1];
  return { list: last.ranking.map((page) => pages[page].title), weights: last.pairs.map(({ weight }) => weight.toFixed(2)) };
}

/** @param {import('playwright-core').Page} page @param {string} address @param {number} step */
async function open(page, address, step) {
  await page.goto('about:blank');
  await page.goto(`${address}#v=1&lesson=pair-weights&step=${step}`);
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const picture = page.getByRole('region', { name: 'Pairs and their weights' });
  const slider = picture.getByRole('slider');
  await slider.waitFor();
  const seen = async () => ({ list: await picture.locator('.plane-row text:nth-of-type(2)').allTextContents(),
    weights: await picture.locator('.weights-weight text').allTextContents() });
  return { lesson, picture, slider, seen };
}

pageTest('the price of another w, which has every pair in order, waits for Reveal', { reducedMotion: 'reduce' }, async ({ page, address }) => {
  const { lesson, picture, slider, seen } = await open(page, address, 1);
  const { turns } = owpcRun(LESSON.steps[0].state.data, 'constant', 8, loss);
  await slider.press('End');
  assert.equal(await slider.getAttribute('aria-valuetext'), `Iteration ${turns.length - 1}`, 'the handle stops at the end of training');
  const trained = turns[turns.length - 1].price;
  assert.equal(await picture.getByText(`= ${trained.toFixed(2)}`).count(), 2, 'its price stands beside that of the trained w');
  assert.equal((await seen()).list[0], 'Tea towels');
  await lesson.getByRole('radio').last().check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => slider.getAttribute('aria-valuetext'), (text) => text === 'Another w, all pairs in order', 'the other w opens');
  assert.deepEqual((await seen()).list, expected('inverse-rank').list);
  const other = owpcRun(LESSON.steps[0].state.data, 'inverse-rank', 8, loss).turns.at(-1);
  assert.ok(other);
  const [mean, length] = [other.pairs.reduce((sum, { hinge }) => sum + hinge / other.pairs.length, 0), other.norm ** 2 / 2];
  assert.ok(8 * mean + length > trained, 'it costs more');
  await picture.getByText(`= ${(8 * mean + length).toFixed(2)}`).waitFor();
  await picture.getByText(`= ${trained.toFixed(2)}`).waitFor();
});

pageTest('from the mean to the maximum the list follows the core', {}, async ({ page, address }) => {
  const { lesson, slider, seen } = await open(page, address, 2);
  assert.deepEqual(await seen(), expected('constant'));
  await slider.press('ArrowRight');
  assert.equal(await slider.getAttribute('aria-valuetext'), '5 pairs count');
  assert.deepEqual(await seen(), expected('top:84'));
  await slider.press('End');
  assert.equal(await slider.getAttribute('aria-valuetext'), '4 pairs count');
  await until(() => textOf(page.locator('.stage-picture > [aria-live]')), (text) => /^4 pairs count: Tea towels first, loss/.test(text),
    'the result is said');
  const box = await slider.boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y, { steps: 4 });
  assert.equal(await slider.getAttribute('aria-valuetext'), '4 pairs count');
  await page.mouse.move(box.x - 700, box.y, { steps: 4 });
  await page.mouse.up();
  assert.equal(await slider.getAttribute('aria-valuetext'), '6 pairs count');
  await lesson.getByRole('radio', { name: 'Until another is as bad' }).check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => slider.getAttribute('aria-valuetext'), (text) => text === '1 pair counts', 'the last stop opens');
  assert.deepEqual(await seen(), expected('top:17'));
});

pageTest('1/j waits for Reveal', { width: 390, height: 844 }, async ({ page, address }) => {
  const { lesson, picture, slider } = await open(page, address, 3);
  await slider.press('ArrowRight');
  assert.equal(await slider.getAttribute('aria-valuetext'), 'Weights: maximum', 'the handle passes over 1/j');
  await slider.press('ArrowLeft');
  assert.equal(await slider.getAttribute('aria-valuetext'), 'Weights: mean');
  assert.equal(await picture.locator('.chart-track.closed').count(), 0, 'the track is open from end to end');
  await picture.getByText('1/j: ?').waitFor();
  await lesson.getByRole('button', { name: 'Next' }).click();
  await lesson.getByRole('radio').first().check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => slider.getAttribute('aria-valuetext'), (text) => text === 'Weights: 1/j', '1/j opens');
});

pageTest('w turns on a phone, and all scores are equal with Reveal', { width: 390, height: 844, reducedMotion: 'reduce' }, async ({ page, address }) => {
  const { lesson, picture, slider } = await open(page, address, 4);
  await slider.press('Home');
  assert.match(String(await slider.getAttribute('aria-valuetext')), /^w at 0°: 5 of 6 pairs right, the worst falls short by 1\.\d\d$/);
  await lesson.getByRole('button', { name: 'Next' }).click();
  await lesson.getByRole('radio').last().check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => slider.getAttribute('aria-valuetext'), (text) => /^w = 0: all scores are equal/.test(String(text)), 'w is 0');
  assert.deepEqual(new Set(await picture.locator('.weights-row > text:last-child').allTextContents()), new Set(['1.00']));
});

pageTest('the arrows of the pairs surround 0: no w has all in order', { reducedMotion: 'reduce' }, async ({ page, address }) => {
  const { lesson, picture, slider } = await open(page, address, 4);
  const arrows = picture.locator('.weights-arrows g');
  assert.equal(await arrows.count(), 6, 'an arrow for each pair');
  const angles = await arrows.locator('line').evaluateAll((lines) => lines.map((line) => {
    const [x1, y1, x2, y2] = ['x1', 'y1', 'x2', 'y2'].map((name) => Number(line.getAttribute(name)));
    return Math.atan2(y1 - y2, x2 - x1);
  }).sort((one, other) => one - other));
  const gaps = angles.map((angle, at) => (angles[at + 1] ?? angles[0] + 2 * Math.PI) - angle);
  assert.ok(Math.max(...gaps) < Math.PI, 'no half of the plane has all arrows');
  assert.equal(await arrows.locator('text').count(), 6, 'every arrow has its name');
  for (let turned = 0; turned < 72; turned += 1) {
    const said = String(await slider.getAttribute('aria-valuetext'));
    assert.match(said, /: [0-5] of 6 pairs right, the worst falls short by (1\.(?!00)\d\d|2\.\d\d)$/, 'each w is worse than 0');
    assert.equal(await picture.locator('.weights-arrows .against').count(), 6 - Number(/: (\d)/.exec(said)?.[1]), 'the wrong ones are marked');
    await slider.press(turned ? 'ArrowRight' : 'Home');
  }
  const [box, handle] = [await picture.locator('.weights-circle').boundingBox(), await slider.boundingBox()];
  assert.ok(box && handle);
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 20, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  assert.match(String(await slider.getAttribute('aria-valuetext')), /^w at 180°: 1 of 6 pairs right/);
  assert.equal(await textOf(page.locator('.stage-picture > [aria-live]')), await slider.getAttribute('aria-valuetext'), 'the result is said');
  await lesson.getByRole('radio').last().check();
  await lesson.getByRole('button', { name: 'Reveal' }).click();
  await until(() => slider.getAttribute('aria-valuetext'), (text) => /^w = 0: all scores are equal/.test(String(text)), 'w is 0');
  assert.equal(await picture.locator('.weights-arrows .against').count(), 0);
});
