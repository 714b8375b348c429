// Files that hold no data are told from data files, whatever they are called.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDocument } from '../../../www/app/open-json.js';
import { openDropped } from '../../../www/features/data/open-dropped.js';

const MODEL = '{"format": "rankscope-model", "version": 1}';

test('documents are recognised by name or by their beginning, and data are not', async () => {
  for (const [name, text, expected] of /** @type {const} */ ([
    ['model.json', MODEL, true], ['model.txt', MODEL, true], ['model', `\n ${MODEL}`, true], ['a.JSON', '', true],
    ['runs.txt', '{ "rankscope": "runs" }', true], ['data.txt', '1 qid:1 1:2\n', false], ['data.csv', 'format,rankscope\n', false],
    ['empty.txt', '', false], ['other.txt', '{"x": 1}', false],
  ])) {
    assert.equal(await isDocument(new File([text], name)), expected, name);
  }
});

test('a model that is dropped under another name is opened as a model', async () => {
  /** @type {string[]} */
  const opened = [];
  const store = /** @type {any} */ ({ get: () => ({}), dispatch: () => assert.fail('no data are loaded') });
  const file = new File([MODEL], 'model.txt');
  await openDropped(store, [{ name: file.name, file }], { isDocument, open: async ({ name }) => Boolean(opened.push(name)) }, async () => false);
  assert.deepEqual(opened, ['model.txt']);
});
