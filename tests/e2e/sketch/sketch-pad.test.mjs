// The mode Sketch: documents by pointer, keys and number fields, the arrow of w, its settings, links, lessons, the way to
// Explore, and what cannot be trained.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { toLetor } from '../../../www/features/sketch/letor-text.js';
import { padOf } from '../../../www/features/sketch/presets.js';
import { pack } from '../../../www/lib/compress-text.js';
import { LetorReader, Sketch, catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file } from '../support/letor.mjs';
import { controls, near, number, openView, overflowing, ready, statusOf, textOf, until } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));

/** @param {Page} page */
function pad(page) {
  const region = page.getByRole('region', { name: 'Sketch pad', exact: true });
  return {
    region, frame: region.locator('.pad-frame'),
    button: (/** @type {string} */ name) => region.getByRole('button', { name, exact: true }),
    point: (/** @type {number} */ number) => region.getByRole('button', { name: new RegExp(`^Document ${number} of query`) }),
    points: region.getByRole('button', { name: /^Document \d+ of query/ }),
    arrow: region.getByRole('button', { name: /^Arrow of w/ }),
    list: region.getByRole('table', { name: /^Documents of query/ }),
    ranking: region.getByRole('list', { name: /^Documents of query .* by score$/ }),
    figures: region.getByRole('table', { name: 'Figures of w' }),
    says: region.locator('.sketch-head'),
    sentence: region.locator('.sketch-sentence'),
    c: region.getByRole('spinbutton', { name: 'C', exact: true }),
    method: region.getByRole('combobox', { name: 'Method', exact: true }),
  };
}

/** Opens the mode and chooses a start. @param {Page} page @param {string} preset */
async function begun(page, preset) {
  await ready(page);
  await openView(page, 'Sketch');
  const parts = pad(page);
  await parts.region.getByRole('combobox', { name: 'Example' }).selectOption({ label: preset });
  await parts.arrow.waitFor();
  return parts;
}

/** A row of the figures as numbers. @param {ReturnType<typeof pad>} parts @param {string} search */
async function figuresOf({ figures }, search) {
  const rows = await figures.getByRole('row').evaluateAll((all) => all.map((row) => [.../** @type {HTMLTableRowElement} */ (row).cells].map((cell) => cell.innerText.trim())));
  const row = rows.find(([name]) => name === search) ?? [];
  return Object.fromEntries(row.slice(1).map((value, at) => [rows[0][at + 1], number(value)]));
}

/** The trained figures by the core, outside of the page. @param {string} letor @param {object} [settings] */
async function computed(letor, settings = {}) {
  await module();
  const reader = new LetorReader();
  reader.push(Buffer.from(letor));
  return new Sketch(reader.finish(), { ...catalog().defaults, ...settings }).trained_figures();
}

/** A part of the address. @param {string} url @param {string} key */
const partOf = (url, key) => new URLSearchParams(new URL(url).hash.slice(1)).get(key);

/** The address once it holds another sketch than before. @param {Page} page @param {string | null} [before] */
const addressOf = (page, before = null) =>
  until(async () => page.url(), (url) => ![null, before].includes(partOf(url, 'sketch')), 'the address holds the sketch');

pageTest('the mode opens with three searches, and what it shows is computed by the core', { everyday: true }, async ({ page }) => {
  await ready(page);
  const facts = await textOf(controls(page).facts);
  await openView(page, 'Sketch');
  const parts = pad(page);
  await parts.arrow.waitFor();
  const { mean, queries } = await computed(toLetor(padOf('three-searches')));
  const all = await until(() => figuresOf(parts, 'mean'), (now) => !Number.isNaN(now['slack ξ']), 'the figures are there');
  for (const [name, value] of /** @type {const} */ ([['NDCG@10', mean.ndcg], ['AUC', mean.auc], ['loss', mean.loss], ['slack ξ', mean.bound]])) near(all[name], value ?? NaN, 6e-4, name);
  near((await figuresOf(parts, 'soup'))['slack ξ'], queries[2].bound ?? NaN, 6e-4, 'the slack of soup');
  assert.match(await textOf(parts.ranking.getByRole('listitem').first()), /^1\s*How to brew tea/);
  assert.equal(await textOf(controls(page).facts), facts, 'Explore keeps its data');
  await parts.button('Show query bread').click();
  await until(() => textOf(parts.ranking.getByRole('listitem').first()), (text) => /Bread for beginners/.test(text), 'the list of the chosen search');

  await parts.region.getByRole('combobox', { name: 'Example' }).selectOption({ label: 'Hopeless query' });
  await until(() => parts.points.count(), (count) => count === 7, 'another start');
  const hopeless = await computed(toLetor(padOf('hopeless-query')));
  const own = await until(() => figuresOf(parts, '4'), (now) => Math.abs(now['slack ξ'] - (hopeless.queries[3].bound ?? NaN)) < 6e-4, 'the slack of the hopeless query');
  assert.ok(own['slack ξ'] > (await figuresOf(parts, 'mean'))['slack ξ'], 'it is above the mean');
});

