// What is said of a link that does not hold everything, or that others cannot open.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingOf, tooLong } from '../../../../www/features/share/menu/link-words.js';
import { localNote } from '../../../../www/lib/link-reach.js';

const blob = (/** @type {string} */ name) => ({ kind: 'blob', name });
const state = (/** @type {object} */ change) => /** @type {any} */ ({ panels: {}, lessons: { open: null }, study: { chosen: null, link: null, outline: null },
  data: { request: { train: { kind: 'url' }, valid: null, test: null } }, ...change });

test('a link to data of one’s own names them, and holds pasted lines', () => {
  assert.equal(missingOf(state({}), '#v=1'), '');
  const request = { train: blob('a.txt'), valid: null, test: blob('b.txt') };
  assert.equal(missingOf(state({ data: { request } }), '#v=1'), ' It names a.txt and b.txt but does not hold the data.');
  const pasted = { train: blob('pasted lines'), valid: null, test: null, pasted: true };
  assert.equal(missingOf(state({ data: { request: pasted } }), 'v=1&lines=abc'), ' It holds your pasted lines.');
  assert.equal(missingOf(state({ data: { request: pasted } }), '#v=1'), ' It names pasted lines but does not hold the data.');
});

test('the words are about what is open', () => {
  const own = { request: { train: blob('a.txt'), valid: null, test: null } };
  assert.equal(missingOf(state({ data: own, lessons: { open: {} } }), '#v=1'), '', 'a lesson has data of its own');
  assert.equal(missingOf(state({ panels: { ratings: true } }), '#v=1'), ' It opens the mode Ratings, but does not hold what is set there.');
  const study = { chosen: { isBuiltIn: false }, link: '~abc', outline: { files: ['mine.csv'] } };
  assert.equal(missingOf(state({ panels: { study: true }, study }), '#v=1'), ' It names mine.csv but does not hold the data.');
});

test('a lesson or a study that no link can hold is known', () => {
  assert.equal(tooLong(state({ lessons: { open: { id: null, packed: null } } })), true);
  assert.equal(tooLong(state({ lessons: { open: { id: null, packed: '~a' } } })), false);
  assert.equal(tooLong(state({ lessons: { open: { id: 'ties', packed: null } } })), false);
  const study = { chosen: { isBuiltIn: false }, link: null, outline: null };
  assert.equal(tooLong(state({ panels: { study: true }, study })), true);
  assert.equal(tooLong(state({ panels: {}, study })), false, 'the study is not on the screen');
});

test('an address of this device alone is told from one of a server', () => {
  for (const local of ['http://localhost:4173/#v=1', 'http://127.0.0.1/', 'http://[::1]:80/', 'file:///a/index.html']) assert.match(localNote(local), /^Only this device/, local);
  for (const open of ['https://tools.example.org/', 'http://192.168.0.7:4173/', 'https://localhost.example.org/']) assert.equal(localNote(open), '', open);
});
