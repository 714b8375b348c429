// The circle of lesson 5: w is turned by keys and by the pointer, the list, loss and count are those of the core, and
// what is asked about is hidden until the reveal.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { at } from '../../../scripts/lib/project.mjs';
import { pageTest } from '../support/browser.mjs';
import { textOf, until } from '../support/page.mjs';
import { trainSmall } from '../../../www/features/learn/lessons/figures/small-run.js';
import { listsOf, turnOf } from '../../../www/features/learn/lessons/figures/turn.js';
import { catalog, initSync } from '../../../www/wasm/rankscope.js';

/** @typedef {import('playwright-core').Page} Page */

initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });
const { steps } = JSON.parse(readFileSync(at('www', 'lessons', 'steps-bounds.json'), 'utf8'));
const { data: lines, trained: _trained, query: _query, ...choices } = steps[0].state;
/** @param {string[]} data */
const turned = (data) => turnOf(trainSmall(data, /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, ...choices })), data);
const turn = turned(lines);

/** @param {Page} page */
async function parts(page) {
  const region = page.getByRole('region', { name: 'Angle view' });
  const lesson = page.getByRole('region', { name: 'Lesson', exact: true });
  await until(() => lesson.getAttribute('data-phase'), (phase) => phase === 'there', 'the step is set up');
  const handle = region.getByRole('slider', { name: 'Direction of w' });
  await handle.waitFor();
  return { region, lesson, handle, reveal: lesson.getByRole('button', { name: 'Reveal' }), spoken: page.locator('.stage-picture > [aria-live]') };
}

/** What the slider says at a whole number of degrees. @param {number} degrees */
function said(degrees) {
  const { order, loss } = turn.at((degrees * Math.PI) / 180);
  return `${turn.names[order[0]]} first, loss ${loss.toFixed(3)}`;
}

/** @param {import('playwright-core').Locator} handle */
const readingOf = async (handle) => ({ now: Number(await handle.getAttribute('aria-valuenow')), text: String(await handle.getAttribute('aria-valuetext')) });

pageTest('w turns by keys: list, loss and count are those of the core', { address: '#v=1&lesson=steps-bounds' }, async ({ page }) => {
  const { region, handle, lesson, spoken } = await parts(page);
  const title = await textOf(lesson.getByRole('heading').first());
  await handle.focus();
  assert.match(await textOf(region), /1 ?different list met so far/);
  const counts = new Set();
  for (let press = 0; press < 40; press += 1) {
    await handle.press('ArrowRight');
    counts.add(/(\d+) ?different lists? met/.exec(await textOf(region))?.[1]);
  }
  const { now, text } = await readingOf(handle);
  assert.ok(text.endsWith(said(now)), `${text} is not ${said(now)}`);
  const start = Math.atan2(steps[0].arrow[1], steps[0].arrow[0]);
  const end = start + (80 * Math.PI) / 180;
  const met = turn.sectors.filter(({ from, to }) => [-2, 0, 2].some((turns) => to + turns * Math.PI > start && from + turns * Math.PI <= end));
  assert.match(await textOf(region), new RegExp(`${listsOf(met)} ?different lists met so far`));
  assert.ok(counts.size > 3, 'the count grows on the way');
  await until(() => textOf(spoken), (words) => words.includes(said(now)) && words.includes('lists so far'), 'the result is said when the handle rests');
  assert.equal(await textOf(lesson.getByRole('heading').first()), title, 'arrow keys of the handle do not turn the page');
});

pageTest('w turns by the pointer, and the count tells nothing that was not met', { address: '#v=1&lesson=steps-bounds' }, async ({ page }) => {
  const { region, handle, reveal, lesson } = await parts(page);
  assert.doesNotMatch(await textOf(region), /\b16\b/);
  assert.equal(await region.locator('.rim-sector:not([hidden])').count(), 1);
  assert.equal(await page.getByRole('button', { name: 'Show again' }).count(), 0, 'nothing to show again yet');
  const box = await region.locator('.dial').boundingBox();
  assert.ok(box);
  const grip = await handle.locator('.handle').boundingBox();
  assert.ok(grip);
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  const { now, text } = await readingOf(handle);
  assert.ok(Math.abs(now - 90) <= 1, `the pointer stands at 90°: ${now}`);
  assert.ok(text.endsWith(said(now)), text);
  await lesson.getByRole('radio').nth(2).check();
  await reveal.click();
  await until(() => textOf(region), (words) => /16 ?different lists in one turn/.test(words), 'the count of the whole turn');
  assert.equal(await region.locator('.rim-sector:not([hidden])').count(), turn.sectors.length);
  await until(() => textOf(page.locator('.lesson-reveal')), (text) => /16 lists in one turn/.test(text), 'the reveal');
  await page.getByRole('button', { name: 'Show again' }).click();
});

