// Trees of a model: the picture, the ways of two documents, the difference of their scores and partial dependence are those of
// the core, for pointer and keys, narrow screens and forced colours.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import axe from 'axe-core';
import { at } from '../../../scripts/lib/project.mjs';
import { once } from '../../../scripts/lib/tools.mjs';
import { DataReader, LetorReader, Model, Training, catalog, initSync } from '../../../www/wasm/rankscope.js';
import { pageTest } from '../support/browser.mjs';
import { file, letor } from '../support/letor.mjs';
import { controls, fullSpeed, near, number, openView, overflowing, ready, statusOf, textOf, train, until, upload } from '../support/page.mjs';

/** @typedef {import('playwright-core').Page} Page */

const module = once(async () => initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) }));
const text = letor({ seed: 6, features: 4, queries: 10 });

/** @param {Page} page */
function parts(page) {
  const region = page.getByRole('region', { name: 'Trees', exact: true });
  const dependence = controls(page).weights.locator('.dependence');
  return {
    region, slider: region.getByRole('slider', { name: 'Tree', exact: true }), tree: region.getByRole('region', { name: /^The chosen tree/ }),
    first: region.getByLabel('Document A'), second: region.getByLabel('Document B'), words: region.locator('.tree-words'),
    ways: region.locator('.way'), chart: region.getByRole('img', { name: /^Score of A minus score of B/ }),
    dependence, feature: dependence.getByLabel('Feature', { exact: true }), curve: dependence.getByRole('img', { name: /^Partial dependence/ }),
  };
}

/** Trains on the page. @param {Page} page @param {string} method */
async function trained(page, method) {
  await ready(page);
  await upload(page, file('trees.txt', text));
  await fullSpeed(page);
  await page.getByRole('combobox', { name: 'Method', exact: true }).selectOption(method);
  await ready(page);
  await controls(page).train.click();
  await statusOf(page, /^(converged|complete): /);
  await openView(page, 'Model');
  await parts(page).ways.first().waitFor();
}

/** The same training in the core. @param {string} method */
async function core(method) {
  await module();
  const reader = new LetorReader();
  reader.push(Buffer.from(text));
  const training = new Training(reader.finish(), { ...catalog().defaults, method });
  let last = 0;
  for (;;) {
    const progress = training.advance(100_000);
    if (progress.state === 'stopped') return { training, last };
    if (progress.state === 'stepped') last = progress.report.iteration;
  }
}

/** The query and the index of the document that a menu has chosen. @param {import('playwright-core').Locator} select */
async function chosen(select) {
  const option = await select.evaluate((element) => (/** @type {HTMLSelectElement} */ (element)).selectedOptions[0].text);
  const [, query, document] = /Q(\d+)-D(\d+)/.exec(option) ?? [];
  return { query: Number(query) - 1, document: Number(document) - 1 };
}

/** The ways that are lit, by the texts of their nodes. @param {Page} page @param {string} letter */
const lit = (page, letter) => parts(page).tree.locator(`:is(.split, .leaf).way-${letter}`).allInnerTexts();

