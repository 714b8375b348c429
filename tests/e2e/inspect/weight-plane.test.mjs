// The plane of w: the numbers of the core, a plane that opens its query, the phases of slow
// motion, the probe, slices along features, descents, methods without w, and no fetch.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { LetorReader, Training, catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { history } from '../support/history.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, goTo, loadSample, near, number, openView, ready, records, statusOf, textOf, train, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));
const text = letor({ seed: 5, features: 2, noise: 0.3 });

/** @param {Page} page */
const region = (page) => page.getByRole('region', { name: 'Plane of w', exact: true });

/** Opens the tab and waits until the objective is drawn. @param {Page} page */
async function drawn(page) {
  await openView(page, 'Plane of w');
  const picture = region(page).getByRole('img', { name: /^The plane of w/ });
  await until(() => picture.getAttribute('aria-label').catch(() => ''), (label) => /objective is lowest at/.test(label ?? ''),
    'the objective is drawn', () => page.locator('#weightplane').innerText());
  return picture;
}

pageTest('the plane of w has the numbers of the core', { everyday: true }, async ({ page }) => {
  await module();
  await ready(page);
  await upload(page, file('two.txt', text));
  await fullSpeed(page);
  await train(page);
  const picture = await drawn(page);
  const reader = new LetorReader();
  reader.push(Buffer.from(text));
  const training = new Training(reader.finish(), catalog().defaults);
  let last = 0;
  for (;;) {
    const progress = training.advance(100_000);
    if (progress.state === 'stopped') break;
    if (progress.state === 'stepped') last = progress.report.iteration;
  }
  const plane = training.weight_plane(last, new Uint32Array());
  const label = await picture.getAttribute('aria-label') ?? '';
  const [, x, y] = /w of iteration \d+ at \((\S+), (\S+)\)/.exec(label) ?? [];
  near(number(x), plane.path[last].x, Math.abs(plane.path[last].x) * 1e-3 + 1e-9, 'x of w');
  near(number(y), plane.path[last].y, Math.abs(plane.path[last].y) * 1e-3 + 1e-9, 'y of w');

  // An earlier iteration: its new planes, the highest demand first.
  await controls(page).slider.focus();
  for (let at = last; at > 2; at -= 1) await page.keyboard.press('ArrowLeft');
  const early = training.weight_plane(2, new Uint32Array());
  const demands = early.new.map((cut) => cut.loss - early.path[2].x * cut.x - early.path[2].y * cut.y).sort((a, b) => b - a);
  const table = region(page).getByRole('table', { name: 'Planes found at iteration 2' });
  const rows = await until(() => (records(table).catch(() => [])), (seen) => seen.length > 0, 'the planes of iteration 2 are listed');
  near(number(rows[0]['slack demanded']), demands[0], Math.abs(demands[0]) * 1e-3, 'the highest demand');
  assert.equal(rows.length, Math.min(8, demands.length));
  assert.match(await textOf(region(page)), new RegExp(`Iteration 2: ${demands.length} planes? arrives?\\.`));
  await until(() => textOf(region(page)), (seen) => seen.includes('mean loss Δ') && seen.includes('the highest line of all permutations'), 'both views beside it are drawn');

  // A plane leads to its query and permutation.
  const pick = table.getByRole('button').first();
  const id = await textOf(pick);
  await pick.click();
  await until(() => textOf(controls(page).inspector), (seen) => seen.includes(`query ${id} ·`), 'the query of the plane is shown');
});

/** Trains on these data and opens the tab at an iteration. @param {Page} page @param {string} data @param {number} iteration */
async function drawnAt(page, data, iteration) {
  await ready(page);
  await upload(page, file('data.txt', data));
  await fullSpeed(page);
  await train(page);
  await drawn(page);
  await goTo(page, iteration);
  await until(() => textOf(region(page)), (seen) => seen.includes(`Iteration ${iteration}`), 'the iteration is shown');
}

/** @param {Page} page @param {string} name */
const opacity = (page, name) => page.locator(`#weightplane svg .${name}`).evaluate((element) => Number(/** @type {SVGElement} */ (element).style.opacity));
/** @param {Page} page @param {string} name */
const place = (page, name) => page.locator(`#weightplane svg ${name}`).evaluate((element) => [element.getAttribute('cx'), element.getAttribute('cy')].join());

