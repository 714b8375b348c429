// Files that hold no data are told from data files, whatever they are called.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnswersAmong } from '../../../www/app/open-answers.js';
import { isDocument } from '../../../www/app/open-json.js';
import { classifyFiles } from '../../../www/features/data/classify-files.js';
import { isPagesFile } from '../../../www/features/data/pages-file.js';
import { openDropped } from '../../../www/features/data/open-dropped.js';

const PAGES = '{ "rankscope": "pages", "pages": [], "queries": [] }';
const MODEL = '{"format": "rankscope-model", "version": 1}';

test('documents are recognised by name or by their beginning, and data are not', async () => {
  for (const [name, text, expected] of /** @type {const} */ ([
    ['model.json', MODEL, true], ['model.txt', MODEL, true], ['model', `\n ${MODEL}`, true], ['a.JSON', '', true],
    ['runs.txt', '{ "rankscope": "runs" }', true], ['data.txt', '1 qid:1 1:2\n', false], ['data.csv', 'format,rankscope\n', false],
    ['empty.txt', '', false], ['other.txt', '{"x": 1}', false],
    ['pages.json', PAGES, false], ['pages.txt', `\uFEFF ${PAGES}`, false],
  ])) {
    assert.equal(await isDocument(new File([text], name)), expected, name);
  }
});

test('a model that is dropped under another name is opened as a model', async () => {
  /** @type {string[]} */
  const opened = [];
  const store = /** @type {any} */ ({ get: () => ({}), dispatch: () => assert.fail('no data are loaded') });
  const file = new File([MODEL], 'model.txt');
  await openDropped(store, [{ name: file.name, file }], { isDocument, open: async ({ name }) => Boolean(opened.push(name)), openAnswers: (files) => openAnswersAmong(store, files) }, async () => false);
  assert.deepEqual(opened, ['model.txt']);
});

test('pages that are dropped are data, and their names say for what', async () => {
  /** @param {string} name @param {string} text */
  const dropped = (name, text) => ({ name, file: new File([text], name) });
  const pages = new Set(/** @type {File[]} */ ([]));
  const files = [dropped('train.json', PAGES), dropped('test.json', PAGES), dropped('study.json', '{ "rankscope": "study" }')];
  for (const { file } of files) if (await isPagesFile(file)) pages.add(file);
  const { json, train, test: held, unused } = classifyFiles(files, pages);
  assert.deepEqual([json, train?.name, held?.name], [null, 'train.json', 'test.json']);
  assert.deepEqual(unused, [{ name: 'study.json', why: 'a .json file holds no LETOR data; drop it alone to open it' }]);
  assert.equal(classifyFiles([files[2]], pages).json, files[2].file);
});
