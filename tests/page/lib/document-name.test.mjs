// Names of documents: a word or a text in quotes behind docid, the whole comment, or a number.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentName, documentNote } from '../../../www/lib/document-name.js';

test('the name of a document is its docid, else its comment, else its number', () => {
  for (const [comment, name] of [
    ['docid = GX008-86 inc = 1', 'GX008-86'], ['docid=a', 'a'], ['DocID = b', 'b'], ['site=x docid="two words" y', 'two words'],
    ['docid = "Pool: opening hours" From nine to eight.', 'Pool: opening hours'], ['docid = "open', '"open'], ['docid = ""', '""'],
    ['Apple pie', 'Apple pie'], ['', 'doc 3'],
  ]) assert.equal(documentName({ comment }, 2), name, comment);
});

test('a docid at the start has a line of its own', () => {
  assert.equal(documentNote({ comment: 'docid = "Pool: opening hours" From nine to eight.' }), 'Pool: opening hours\nFrom nine to eight.');
  assert.equal(documentNote({ comment: 'docid = "Two words"' }), 'Two words');
  assert.equal(documentNote({ comment: 'docid = Passport A new one takes three weeks.' }), 'Passport\nA new one takes three weeks.');
  for (const comment of ['site=x docid=a', 'Apple pie', '']) assert.equal(documentNote({ comment }), comment);
});