/** Waits until a share is there. @param {Page} page @param {string} name @param {(share: number) => boolean} isSo @param {string} what */
const settles = (page, name, isSo, what) => until(() => opacity(page, name), isSo, what);

for (const calm of [false, true]) {
  pageTest(`slow motion moves oracle, cut, QP and update${calm ? ', without movement where it is not wanted' : ''}`, { everyday: !calm }, async ({ page }) => {
    if (calm) await page.emulateMedia({ reducedMotion: 'reduce' });
    await drawnAt(page, text, 2);
    await history(page).slow.click();
    const phases = region(page).getByRole('group', { name: 'Phases of the iteration' });
    const current = () => phases.locator('[aria-current]').innerText();
    const next = phases.getByRole('button', { name: 'Next phase' });
    const floor = () => page.locator('#weightplane svg .floor').getAttribute('d');
    await phases.waitFor();
    assert.equal(await current(), '1 Oracle');
    assert.match(await textOf(phases), /The oracles find \d+ planes?; query \S+ demands most slack/);
    await settles(page, 'borders', (share) => share === 1, 'the new lines are there');
    assert.deepEqual([await opacity(page, 'forbidden'), await opacity(page, 'next')], [0, 0], 'nothing is cut yet');
    const low = await floor();
    const frame = await page.locator('#weightplane .plane-x').innerText();

    await next.click();
    await settles(page, 'forbidden', (share) => Math.abs(share - 0.14) < 1e-9, 'the forbidden side is shaded');
    assert.equal(await current(), '2 Cut');
    assert.match(await textOf(phases), /forbids the side/);
    assert.notEqual(await floor(), low, 'the floor has risen');
    const here = await place(page, 'circle.here');
    assert.equal(await place(page, '.next'), here, 'the ring waits at w');

    await next.click();
    await settles(page, 'next', (share) => share === 1, 'the ring is there');
    assert.match(await textOf(phases), /lowest point of the floor/);
    assert.notEqual(await place(page, '.next'), here, 'the ring has moved');
    assert.equal(await place(page, 'circle.here'), here, 'and w has not');

    await next.click();
    await settles(page, 'step', (share) => share === 1, 'w has moved');
    assert.notEqual(await place(page, 'circle.here'), here);
    const there = await place(page, 'circle.here');
    await next.click();
    await until(current, (seen) => seen === '1 Oracle', 'the next iteration begins');
    await until(() => textOf(region(page)), (seen) => seen.includes('Iteration 3'), 'it is the next one');
    assert.equal(await place(page, 'circle.here'), there, 'at the w that was reached');
    assert.equal(await page.locator('#weightplane .plane-x').innerText(), frame, 'the frame is the same');
    await history(page).slow.click();
    await phases.waitFor({ state: 'hidden' });
  });
}