pageTest('nothing scrolls, and pad and list are whole', { everyday: true }, async ({ page }) => {
  const parts = await begun(page, 'Ring');
  for (const [width, height] of [[1440, 900], [1280, 720]]) {
    await page.setViewportSize({ width, height });
    const scrolling = await page.evaluate(() => [...document.querySelectorAll('#sketch-panel, #sketch-panel *')].filter((element) => element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY)).map(({ className }) => String(className)));
    assert.deepEqual(scrolling, [], `at ${width} × ${height}`);
    for (const part of [parts.frame, parts.ranking, parts.figures, parts.button('Use these data in Explore')]) {
      const box = await part.boundingBox();
      assert.ok(box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `at ${width} × ${height}`);
    }
  }
});

pageTest('documents are added, dragged, graded and removed', { everyday: true }, async ({ page }) => {
  const parts = await begun(page, 'Separable');
  await until(() => figuresOf(parts, 'mean'), (now) => now.AUC > 0.9, 'it is trained');
  const before = await textOf(parts.figures);
  const box = await parts.frame.boundingBox();
  assert.ok(box);
  // A click adds a document with the grade of the brush, and its number has the focus.
  await parts.button('Grade 4').click();
  await page.mouse.click(box.x + 0.85 * box.width, box.y + 0.9 * box.height);
  await until(() => parts.points.count(), (count) => count === 9, 'the click adds a document');
  assert.match(await parts.point(9).getAttribute('aria-label') ?? '', /grade 4/);
  await until(() => textOf(parts.figures), (text) => text !== before, 'training follows');

  // Dragging: figures change under way, and the planes stay bounds.
  const point = await parts.point(9).boundingBox();
  assert.ok(point);
  const [x, y] = [point.x + point.width / 2, point.y + point.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 10, y - 30);
  await page.mouse.move(x - 20, y - 60, { steps: 5 });
  const [, floor, objective] = /floor (\S+) ≤ objective (\S+) at/.exec(await until(() => textOf(parts.says), (text) => /of before the move still bound/.test(text), 'planes move')) ?? [];
  assert.ok(number(floor) <= number(objective) * 1.001 && number(floor) > 0, `${floor} ≤ ${objective}`);
  await page.mouse.up();
  await until(() => textOf(parts.says), (text) => !/before the move/.test(text), 'the drag has ended');

  // A digit grades; Undo takes one step back, and a whole drag is one step.
  await parts.point(9).press('0');
  await until(() => parts.point(9).getAttribute('aria-label'), (label) => /grade 0/.test(label ?? ''), 'the digit grades');
  await parts.button('Undo').click();
  await until(() => parts.point(9).getAttribute('aria-label'), (label) => /grade 4/.test(label ?? ''), 'Undo');
  await parts.button('Undo').click();
  await until(() => parts.point(9).boundingBox(), (now) => Math.abs((now?.y ?? 0) - point.y) < 1, 'the drag is undone at once');
  // Keys move it, and Delete removes it.
  const label = await parts.point(9).getAttribute('aria-label');
  await parts.point(9).press('ArrowLeft');
  await until(() => parts.point(9).getAttribute('aria-label'), (now) => now !== label, 'a key moves it');
  await parts.point(9).press('Delete');
  await until(() => parts.points.count(), (count) => count === 8, 'Delete removes it');
  assert.ok(await parts.point(8).evaluate((element) => element === document.activeElement), 'the focus goes to a neighbour');
  await until(() => parts.region.locator('[aria-live]').allInnerTexts(), (texts) => texts.some((text) => /^Document \d+ first, NDCG@10 \d/.test(text)), 'the result is said');
  await parts.button('Clear').click();
  await until(() => parts.points.count(), (count) => count === 0, 'Clear removes all documents');
  await parts.button('Undo').click();
  await until(() => parts.points.count(), (count) => count === 8, 'and Undo brings them back');
});