pageTest('the slack is a dashed outline until the reveal', { address: '#v=1&lesson=steps-bounds&step=2' }, async ({ page }) => {
  const { region, reveal, lesson } = await parts(page);
  assert.equal(await region.locator('.asked:not([hidden])').count(), 1);
  assert.deepEqual(await region.locator('.chart-slack:not([hidden]), .dot-slack:not([hidden]), .chart-cover:not([hidden])').count(), 0);
  await lesson.getByRole('radio').nth(1).check();
  await reveal.click();
  await until(() => region.locator('.chart-slack:not([hidden])').count(), (count) => count === 1, 'the slack');
  assert.equal(await region.locator('.asked:not([hidden])').count(), 0);
});

pageTest('after the reveal w stands where training ends, in a search whose lowest loss lies elsewhere', { address: '#v=1&lesson=steps-bounds&step=3', reducedMotion: 'reduce' }, async ({ page }) => {
  const { handle, reveal, lesson } = await parts(page);
  await lesson.getByRole('radio').nth(1).check();
  await reveal.click();
  const other = turned(steps[2].question.state.data);
  assert.ok(other.at(other.best).loss > Math.min(...other.sectors.map(({ loss }) => loss)) + 0.1);
  const best = Math.round((other.best * 180) / Math.PI);
  await until(() => readingOf(handle), ({ now }) => now === best, 'the direction of the trained w');
});

for (const [width, height] of [[1280, 720], [390, 844]]) {
  pageTest(`at ${width} × ${height} the picture is whole, and its texts can be read`, { width, height, address: '#v=1&lesson=steps-bounds&step=4' }, async ({ page }) => {
    const { region } = await parts(page);
    const place = await page.locator('.stage-picture').boundingBox();
    assert.ok(place);
    const seen = await region.locator('svg text').evaluateAll((texts) => texts.filter((one) => one.getBoundingClientRect().width > 0).map((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const scale = /** @type {SVGTextElement} */ (one).getScreenCTM()?.a ?? 0;
      return { words: one.textContent, left, right, top, bottom, size: Number.parseFloat(getComputedStyle(one).fontSize) * scale };
    }));
    assert.ok(seen.length > 10);
    for (const { words, left, right, top, bottom, size } of seen) {
      assert.ok(left >= place.x - 1 && right <= place.x + place.width + 1 && top >= place.y - 1 && bottom <= place.y + place.height + 1, `${words} is within the picture`);
      assert.ok(size >= 13.5, `${words} has ${size} px`);
    }
  });
}

pageTest('Next turns w to where the step begins, and an answered step shows where training ended', { address: '#v=1&lesson=steps-bounds', reducedMotion: 'reduce' }, async ({ page }) => {
  const { handle, lesson, reveal } = await parts(page);
  const next = lesson.getByRole('button', { name: 'Next' });
  const now = () => handle.getAttribute('aria-valuenow').then(Number);
  const isAt = (/** @type {number} */ degrees) => until(now, (value) => value === degrees, `w is at ${degrees}°`);
  await next.click();
  await isAt(Math.round((Math.atan2(steps[1].arrow[1], steps[1].arrow[0]) * 180) / Math.PI));
  await next.click();
  await isAt(Math.round((Math.atan2(steps[2].arrow[1], steps[2].arrow[0]) * 180) / Math.PI));
  await lesson.getByRole('radio').first().check();
  await reveal.click();
  const best = Math.round((turned(steps[2].question.state.data).best * 180) / Math.PI);
  await isAt(best);
  await next.click();
  await lesson.getByRole('button', { name: 'Back' }).click();
  await isAt(best);
});
