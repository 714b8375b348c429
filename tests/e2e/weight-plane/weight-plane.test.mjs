// The plane of w: the numbers of the core, the whole core fetched on the way, a plane that opens its query, methods without
// planes, and no fetch.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { LetorReader, Training, catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, near, number, openView, ready, records, statusOf, textOf, train, until, upload } from '../support/page.mjs';

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
  const plane = training.weight_plane(last);
  const label = await picture.getAttribute('aria-label') ?? '';
  const [, x, y] = /w of iteration \d+ at \((\S+), (\S+)\)/.exec(label) ?? [];
  near(number(x), plane.path[last].x, Math.abs(plane.path[last].x) * 1e-3 + 1e-9, 'x of w');
  near(number(y), plane.path[last].y, Math.abs(plane.path[last].y) * 1e-3 + 1e-9, 'y of w');

  // An earlier iteration: its new planes, the highest demand first.
  await controls(page).slider.focus();
  for (let at = last; at > 2; at -= 1) await page.keyboard.press('ArrowLeft');
  const early = training.weight_plane(2);
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

pageTest('the run stays as it is when the plane of w fetches the whole core', {}, async ({ page }) => {
  await ready(page);
  await upload(page, file('two.txt', text));
  await fullSpeed(page);
  await train(page);
  const before = await textOf(controls(page).status);
  await drawn(page);
  await until(() => textOf(controls(page).status), (now) => now === before, 'the status is that of the same run');
  await controls(page).train.click();
  await statusOf(page, /onverged/);
  await drawn(page);
});

pageTest('a method without planes says so, and the run before returns', {}, async ({ page }) => {
  await ready(page);
  await page.getByLabel('Method', { exact: true }).selectOption('listnet');
  await fullSpeed(page);
  await train(page);
  await openView(page, 'Plane of w');
  await until(() => textOf(region(page)), (seen) => seen.includes('ListNet is trained without cutting planes'), 'the reason is told');
});

pageTest('if the whole core cannot be fetched, the page says so and goes on', { allow: [/ERR_FAILED/, /rankscope/] }, async ({ page, context }) => {
  await ready(page);
  await fullSpeed(page);
  await train(page);
  await context.route(/rankscope.*\.wasm/, (route) => route.abort());
  await openView(page, 'Plane of w');
  await controls(page).alert.waitFor();
  assert.match(await textOf(controls(page).alert), /This view could not be fetched/);
  await openView(page, 'Violator');
  await until(() => textOf(controls(page).inspector), (seen) => seen.includes('query'), 'the run can be inspected');
});