pageTest('the list is the twin of the pad', {}, async ({ page }) => {
  const parts = await begun(page, 'Two clusters');
  await parts.button('Edit as numbers').click();
  const field = parts.list.getByRole('spinbutton', { name: 'Feature 1 of document 3' });
  await field.fill('1.5');
  await field.press('Enter');
  await until(() => parts.point(3).getAttribute('aria-label'), (label) => /: 1\.500, /.test(label ?? ''), 'the document moves');
  await parts.list.getByRole('spinbutton', { name: 'Feature 2 of document 3' }).fill('99');
  await parts.list.getByRole('spinbutton', { name: 'Grade of document 3' }).fill('4');
  // The training of the change before must not take away what is being typed.
  await page.waitForTimeout(1_000);
  await parts.list.getByRole('spinbutton', { name: 'Grade of document 3' }).press('Enter');
  await until(() => parts.point(3).getAttribute('aria-label'), (label) => /: 1\.500, 2\.000, grade 4/.test(label ?? ''), 'numbers stay in their range');
  await parts.list.getByRole('button', { name: 'Remove document 3' }).click();
  await until(() => parts.points.count(), (count) => count === 11, 'it is removed');
  await parts.button('Add document').click();
  await until(() => parts.points.count(), (count) => count === 12, 'and one is added without a pointer');
});