pageTest('keys move a probe, and the core says what it is worth', { everyday: true }, async ({ page }) => {
  await module();
  await drawnAt(page, text, 3);
  const reader = new LetorReader();
  reader.push(Buffer.from(text));
  const training = new Training(reader.finish(), catalog().defaults);
  while (training.advance(100_000).state !== 'stopped');
  const { axes, path } = training.weight_plane(3, new Uint32Array());
  const probe = region(page).getByRole('button', { name: /^Probe at/ });
  const rows = async () => Object.fromEntries((await region(page).getByRole('table', { name: 'The probe' }).getByRole('row').all()
    .then((all) => Promise.all(all.map(async (row) => [await textOf(row.getByRole('rowheader')), await textOf(row.getByRole('cell'))])))));
  await probe.focus();
  await page.keyboard.press('Home');
  const home = await until(rows, (seen) => 'objective' in seen, 'the trained w is read');
  const compare = (/** @type {Record<string, string>} */ seen, /** @type {import('../../../www/wasm/rankscope.js').Probe} */ expected) => {
    near(number(seen.objective), expected.objective, 1e-3 * expected.objective, 'objective');
    near(number(seen.floor), expected.floor ?? NaN, 1e-3 * expected.objective, 'floor');
    near(number(seen['mean loss Δ']), expected.loss, 1e-3, 'loss');
    near(number(seen['NDCG@10']), expected.measures[0].value ?? NaN, 1e-3, 'NDCG@10');
  };
  compare(home, training.probe_weights(3, axes, Float64Array.of(path[3].x, path[3].y), new Uint32Array()));

  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  const across = `weight of feature 1`;
  const moved = await until(rows, (seen) => seen[across] !== home[across] && seen['weight of feature 2'] !== home['weight of feature 2'], 'the probe has moved');
  const at = await page.locator('#weightplane .plane-x span').allInnerTexts();
  const side = number(at[2]) - number(at[0]);
  near(number(moved[across]) - number(home[across]), 0.1 * side, 0.02 * side, 'a tenth of the picture');
  // Its shown place has three digits.
  const shown = training.probe_weights(3, axes, Float64Array.of(number(moved[across]), number(moved['weight of feature 2'])), new Uint32Array());
  near(number(moved.objective), shown.objective, 0.02 * shown.objective, 'the objective there');
  assert.ok(number(moved.floor) <= number(moved.objective));
  await until(() => region(page).locator('[aria-live="polite"]').allInnerTexts(), (texts) => texts.some((words) => /^Probe at .*objective .*First in query/.test(words)), 'it is spoken');
  assert.equal(await region(page).getByRole('table', { name: /^Query \S+ by this w/ }).count(), 1);

  // The pointer.
  const box = await page.locator('#weightplane .plane-frame').boundingBox();
  if (!box) throw new Error('the picture is drawn');
  await page.mouse.move(box.x + box.width * 0.8, box.y + box.height * 0.15);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.85, box.y + box.height * 0.2, { steps: 4 });
  await page.mouse.up();
  const target = number(at[0]) + 0.85 * side;
  await until(rows, (seen) => Math.abs(number(seen[across]) - target) < 0.1 * side && seen[across] !== moved[across], 'it was dragged');
  // Another iteration: the probe stays, and its floor is that of this iteration.
  const before = await rows();
  await goTo(page, 1);
  await until(rows, (seen) => seen.floor !== before.floor, 'the floor is lower');
  assert.equal((await rows())[across], before[across]);
});

pageTest('the side view shows the slice through w: the floor of the planes under the true slack', {}, async ({ page }) => {
  await module();
  await drawnAt(page, text, 3);
  const reader = new LetorReader();
  reader.push(Buffer.from(text));
  const training = new Training(reader.finish(), catalog().defaults);
  while (training.advance(100_000).state !== 'stopped');
  const { axes } = training.weight_plane(3, new Uint32Array());
  const slice = region(page).getByRole('img', { name: /^The slice at weight of feature 2/ });
  const words = () => slice.getAttribute('aria-label').then((label) => label ?? '');
  const check = async (/** @type {string} */ label) => {
    const [, height, floor, truth] = /^The slice at weight of feature 2 (\S+): the floor is lowest at (\S+), the true mean slack at (\S+)\.$/.exec(label) ?? [];
    const [left, , right] = (await page.locator('#weightplane .plane-x span').allInnerTexts()).map(number);
    const probes = Array.from({ length: 45 }, (_, at) => {
      const x = left + ((right - left) * at) / 44;
      const probe = training.probe_weights(3, axes, Float64Array.of(x, number(height)), new Uint32Array());
      return { slack: probe.slack ?? NaN, floor: ((probe.floor ?? NaN) - (x * x + number(height) ** 2) / 2) / Number(catalog().defaults.c) };
    });
    // The ends and the height of the slice are shown with two or three digits.
    near(number(floor), Math.min(...probes.map((one) => one.floor)), 0.02, 'the floor of the core');
    near(number(truth), Math.min(...probes.map(({ slack }) => slack)), 0.02, 'the slack of the core');
    assert.ok(number(floor) <= number(truth) + 1e-9);
  };
  const home = await until(words, (label) => label.includes('true mean slack'), 'the slice is drawn');
  await check(home);
  for (const part of ['side-floor', 'side-lift', 'side-gap', 'side-edge', 'side-true']) {
    assert.match(await slice.locator(`.${part}`).getAttribute('d') ?? '', /^M[\d.]+ [\d.]+L/, part);
  }
  // The handle of the plane moves the slice; without new planes there is no lift.
  const cut = () => page.locator('#weightplane svg .cut').getAttribute('d');
  const before = await cut();
  await region(page).getByRole('button', { name: /^Probe at/ }).press('Shift+ArrowUp');
  await check(await until(words, (label) => label !== home, 'the slice follows w'));
  assert.notEqual(await cut(), before);
  await history(page).slow.click();
  await until(() => slice.locator('.side-lift').count(), (count) => count === 0, 'the oracle has not lifted the floor yet');
  await region(page).getByRole('button', { name: 'Next phase' }).click();
  await until(() => slice.locator('.side-lift').count(), (count) => count === 1, 'the cut lifts it');
});

