// The loaded data as a study names them, and its files.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataEntry, dataFiles, isSameForStudy } from '../../../www/features/data/study-data.js';

const source = (/** @type {string} */ name) => ({ kind: 'blob', name, blob: new File([name], name) });
/** @param {object} request @param {number} [seed] @returns {any} */
const data = (request, seed = 3) => ({ seed, request: { name: 'Mine', valid: null, test: null, holdOut: false, ...request } });
const generated = data({ holdOut: true, train: { kind: 'generated', name: 'made', queries: 20, documents: 5, seed: 1 } });

test('a generated sample is named by its numbers, and held out parts by shares and seed', async () => {
  assert.deepEqual(JSON.parse(dataEntry(generated)),
    { name: 'Mine', sample: { queries: 20, documents: 5, seed: 1 }, split: { shares: [0.6, 0.2, 0.2], seed: 3 } });
  assert.deepEqual(await dataFiles(generated), []);
});

test('files keep their names, unless two are equal', async () => {
  const own = data({ train: source('a.txt'), test: source('b.txt'), holdOut: true });
  assert.deepEqual(JSON.parse(dataEntry(own)), { name: 'Mine', train: 'a.txt', test: 'b.txt' });
  assert.deepEqual((await dataFiles(own)).map(({ name }) => name), ['a.txt', 'b.txt']);
  const equal = data({ train: source('a.txt'), test: source('a.txt') });
  assert.deepEqual((await dataFiles(equal)).map(({ name }) => name), ['train.txt', 'test.txt']);
});

test('grades from comments are named in the study', () => {
  const train = { kind: 'url', name: 'a.txt.gz', url: 'samples/a.txt.gz', grades: 'comment:digit' };
  const graded = data({ train, holdOut: true });
  assert.deepEqual(JSON.parse(dataEntry(graded)), { name: 'Mine', grades: 'comment:digit', train: 'a.txt.gz', split: { shares: [0.6, 0.2, 0.2], seed: 3 } });
  assert.ok(!isSameForStudy(graded, data({ train: { ...train, grades: undefined }, holdOut: true })));
});

test('data are the same for a study if their files, their split and their features are', () => {
  assert.ok(isSameForStudy(generated, { ...generated, request: { ...generated.request, settings: {} } }));
  assert.ok(!isSameForStudy(generated, { ...generated, seed: 4 }));
  assert.ok(!isSameForStudy(data({ train: source('a.txt') }), data({ train: source('a.txt') })));
  assert.ok(!isSameForStudy(generated, { ...generated, request: { ...generated.request, without: [2] } }));
});
