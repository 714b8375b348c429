// The examples in JavaScript: in Node with the installed package, and on a page without a bundler.

import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { npmPackage } from '../../scripts/lib/npm-package.mjs';
import { at, root } from '../../scripts/lib/project.mjs';
import { installed, node, opened } from './support.mjs';

/** Copies an example into the empty project and runs it. @param {string} name @param {string[]} args */
async function ran(name, ...args) {
  const folder = await installed();
  await cp(at('examples', 'js', name), join(folder, name));
  return node([name, ...args], folder);
}

test('train.mjs trains on typed arrays and writes a model file', async () => {
  const printed = await ran('train.mjs', 'model.json');
  assert.match(printed, /^300 documents\niteration 0 gap /);
  assert.ok(Number(/test NDCG@10 ([\d.]+)/.exec(printed)?.[1]) > 0.7, printed);
  assert.match(printed, /read again 200 scores\n$/);
  const model = JSON.parse(await readFile(join(await installed(), 'model.json'), 'utf8'));
  assert.equal(model.format, 'rankscope-model');
});

test('train.mjs runs in this repository too', async () => {
  await npmPackage();
  assert.match(await node([join('examples', 'js', 'train.mjs')], root), /read again 200 scores\n$/);
});

test('violator.mjs reads a file or generates a sample', async () => {
  await writeFile(join(await installed(), 'own.txt'), '1 qid:own 1:1\n0 qid:own 1:2\n0 qid:own 1:0.5\n');
  assert.match(await ran('violator.mjs', 'own.txt'),
    /^query own: slack [\d.]+, loss [\d.]+\nits violator has H = [\d.]+\ngrades by rank in the violator: [01 ]+\n$/);
  assert.match(await ran('violator.mjs'), /^query \w+: slack 0\.[1-9]/);
});

test('page.html trains in a worker, draws, and shows faults', async () => {
  await npmPackage();
  const { page, complaints } = await opened(root, 'examples/js/page.html');
  const said = page.getByRole('status');
  await page.getByRole('button', { name: 'Train' }).click();
  await page.waitForFunction(() => /iterations, w = \[/.test(document.querySelector('output')?.value ?? ''));
  assert.match(await said.innerText(), /^[1-9]\d* iterations, w = \[[\d.]+, -?[\d.]+\]$/);
  const drawn = await page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas'));
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return pixels.some((value) => value > 0);
  });
  assert.ok(drawn, 'the chart has lines');
  await page.getByLabel('Data in LETOR format').fill('2 qid:1 1:x');
  await page.getByRole('button', { name: 'Train' }).click();
  await page.waitForFunction(() => /^line 1, column /.test(document.querySelector('output')?.value ?? ''));
  assert.deepEqual(complaints, []);
});