pageTest('the angle view turns w by keys and by the pointer, and the rest follows', {}, async ({ page }) => {
  await drawnAt(page, text, 3);
  const handle = region(page).getByRole('slider', { name: 'Direction of w' });
  const degrees = async () => Number(await handle.getAttribute('aria-valuenow'));
  const probe = region(page).getByRole('button', { name: /^Probe at/ });
  const angleOfProbe = async () => {
    const [, x, y] = /^Probe at (\S+), (\S+)$/.exec(await probe.getAttribute('aria-label') ?? '') ?? [];
    return (Math.atan2(number(y), number(x)) * 180) / Math.PI;
  };
  await handle.waitFor();
  const home = await degrees();
  near(home, await angleOfProbe(), 1, 'it stands at the w of the iteration');
  await handle.press('ArrowRight');
  assert.equal(await degrees(), home + 2);
  await handle.press('Shift+ArrowLeft');
  assert.equal(await degrees(), home - 13, 'with Shift by large steps');
  near(await angleOfProbe(), home - 13, 1, 'the probe has turned');
  assert.equal(await handle.evaluate((element) => element === document.activeElement), true, 'the handle keeps the focus');
  await until(() => region(page).locator('[aria-live="polite"]').allInnerTexts(), (texts) => texts.some((words) => /^Probe at .*objective .*First in query/.test(words)), 'it is spoken');

  // The step and the bound of this direction are those of the words.
  const words = await handle.getAttribute('aria-valuetext') ?? '';
  assert.match(words, new RegExp(`^w points to ${`${home - 13}`.replace('-', '−')}°: mean slack \\S+, mean loss \\S+$`));
  const [slack, loss] = await region(page).locator('.angle-frame').evaluate((frame) => ['.dot-slack', '.dot-loss'].map((dot) => Number(frame.querySelector(dot)?.getAttribute('cy'))));
  assert.ok(slack < loss, 'the slack is above the loss');

  await region(page).locator('#angle-head').evaluate((head) => head.scrollIntoView());
  const box = await region(page).locator('.angle-frame').boundingBox();
  const knob = await handle.boundingBox();
  assert.ok(box && knob);
  await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * ((48 + 0.75 * 340) / 400), box.y + 30, { steps: 4 });
  await page.mouse.up();
  near(await degrees(), 90, 2, 'the pointer stands at 90°');
  near(await angleOfProbe(), 90, 2, 'w points upwards');
  await region(page).getByRole('button', { name: 'Back to the w of iteration 3' }).click();
  await until(degrees, (now) => now === home, 'w is back');
});

pageTest('a line of the picture names its plane and opens it', {}, async ({ page }) => {
  await drawnAt(page, text, 2);
  const line = region(page).getByRole('button', { name: /^Plane of query/ }).first();
  await line.focus();
  const words = await line.getAttribute('aria-label') ?? '';
  assert.match(words, /^Plane of query \S+: the permutation .+ › .+; loss Δ/);
  await until(() => textOf(page.locator('#weightplane .plane-note')), (seen) => seen === words, 'the note names it');
  assert.equal(await page.locator('#weightplane .border.pointed').count(), 1);
  const row = region(page).getByRole('table', { name: 'Planes found at iteration 2' }).getByRole('row').nth(1);
  await row.hover();
  await until(() => textOf(page.locator('#weightplane .plane-note')), (seen) => /^Plane of query/.test(seen), 'a row names its plane too');
  await line.focus();
  await page.keyboard.press('Enter');
  const id = /^Plane of query (\S+):/.exec(words)?.[1];
  await until(() => textOf(controls(page).inspector), (seen) => seen.includes(`query ${id} ·`), 'its query is open');
});

