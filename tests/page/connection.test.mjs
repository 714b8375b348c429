// The state of the connection, and which samples are missing without one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONNECTED, missing, reduceConnection } from '../../www/connection.js';

/** @param {string} name @returns {import('../../www/protocol.js').Source} */
const file = (name) => ({ kind: 'url', name, url: `https://example.org/samples/${name}` });
const SAMPLES = [
  { name: 'generated', train: /** @type {const} */ ({ kind: 'generated', name: 'g', queries: 1, documents: 1, seed: 1 }), valid: null, test: null },
  { name: 'one file', train: file('a'), valid: null, test: null },
  { name: 'two files', train: file('b'), valid: null, test: file('c') },
];

test('a sample is missing while any of its files is', () => {
  assert.deepEqual(missing(SAMPLES, CONNECTED), ['one file', 'two files'], 'where nothing can be kept, every file is missing');
  const some = reduceConnection(CONNECTED, { type: 'held', held: ['https://example.org/samples/a', 'https://example.org/samples/b'] });
  assert.deepEqual(missing(SAMPLES, some), ['two files']);
  assert.deepEqual(missing(SAMPLES, { ...some, held: [...some.held ?? [], 'https://example.org/samples/c'] }), []);
});

test('a newer page stays announced while the network comes and goes', () => {
  let connection = reduceConnection(CONNECTED, { type: 'newer page' });
  connection = reduceConnection(connection, { type: 'connection', offline: true });
  assert.deepEqual(connection, { offline: true, held: null, newer: true });
  assert.equal(reduceConnection(connection, { type: 'renew' }), connection, 'the wish to reload changes nothing by itself');
});
