// The state of the connection, and the samples that are missing offline.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ONLINE, missing, reduceOffline } from '../../../../www/features/share/offline/offline-state.js';

/** @param {string} name @returns {import('../../../../www/core/protocol.js').Source} */
const file = (name) => ({ kind: 'url', name, url: `https://example.org/samples/${name}` });
const SAMPLES = [
  { name: 'generated', train: /** @type {const} */ ({ kind: 'generated', name: 'g', queries: 1, documents: 1, seed: 1 }), valid: null, test: null },
  { name: 'one file', train: file('a'), valid: null, test: null },
  { name: 'two files', train: file('b'), valid: null, test: file('c') },
];

test('a sample is missing while any of its files is', () => {
  assert.deepEqual(missing(SAMPLES, ONLINE), ['one file', 'two files'], 'where nothing can be kept, every file is missing');
  const some = reduceOffline(ONLINE, { type: 'offline/stored', stored: ['https://example.org/samples/a', 'https://example.org/samples/b'] });
  assert.deepEqual(missing(SAMPLES, some), ['two files']);
  assert.deepEqual(missing(SAMPLES, { ...some, stored: [...some.stored ?? [], 'https://example.org/samples/c'] }), []);
});

test('a newer page stays announced while the network comes and goes', () => {
  let offline = reduceOffline(ONLINE, { type: 'offline/update ready' });
  offline = reduceOffline(offline, { type: 'offline/connection', disconnected: true });
  assert.deepEqual(offline, { disconnected: true, stored: null, updateReady: true });
  assert.equal(reduceOffline(offline, { type: 'offline/update' }), offline, 'the wish to reload changes nothing by itself');
});