pageTest('a slice along two features', {}, async ({ page }) => {
  await module();
  const data = letor({ seed: 6, features: 5, noise: 0.3 });
  await drawnAt(page, data, 3);
  await page.getByLabel('Plane', { exact: true }).selectOption('features');
  await page.getByLabel('Across: feature').selectOption({ label: 'feature 4' });
  await page.getByLabel('Up: feature').selectOption({ label: 'feature 2' });
  const reader = new LetorReader();
  reader.push(Buffer.from(data));
  const training = new Training(reader.finish(), catalog().defaults);
  while (training.advance(100_000).state !== 'stopped');
  const { path } = training.weight_plane(3, Uint32Array.of(3, 1));
  const label = () => region(page).getByRole('img', { name: /^The plane of w/ }).getAttribute('aria-label').then((words) => words ?? '');
  const words = await until(label, (seen) => seen.includes('weight of feature 4 and weight of feature 2') && /objective is lowest/.test(seen), 'the slice is drawn');
  const [, x, y] = /w of iteration 3 at \((\S+), (\S+)\)/.exec(words) ?? [];
  near(number(x), path[3].x, 1e-3 * Math.abs(path[3].x) + 1e-9, 'the weight of feature 4');
  near(number(y), path[3].y, 1e-3 * Math.abs(path[3].y) + 1e-9, 'the weight of feature 2');
  assert.match(await textOf(region(page)), /does not go through w = 0/);
  assert.match(await textOf(region(page)), /all other weights are those of the best w\. This w lies \S+ beside the picture/);
  // Equal features span no plane: they change places.
  await page.getByLabel('Up: feature').selectOption({ label: 'feature 4' });
  await until(label, (seen) => seen.includes('weight of feature 2 and weight of feature 4'), 'they change places');
});

pageTest('a descent has a path and contours, and no floor', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('two.txt', text));
  await page.getByLabel('Method', { exact: true }).selectOption('ranknet-linear');
  await fullSpeed(page);
  await train(page);
  await drawn(page);
  assert.match(await textOf(region(page)), /No floor: this method follows the slope of its objective/);
  assert.ok(await page.locator('#weightplane svg .exact').getAttribute('d'));
  await goTo(page, 0);
  await history(page).slow.click();
  const phases = region(page).getByRole('group', { name: 'Phases of the iteration' });
  await phases.getByRole('button', { name: '2 Gradient' }).click();
  await settles(page, 'downhill', (share) => share === 1, 'the arrow is there');
  assert.ok(await page.locator('#weightplane svg .downhill').getAttribute('d'));
  await phases.getByRole('button', { name: '4 Step' }).click();
  await until(() => textOf(phases), (seen) => seen.includes('w moves along it, to the w of iteration 1'), 'the step is told');
});

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  pageTest(`a low objective has the strongest colour of the ${colorScheme} theme`, { colorScheme }, async ({ page }) => {
    await ready(page);
    await upload(page, file('two.txt', text));
    await train(page);
    await drawn(page);
    const { low, high, contrast } = await page.locator('#weightplane').evaluate((panel) => {
      const frame = /** @type {Element} */ (panel.querySelector('.plane-frame'));
      const canvas = /** @type {HTMLCanvasElement} */ (frame.querySelector('.plane-shades canvas'));
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      const [box, star] = [frame, /** @type {Element} */ (frame.querySelector('.best'))].map((one) => one.getBoundingClientRect());
      const pixel = (/** @type {number} */ x, /** @type {number} */ y) => [...context.getImageData(Math.round(x * (canvas.width - 1)), Math.round(y * (canvas.height - 1)), 1, 1).data];
      const best = pixel((star.left + star.width / 2 - box.left) / box.width, (star.top + star.height / 2 - box.top) / box.height);
      const ground = (getComputedStyle(frame).backgroundColor.match(/\d+/g) ?? []).map(Number);
      return { low: best[3], high: Math.min(...[[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) => pixel(x, y)[3])),
        contrast: ground.slice(0, 3).reduce((sum, value, at) => sum + (best[3] / 255) * Math.abs(best[at] - value), 0) };
    });
    assert.ok(low > 150 && high < 40, `${low} at the best w, ${high} in the lightest corner`);
    assert.ok(contrast > 150, `${contrast} from the ground`);
  });
}

