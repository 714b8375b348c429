// The sketch pad: documents by pointer, keys and number fields, the arrow of w, links, lessons, and what cannot be trained.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { LetorReader, Sketch, catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file } from '../support/letor.mjs';
import { controls, ended, loadSample, near, number, openView, overflowing, ready, records, statusOf, textOf, until, upload } from '../support/page.mjs';

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
    figures: region.getByRole('table', { name: 'Figures of w' }),
    says: region.locator('.sketch-figures'),
  };
}

/** Opens the tab and chooses a start. @param {Page} page @param {string} preset */
async function begun(page, preset) {
  await ready(page);
  await openView(page, 'Sketch');
  const parts = pad(page);
  await parts.region.getByRole('button', { name: preset }).click();
  await parts.arrow.waitFor();
  return parts;
}

/** Waits until the page has the sketch and has trained on it. @param {Page} page @param {RegExp} facts */
async function settled(page, facts) {
  await until(() => textOf(controls(page).facts), (text) => facts.test(text), 'the page has the sketch');
  await statusOf(page, /^converged/);
}

/** The first column of the figures as numbers. @param {ReturnType<typeof pad>} parts @param {string} column */
async function figuresOf({ figures }, column) {
  return Object.fromEntries((await records(figures)).map((row) => [row.figure, number(row[column])]));
}

/** The sketch as the address holds it. @param {Page} page */
const addressOf = (page) => until(async () => page.url(), (url) => /lines=.*ended=true.*open=sketch/.test(url), 'the address holds the sketch');

pageTest('a preset is trained by the core, and becomes the data of the page', { everyday: true }, async ({ page }) => {
  await module();
  await ready(page);
  await openView(page, 'Sketch');
  const starts = pad(page).region.getByRole('group', { name: 'Start from' }).getByRole('button');
  await starts.first().waitFor();
  assert.equal(await starts.count(), 6);
  const parts = await begun(page, 'Hopeless query');
  await settled(page, /^sketch · 4 training queries · 28 documents · 2 features/);

  const rows = await records(parts.list);
  assert.equal(rows.length, 7);
  const values = await parts.list.getByRole('spinbutton').evaluateAll((fields) => fields.map((field) => /** @type {HTMLInputElement} */ (field).valueAsNumber));
  assert.equal(values.length, 21, 'three numbers for each document');
  // The four queries, as the link holds them.
  await addressOf(page);
  const lines = await page.evaluate(async () => {
    const packed = new URLSearchParams(location.hash.slice(1)).get('lines') ?? '';
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text().catch(() => '');
  });
  const reader = new LetorReader();
  reader.push(Buffer.from(lines));
  const sketch = new Sketch(reader.finish(), catalog().defaults);
  const { mean, queries } = sketch.trained_figures();
  const [all, own] = [await figuresOf(parts, 'all queries'), await figuresOf(parts, 'query 4')];
  near(all['NDCG@10'], mean.ndcg ?? NaN, 6e-4, 'NDCG@10');
  near(all.AP, mean.average_precision ?? NaN, 6e-4, 'AP');
  near(all.AUC, mean.auc ?? NaN, 6e-4, 'AUC');
  near(all['loss Δ'], mean.loss ?? NaN, 6e-4, 'mean loss');
  near(all['bound H'], mean.bound ?? NaN, 6e-4, 'mean bound');
  near(own['bound H'], queries[3].bound ?? NaN, 6e-4, 'the bound of the hopeless query');
  assert.ok(own['bound H'] > all['bound H'], 'its slack is above the mean');
});

pageTest('documents are added, dragged, graded and removed', { everyday: true }, async ({ page }) => {
  const parts = await begun(page, 'Separable');
  await settled(page, /24 documents/);
  const before = await textOf(parts.says);
  const box = await parts.frame.boundingBox();
  assert.ok(box);
  // A click adds a document with the grade of the brush, and its number has the focus.
  await parts.button('Grade 4').click();
  await page.mouse.click(box.x + 0.85 * box.width, box.y + 0.9 * box.height);
  await until(() => parts.points.count(), (count) => count === 9, 'the click adds a document');
  assert.match(await parts.point(9).getAttribute('aria-label') ?? '', /grade 4/);
  await until(() => textOf(parts.says), (text) => text !== before, 'training follows');
  await settled(page, /25 documents/);

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
  await until(() => textOf(parts.says), (text) => /Drag a document/.test(text), 'the drag has ended');

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
  await settled(page, /24 documents/);
  assert.ok(await parts.point(8).evaluate((element) => element === document.activeElement), 'the focus goes to a neighbour');
  assert.equal(await textOf(page.locator('#tab-runs sup')), '1', 'of the runs of the pad the newest is kept');
});