/** What axe finds. @param {Page} page @param {string} where */
async function faults(page, where) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (root) => /** @type {any} */ (globalThis).axe.run(root), where);
  return found.violations.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join(' ')}`);
}

/** The page shows what the core says of the chosen tree and documents. @param {Page} page @param {Awaited<ReturnType<typeof core>>} core @param {number} round */
async function checkWays(page, { training, last }, round) {
  const { first, second, ways, words, chart } = parts(page);
  const [a, b] = [await chosen(first), await chosen(second)];
  const said = training.tree_paths(last, a.query, Uint32Array.of(a.document, b.document), Uint32Array.of(0, round));
  const scorer = training.scorer(last);
  assert.ok(scorer.kind === 'additive');
  const { weight, weak } = scorer.terms[round];
  assert.ok(weak.kind === 'tree');
  for (const place of [0, 1]) {
    await until(() => ways.nth(place).getByRole('listitem').count(), (count) => count === said.nodes[place].length, 'a step for every node');
    const steps = await ways.nth(place).getByRole('listitem').allInnerTexts();
    said.values[place].forEach((value, step) => {
      const [, shown, , , answer] = /value (\S+) (>|≤) (\S+): (yes|no)$/.exec(steps[step]) ?? [];
      near(number(shown), value, 0.006 * Math.abs(value), steps[step]);
      const node = weak.nodes[said.nodes[place][step]];
      assert.equal(answer, node.kind === 'split' && value > node.threshold ? 'yes' : 'no');
    });
    const leaf = weak.nodes[said.nodes[place].at(-1) ?? 0];
    near(number(/= (\S+), added to the score$/.exec(steps.at(-1) ?? '')?.[1]), weight * leaf.value, 0.006 * Math.abs(weight * leaf.value), 'what the leaf adds');
    assert.equal((await lit(page, 'ab'[place])).length, said.nodes[place].length, 'its nodes are lit');
  }
  const shared = said.nodes[0].filter((node, step) => node === said.nodes[1][step]).length;
  assert.match(await textOf(words), shared === said.nodes[0].length ? /reach the same leaf/ : new RegExp(`part at split ${shared},`));
  const label = await chart.getAttribute('aria-label') ?? '';
  near(number(/, (\S+) after \d+ rounds/.exec(label)?.[1]), said.differences.at(-1) ?? NaN, 0.0006, label);
}

pageTest('a tree, two ways through it and the sum of all trees are those of the core', { everyday: true }, async ({ page, requests }) => {
  const told = await core('lambdamart');
  await trained(page, 'lambdamart');
  const { slider, tree, first, second, ways, words, chart } = parts(page);
  const rounds = Number(await slider.getAttribute('max')) + 1;
  assert.equal(rounds, told.last);
  assert.equal(await slider.getAttribute('aria-valuetext'), `round ${rounds} of ${rounds}`);
  await checkWays(page, told, rounds - 1);

  // Every node has its documents, and the edges are as wide as their share.
  const documents = (await tree.locator('.leaf').allInnerTexts()).map((leaf) => number(/([\d,]+) docs/.exec(leaf)?.[1]));
  assert.equal(documents.reduce((sum, one) => sum + one, 0), 250);
  assert.match(await tree.locator('.split').first().innerText(), /^feature \d[\s\S]*> \S+\?\s+250 docs\s+gain \S+/);
  const widths = await tree.locator('path.branch').evaluateAll((all) => all.map((path) => Number(path.getAttribute('stroke-width'))));
  assert.ok(new Set(widths).size > 2 && Math.max(...widths) <= 14, `${widths}`);

  // Keys and the pointer choose the tree.
  await slider.focus();
  await page.keyboard.press('Home');
  await until(() => slider.getAttribute('aria-valuetext'), (seen) => seen === `round 1 of ${rounds}`, 'Home goes to the first tree');
  await checkWays(page, told, 0);
  await page.keyboard.press('ArrowRight');
  await until(() => slider.getAttribute('aria-valuetext'), (seen) => seen === `round 2 of ${rounds}`, 'an arrow goes to the next one');
  assert.ok(await slider.evaluate((element) => element === document.activeElement), 'the slider keeps the focus');
  const box = await slider.boundingBox();
  assert.ok(box);
  await slider.click({ position: { x: box.width / 2, y: box.height / 2 } });
  const middle = Number(await slider.inputValue());
  assert.ok(middle > 2 && middle < rounds - 2, `${middle}`);
  await checkWays(page, told, middle);

  // Other documents; the difference is that of the scores that are shown elsewhere.
  await first.selectOption({ index: 7 });
  await second.selectOption({ index: 2 });
  const [a, b] = [await chosen(first), await chosen(second)];
  assert.notEqual(a.document, b.document);
  await until(() => textOf(ways.first()), (seen) => seen.includes(`D${a.document + 1} `), 'the ways are those of the other documents');
  await checkWays(page, told, middle);
  await page.locator('#explanation > details > summary').click();
  const total = page.getByRole('table', { name: 'Contributions feature by feature' }).locator('tfoot tr').last();
  const label = await chart.getAttribute('aria-label') ?? '';
  assert.equal(/, (\S+) after \d+ rounds/.exec(label)?.[1], (await total.locator('td').first().innerText()).trim(), 'the last sum is the difference in the explanation');
  const scores = page.getByRole('region', { name: 'Why is this above that?' });
  assert.equal(await scores.getByLabel('This document').inputValue(), await first.inputValue(), 'both views have one choice of documents');
  assert.equal(await words.getAttribute('aria-live'), 'polite', 'the result is spoken');
  assert.deepEqual(await faults(page, '#weights'), []);

  // One document alone.
  await second.selectOption({ label: 'none' });
  await until(() => ways.count(), (count) => count === 1, 'one way is left');
  assert.deepEqual([(await lit(page, 'b')).length, await chart.count()], [0, 0]);
  assert.match(await textOf(words), /^Leaf: .*, added to the score$/);
  assert.ok(requests.some((address) => /tree-part/.test(address)));
});

pageTest('partial dependence is computed when it is opened', {}, async ({ page, requests }) => {
  const { training, last } = await core('mcrank');
  await trained(page, 'mcrank');
  const { slider, ways, dependence, feature, curve } = parts(page);
  assert.match(await slider.getAttribute('aria-valuetext') ?? '', /^round \d+ of \d+, grade 2$/);
  assert.match(await textOf(ways.first()), /added to the sum of grade 2$/);
  assert.equal(await curve.count(), 0);
  await dependence.locator('summary').focus();
  await page.keyboard.press('Enter');
  await curve.waitFor();
  const check = async () => {
    const at = Number(await feature.inputValue());
    const { values, means, documents } = training.partial_dependence(last, at);
    const label = await until(() => curve.getAttribute('aria-label').then(String), (seen) => seen.includes(`on feature ${at + 1}:`), 'the curve of the feature');
    const [, low, from, high, to] = /mean score (\S+) at (\S+), (\S+) at (\S+)\.$/.exec(label) ?? [];
    [[low, means[0]], [from, values[0]], [high, means.at(-1)], [to, values.at(-1)]].forEach(([shown, value]) =>
      near(number(String(shown)), Number(value), 0.006 * Math.abs(Number(value)), label));
    assert.equal(await curve.locator('polyline').evaluate((line) => line.getAttribute('points')?.split(' ').length), values.length);
    assert.match(await textOf(dependence), new RegExp(`mean over ${documents} documents of the training data`));
    return at;
  };
  const most = await check();
  assert.equal(most, training.feature_uses(last)[0].feature, 'the most important feature first');
  await feature.focus();
  await page.keyboard.press('ArrowDown');
  assert.notEqual(await check(), most);
  assert.deepEqual(await faults(page, '#weights'), []);
  assert.ok(requests.some((address) => /dependence-part/.test(address)));
});

pageTest('trees fit a narrow screen, and forced colours keep the ways', { width: 390, height: 844, forcedColors: 'active' }, async ({ page }) => {
  await trained(page, 'lambdamart');
  const { tree, region } = parts(page);
  assert.deepEqual(await overflowing(page), []);
  const strokes = await tree.evaluate((element) => ['path.branch', 'path.way-a'].map((path) => {
    const found = element.querySelector(path);
    return found && getComputedStyle(found).stroke;
  }));
  assert.ok(strokes.every(Boolean) && strokes[0] !== strokes[1], `${strokes}`);
  // The box scrolls by keys.
  await tree.focus();
  const wide = await tree.evaluate((element) => element.scrollWidth > element.clientWidth);
  if (wide) {
    await page.keyboard.press('ArrowRight');
    await until(() => tree.evaluate((element) => element.scrollLeft), (left) => left > 0, 'an arrow scrolls the tree');
  }
  assert.ok(await region.getByText('Gain', { exact: true }).isVisible());
});

pageTest('a visitor without trees fetches nothing of them', {}, async ({ page, requests }) => {
  await ready(page);
  await upload(page, file('trees.txt', text));
  await fullSpeed(page);
  await train(page);
  await openView(page, 'Weights');
  await controls(page).weights.getByRole('listitem').first().waitFor();
  assert.deepEqual(requests.filter((address) => /tree-part|dependence-part|trees/.test(address.replace(/trees\.txt/, ''))), []);
});

pageTest('the trees of a model of another program are pictures too, with the documents that its file counts', {}, async ({ page }) => {
  const folder = at('tests', 'core', 'model', 'foreign', 'gaps');
  await ready(page);
  await controls(page).letor.setInputFiles(join(folder, 'lightgbm.txt'));
  const panel = page.getByRole('region', { name: 'Model of a file' });
  const opened = async (/** @type {string} */ name) => until(() => textOf(panel), (seen) => seen.includes(name), 'the model is there');
  await opened('lightgbm.txt');
  await panel.getByText('Trees', { exact: true }).click();
  const tree = panel.getByRole('region', { name: 'The chosen tree: 5 splits, 6 leaves from −0.322 to +0.256' });
  // The documents of the sample pass the root.
  await until(() => tree.locator('.split').first().innerText(), (seen) => /^bm25\s+A B\s+> 0\.0474\?\s+360 docs\s+gain 25\.0$/.test(seen), 'the root');
  assert.deepEqual((await tree.locator('.leaf').allInnerTexts()).map((leaf) => number(/([\d,]+) docs/.exec(leaf)?.[1])), [119, 45, 41, 16, 36, 103]);
  await panel.getByRole('slider', { name: 'Tree', exact: true }).focus();
  await page.keyboard.press('End');
  assert.equal(await panel.getByRole('slider', { name: 'Tree', exact: true }).getAttribute('aria-valuetext'), 'round 6 of 6');
  assert.deepEqual(await faults(page, '#modelfile'), []);
  // XGBoost writes no numbers of documents.
  await controls(page).letor.setInputFiles(join(folder, 'xgboost.json'));
  await opened('xgboost.json');
  await until(() => panel.locator('.leaf').count(), (count) => count === 1, 'the first term is the base score');
  await panel.getByRole('slider', { name: 'Tree', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await until(() => panel.locator('.split').count(), (count) => count > 0, 'the next one is a tree');
  assert.ok(!/docs/.test(await textOf(panel.locator('.tree'))));
});

pageTest('documents are followed through the trees of a model of another program', {}, async ({ page }) => {
  await module();
  const folder = at('tests', 'core', 'model', 'foreign', 'complete');
  const reader = new DataReader({ ignore: ['docid'] }, new Uint8Array(), []);
  reader.push(await readFile(join(folder, 'data.csv')));
  const data = reader.finish().dataset();
  await ready(page);
  await controls(page).letor.setInputFiles(join(folder, 'data.csv'));
  await page.getByRole('dialog').getByRole('button', { name: 'Load', exact: true }).click();
  await until(() => textOf(page.locator('header')), (seen) => seen.includes('data.csv'), 'the table is loaded');
  const panel = page.getByRole('region', { name: 'Model of a file' });
  const [first, second] = ['Document A', 'Document B'].map((label) => panel.getByLabel(label));
  const ways = panel.locator('.way');
  for (const name of ['lightgbm.txt', 'xgboost.json']) {
    const model = Model.read(await readFile(join(folder, name)));
    await controls(page).letor.setInputFiles(join(folder, name));
    await until(() => textOf(panel), (seen) => seen.includes(name), 'the model is there');
    if (await panel.locator('details.tree-place').getAttribute('open') === null) await panel.getByText('Trees', { exact: true }).click();
    await panel.getByRole('slider', { name: 'Tree', exact: true }).focus();
    await page.keyboard.press('End');
    await ways.nth(1).waitFor();
    await second.selectOption({ index: 9 });
    const query = Number(await panel.getByLabel('Query').inputValue());
    const [a, b] = [Number(await first.inputValue()), Number(await second.inputValue())];
    const round = Number(await panel.getByRole('slider', { name: 'Tree', exact: true }).inputValue());
    const said = model.tree_paths(data, query, Uint32Array.of(a, b), Uint32Array.of(0, round));
    const last = said.differences.at(-1) ?? NaN;
    const chart = panel.getByRole('img', { name: /^Score of A minus score of B/ });
    await until(async () => number(/, (\S+) after \d+ rounds/.exec(await chart.getAttribute('aria-label') ?? '')?.[1]),
      (shown) => Math.abs(shown - last) < 0.0006, 'the chart ends at the difference of the scores');
    for (const place of [0, 1]) {
      assert.equal(await ways.nth(place).getByRole('listitem').count(), said.nodes[place].length, name);
      assert.equal(await panel.locator(`:is(.split, .leaf).way-${'ab'[place]}`).count(), said.nodes[place].length, name);
      const steps = await ways.nth(place).getByRole('listitem').allInnerTexts();
      assert.ok(steps.slice(0, -1).every((step) => /^(bm25|title_len|clicks|age|pagerank|length|depth): /.test(step)), steps.join());
    }
    await second.selectOption('none');
    await until(() => ways.count(), (count) => count === 1, 'A alone');
    await second.selectOption({ index: 9 });
    await until(() => ways.count(), (count) => count === 2, 'both again');
    model.free();
  }
  assert.deepEqual(await faults(page, '#modelfile'), []);
  assert.deepEqual(await overflowing(page), []);
});