pageTest('at 1280 × 720 the plane stands whole with its axes and its key, and the violator beside it', { width: 1280, height: 720, everyday: true }, async ({ page }) => {
  await drawnAt(page, text, 2);
  const inside = async (/** @type {string} */ selector) => {
    // The key goes and comes with the shades of an iteration.
    const part = await until(() => page.locator(selector).boundingBox({ timeout: 1_000 }).catch(() => null), Boolean, `${selector} is drawn`);
    const view = await page.locator('#weightplane-panel').boundingBox();
    if (!part || !view) throw new Error(`${selector} is drawn`);
    assert.ok(part.y >= view.y && part.y + part.height <= view.y + view.height && part.x + part.width <= view.x + view.width, `${selector} is in sight: ${JSON.stringify([part, view])}`);
  };
  for (const part of ['.plane-frame', '.plane-x', '.plane-y', '.price-key', '.violator-list', '.hinge-bars']) await inside(`#weightplane ${part}`);
  const { width, height } = await page.locator('#weightplane .plane-frame').boundingBox() ?? { width: 0, height: 1 };
  assert.ok(Math.abs(width - height) < 2 && width > 300, `a square: ${width} × ${height}`);

  // The violator is that of the tab beside, and its H is what is left of its loss.
  const list = await page.locator('.violator-list li').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-document')));
  const numbers = (await page.locator('.hinge-bars b').allInnerTexts()).map((words) => number(words.replace(/^[−+=] /, '')) * (words.startsWith('+') ? -1 : 1));
  near(numbers[2], numbers[0] - numbers[1], 1e-9, 'the printed parts add up');
  await openView(page, 'Violator');
  const column = controls(page).inspector.locator('.column').nth(2).locator('[data-document]');
  const ranks = await until(() => column.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-document'))), (rows) => rows.length > 0, 'the rankings are drawn');
  assert.deepEqual(list, ranks.slice(0, list.length));
  near(numbers[2], number(await controls(page).inspector.locator('b.hinge').innerText()), 1e-3, 'H');
});

pageTest('few queries are chips with their slack, which choose the violator and its lines', { width: 1280, height: 720 }, async ({ page }) => {
  await loadSample(page, 'Kitchen (hand-made)');
  await fullSpeed(page);
  await train(page);
  await drawn(page);
  assert.equal(await controls(page).queries.isVisible(), false, 'the chips say the same');
  await goTo(page, 1);
  const chips = region(page).getByRole('group', { name: 'Query', exact: true }).getByRole('button');
  assert.equal(await chips.count(), 6);
  const other = chips.and(page.locator('[aria-pressed=false]')).first();
  const [id, slack] = /^(.+): slack (.+)$/.exec(await other.getAttribute('aria-label') ?? '')?.slice(1) ?? [];
  await other.click();
  await until(() => textOf(region(page).getByRole('heading', { name: /^The violator/ })), (words) => words === `The violator ŷ of ${id}`, 'the violator of the other query');
  assert.equal(await region(page).locator('.hinge-bars [data-part=hinge] b').innerText(), `= ${slack}`);
  await until(() => page.locator('#weightplane .border').evaluateAll((lines) => lines.map((line) => line.getAttribute('data-query'))), (names) => names.every((name) => name === `query ${id}`) && names.length > 0, 'its lines');

  // A press on w that was moved leads back.
  const probe = region(page).getByRole('button', { name: /^Probe at/ });
  const home = await probe.getAttribute('aria-label');
  await probe.press('Shift+ArrowUp');
  const back = region(page).getByRole('button', { name: 'Back to the w of iteration 1' });
  await back.click();
  await until(() => probe.getAttribute('aria-label'), (now) => now === home, 'w is back');
  assert.equal(await probe.evaluate((element) => element === document.activeElement), true, 'the focus stays at w');
});

pageTest('a method without w says so', {}, async ({ page }) => {
  await ready(page);
  await page.getByLabel('Method', { exact: true }).selectOption('rankboost');
  await fullSpeed(page);
  await controls(page).train.click();
  await statusOf(page, /omplete/);
  await openView(page, 'Plane of w');
  await until(() => textOf(region(page)), (seen) => seen.includes('RankBoost has no w'), 'the reason is told');
});