pageTest('the list is the twin of the pad', {}, async ({ page }) => {
  const parts = await begun(page, 'Two clusters');
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
  await settled(page, /24 documents/);
  const trained = await figuresOf(parts, 'all queries');
  for (let turn = 0; turn < 36; turn += 1) await parts.arrow.press('ArrowLeft');
  const turned = await until(() => figuresOf(parts, 'all queries'), (now) => now.AUC < 0.01, 'the opposite direction is the worst');
  assert.ok(turned['NDCG@10'] < trained['NDCG@10'] && turned['bound H'] >= turned['loss Δ'], 'the bound stays above the loss');
  assert.equal((await figuresOf(parts, 'all, trained w')).AUC, trained.AUC, 'beside them those of the trained w');
  await parts.arrow.press('ArrowUp');
  await until(() => figuresOf(parts, 'all queries'), (now) => now['bound H'] > turned['bound H'] && now.AUC === turned.AUC, 'the length changes the bound, not the ranking');
  await parts.button('Back to the trained w').click();
  await until(() => figuresOf(parts, 'all queries'), (now) => now.AUC === trained.AUC, 'the trained w again');
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

pageTest('a link holds the sketch, and the pad takes it over', { everyday: true }, async ({ page }) => {
  const parts = await begun(page, 'Tied grades');
  await settled(page, /36 documents/);
  const before = await addressOf(page);
  const field = parts.list.getByRole('spinbutton', { name: 'Feature 1 of document 1', exact: true });
  await field.fill('0.125');
  await field.press('Enter');
  const linesOf = (/** @type {string} */ url) => new URLSearchParams(new URL(url).hash.slice(1)).get('lines');
  const address = await until(async () => page.url(), (url) => linesOf(url) !== linesOf(before) && /ended=true/.test(url), 'the address holds the new lines');
  const label = await parts.point(1).getAttribute('aria-label') ?? '';
  assert.match(label, /: 0\.125, .*rank/, 'the number moves the document');
  await page.goto('about:blank');
  await page.goto(address);
  const again = pad(page);
  await again.arrow.waitFor();
  await until(() => again.point(1).getAttribute('aria-label'), (text) => text === label, 'the same document at the same rank');
  await ended(page);
  assert.equal(await page.getByRole('alert').count(), 0);
});

pageTest('what cannot be trained says why, and the page keeps its data', {}, async ({ page }) => {
  const parts = await begun(page, 'Ring');
  await settled(page, /32 documents/);
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

pageTest('methods without a direction, and other data', {}, async ({ page }) => {
  const parts = await begun(page, 'Outlier query');
  await settled(page, /35 documents/);
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('lambdamart');
  await until(() => textOf(parts.says), (text) => /a scorer that is not a direction of the points/.test(text), 'trees have no arrow');
  const figures = await figuresOf(parts, 'all queries');
  assert.ok(figures['NDCG@10'] > 0.5 && Number.isNaN(figures['bound H']), 'measures without a bound');
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption('svm-map');
  await parts.arrow.waitFor();
  await upload(page, file('far.txt', '1 qid:1 1:5 2:1\n0 qid:1 1:1 2:1\n'));
  await until(() => textOf(parts.region), (text) => /The page now has other data: far\.txt/.test(text), 'the pad says so');
  // Settings of a sample do not bring the sketch back; a change of the pad does.
  await loadSample(page, 'Kitchen (hand-made)');
  await parts.button('Show query 1').click();
  await page.waitForTimeout(1000);
  assert.match(await textOf(controls(page).facts), /^Kitchen/);
  await until(() => textOf(parts.region), (text) => /The page now has other data: Kitchen/.test(text), 'the pad says so again');
  await parts.point(1).press('ArrowUp');
  await settled(page, /^sketch · .*35 documents/);
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
    await settled(page, /24 documents/);
    const places = () => parts.region.evaluate((element) => ['.pad-frame', '.sketch-tools', '.sketch-list', '.sketch-figures'].map((selector) => {
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