pageTest('the arrow of w shows the figures of any w', { everyday: true }, async ({ page }) => {
  const parts = await begun(page, 'Separable');
  const trained = await until(() => figuresOf(parts, 'mean'), (now) => now.AUC > 0.9, 'it is trained');
  for (let turn = 0; turn < 36; turn += 1) await parts.arrow.press('ArrowLeft');
  const turned = await until(() => figuresOf(parts, 'mean'), (now) => now.AUC < 0.01, 'the opposite direction is the worst');
  assert.ok(turned['NDCG@10'] < trained['NDCG@10'] && turned['slack ξ'] >= turned.loss, 'the bound stays above the loss');
  assert.equal((await figuresOf(parts, 'trained w')).AUC, trained.AUC, 'beside them those of the trained w');
  await parts.arrow.press('ArrowUp');
  await until(() => figuresOf(parts, 'mean'), (now) => now['slack ξ'] > turned['slack ξ'] && now.AUC === turned.AUC, 'the length changes the bound, not the ranking');
  await parts.button('Back to the trained w').click();
  await until(() => figuresOf(parts, 'mean'), (now) => now.AUC === trained.AUC, 'the trained w again');
  assert.ok(await parts.arrow.evaluate((element) => element === document.activeElement), 'the focus goes on to the arrow');

  // The same by pointer.
  const [box, frame] = [await parts.arrow.boundingBox(), await parts.frame.boundingBox()];
  assert.ok(box && frame);
  await page.mouse.move(box.x + 3, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(frame.x + 0.2 * frame.width, frame.y + 0.7 * frame.height, { steps: 4 });
  await page.mouse.up();
  await until(() => parts.arrow.getAttribute('aria-label'), (label) => /^Arrow of w: \(−.*, −.*\), moved/.test(label ?? ''), 'the arrow follows the pointer');
});

pageTest('a link holds the sketch with its settings', { everyday: true }, async ({ page }) => {
  const parts = await begun(page, 'Tied grades');
  const first = await until(async () => page.url(), (url) => partOf(url, 'sketch') === 'tied-grades', 'a start is held by its name');
  assert.equal(partOf(first, 'open'), 'sketch');
  await parts.c.fill('0.5');
  await until(async () => page.url(), (url) => partOf(url, 'sketch.c') === '0.5' && partOf(url, 'c') === null, 'and C is that of the sketch');
  await parts.button('Edit as numbers').click();
  const field = parts.list.getByRole('spinbutton', { name: 'Feature 1 of document 1', exact: true });
  await field.fill('0.125');
  await field.press('Enter');
  const address = await addressOf(page, 'tied-grades');
  const label = await until(() => parts.point(1).getAttribute('aria-label'), (text) => /: 0\.125, .*rank/.test(text ?? ''), 'the number moves the document');
  const figures = await figuresOf(parts, 'mean');
  await page.goto('about:blank');
  await page.goto(address);
  const again = pad(page);
  await again.arrow.waitFor();
  await until(() => again.point(1).getAttribute('aria-label'), (text) => text === label, 'the same document at the same rank');
  assert.equal(await again.c.inputValue(), '0.5');
  assert.deepEqual(await figuresOf(again, 'mean'), figures, 'and the same figures');
  assert.equal(await page.getByRole('alert').count(), 0);
});

pageTest('a link of an earlier page, whose data are the sketch, opens the same sketch', { everyday: true }, async ({ page }) => {
  const lines = await pack(new Blob([toLetor(padOf('outlier-query'))]), 8_192);
  await page.goto(`${page.url().replace(/#.*/s, '')}#v=1&lines=${lines}&c=0.5&trained=3&numbers=2&open=sketch`);
  const parts = pad(page);
  await parts.arrow.waitFor();
  await until(() => parts.region.getByRole('button', { name: /^Show query/ }).count(), (count) => count === 5, 'its five queries');
  assert.equal(await parts.c.inputValue(), '0.5', 'with the settings of the page');
  const { mean } = await computed(toLetor(padOf('outlier-query')), { c: 0.5 });
  await until(() => figuresOf(parts, 'mean'), (now) => Math.abs(now['slack ξ'] - (mean.bound ?? NaN)) < 6e-4, 'and its figures');
  assert.equal(await page.getByRole('alert').count(), 0);
});

pageTest('the ways to Explore take the sketch and its settings along', { everyday: true }, async ({ page }) => {
  const parts = await begun(page, 'Three searches');
  await parts.c.fill('2');
  await until(async () => page.url(), (url) => partOf(url, 'sketch.c') === '2', 'C is set');
  await parts.button('Plane of w').click();
  await until(() => textOf(controls(page).facts), (text) => /^sketch · 3 training queries · 15 documents · 2 features/.test(text), 'the page has the sketch');
  await statusOf(page, /^converged/);
  assert.equal(await page.getByRole('tab', { name: 'Plane of w' }).getAttribute('aria-selected'), 'true');
  assert.equal(await page.getByRole('spinbutton', { name: 'C', exact: true }).inputValue(), '2');
  await openView(page, 'Sketch');
  await parts.button('Use these data in Explore').click();
  await until(() => page.getByRole('tab', { name: 'Explore' }).getAttribute('aria-selected'), (selected) => selected === 'true', 'Explore opens');
  await statusOf(page, /^converged/);
});

pageTest('what cannot be trained says why, and the page keeps its data', {}, async ({ page }) => {
  const parts = await begun(page, 'Ring');
  // Too many.
  for (let count = 16; count < 20; count += 1) await parts.button('Add document').click();
  await parts.button('Add document').click();
  await until(() => textOf(parts.region.locator('.sketch-note')), (text) => /at most 20 documents/.test(text), 'a full query');
  // All grades equal, then one document, then none: the other query still trains.
  await parts.button('Add query').click();
  await until(() => textOf(parts.says), (text) => /Query 3 has 0 documents, so there is nothing to rank/.test(text), 'an empty query');
  await parts.button('Add document').click();
  await until(() => textOf(parts.says), (text) => /Query 3 has 1 document,/.test(text), 'one document');
  await parts.button('Add document').click();
  await until(() => textOf(parts.says), (text) => /All documents of query 3 have grade/.test(text), 'equal grades');
  await parts.button('Show query 1').click();
  await until(() => textOf(parts.says), (text) => /Query 3 cannot be ranked wrongly and takes no part/.test(text), 'the other queries');
  await parts.button('Show query 3').click();
  for (let query = 0; query < 2; query += 1) {
    await parts.button('Show query 1').or(parts.button('Show query 2')).first().click();
    await parts.button('Remove query').click();
  }
  await until(() => textOf(parts.says), (text) => /All documents of query 3 have grade/.test(text), 'nothing is left to train');
  // The sentence may stand there already for the query shown, while the last answer of the worker is on its way.
  await until(() => parts.arrow.count(), (count) => count === 0, 'no w is shown');
  assert.equal(await page.getByRole('alert').count(), 0, 'the page keeps the data that it has');
  await parts.point(1).press('3');
  await parts.arrow.waitFor();
});

pageTest('methods, measures and C belong to the sketch', {}, async ({ page }) => {
  const parts = await begun(page, 'Outlier query');
  await parts.method.selectOption('lambdamart');
  await until(() => textOf(parts.says), (text) => /a scorer that is not a direction of the points/.test(text), 'trees have no arrow');
  const figures = await figuresOf(parts, 'mean');
  assert.ok(figures['NDCG@10'] > 0.5 && Number.isNaN(figures['slack ξ']), 'measures without a bound');
  assert.ok(await parts.c.isHidden(), 'trees have no C');
  await parts.method.selectOption('svm-map');
  await parts.arrow.waitFor();
  assert.ok(await parts.region.getByRole('combobox', { name: 'Measure', exact: true }).isHidden(), 'it has one measure');
  const long = number(/‖w‖ = (\S+?),/.exec(await textOf(parts.sentence))?.[1] ?? '');
  await parts.c.fill('0.1');
  await until(() => textOf(parts.sentence), (text) => number(/‖w‖ = (\S+?),/.exec(text)?.[1] ?? 'NaN') < long, 'a small C keeps w short');
  await parts.c.fill('-1');
  await until(() => parts.c.getAttribute('aria-invalid'), (invalid) => invalid === 'true', 'the fault is marked');
  await openView(page, 'Violator');
  assert.equal(await page.getByRole('combobox', { name: 'Method', exact: true }).inputValue(), 'dorm', 'Explore keeps its method');
});

pageTest('a lesson opens a start of the pad', {}, async ({ page }) => {
  await ready(page);
  const lesson = { rankscope: 'lesson', title: 'A ring', summary: 'S', minutes: 1, steps: [{ title: 'Look', text: 'At the pad.', state: { sketch: 'ring', trained: 'end', open: ['sketch'] } }] };
  await page.getByRole('tab', { name: 'Lessons', exact: true }).click();
  await page.getByLabel('Lesson file').setInputFiles(file('ring.json', JSON.stringify(lesson)));
  const parts = pad(page);
  await parts.arrow.waitFor();
  await until(() => parts.points.count(), (count) => count === 16, 'the ring is in the pad');
  await statusOf(page, /^converged/);
});

for (const width of [390, 1440]) {
  pageTest(`nothing moves while a document is dragged, at ${width} px`, { width }, async ({ page }) => {
    const parts = await begun(page, 'Separable');
    const places = () => parts.region.evaluate((element) => ['.pad-frame', '.sketch-toolbar', '.sketch-ranking', '.sketch-table', '.sketch-settings'].map((selector) => {
      const { x, y, width: wide, height } = /** @type {Element} */ (element.querySelector(selector)).getBoundingClientRect();
      return [x, y, wide, height].map(Math.round);
    }));
    await parts.point(5).scrollIntoViewIfNeeded();
    const point = await parts.point(5).boundingBox();
    assert.ok(point);
    const before = await places();
    await page.mouse.move(point.x + 13, point.y + 13);
    await page.mouse.down();
    for (let step = 1; step <= 12; step += 1) {
      await page.mouse.move(point.x + 13 - 6 * step, point.y + 13 + 3 * step);
      assert.deepEqual(await places(), before, `step ${step}`);
    }
    await page.mouse.up();
    assert.deepEqual(await overflowing(page), [], 'nothing is wider than its place');
  });
}
