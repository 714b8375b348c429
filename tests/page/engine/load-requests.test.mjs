import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LoadRequests } from '../../../www/engine/load-requests.js';

/** @param {import('../../../www/core/protocol.js').Source} train */
function page(train) {
  /** @type {any[]} */
  const posted = [];
  const request = { train, valid: null, test: null, holdOut: false, settings: { c: 3 } };
  const loading = /** @type {any} */ ({ load: 7, seed: 1, request });
  const state = { loading, settings: { c: 1, scale: 'none' } };
  const store = /** @type {any} */ ({ get: () => state, dispatch: (/** @type {any} */ action) => posted.push(action) });
  return { posted, state, loading, loads: new LoadRequests(store, (message) => posted.push(message)) };
}

test('a sample is asked for at once, before the page goes on', () => {
  const { posted, loads, loading } = page({ kind: 'generated', name: 'made', queries: 3, documents: 4, seed: 1 });
  void loads.begin(loading);
  assert.deepEqual(posted.map(({ type, load, settings }) => [type, load, settings.c]), [['load', 7, 3]]);
  assert.equal(loads.cancel(7), true, 'the worker may be reading it');
});

test('a file is asked for when its size is estimated, unless the user has turned to other data', async () => {
  const source = /** @type {const} */ ({ kind: 'blob', name: 'own.txt', blob: new Blob(['1 qid:1 1:1\n0 qid:1 1:0\n']) });
  const first = page(source);
  const begun = first.loads.begin(first.loading);
  assert.deepEqual(first.posted, []);
  await begun;
  assert.deepEqual(first.posted.map(({ type, load }) => [type, load]), [['load', 7]]);
  const other = page(source);
  const waiting = other.loads.begin(other.loading);
  other.state.loading = { ...other.loading, load: 8 };
  await waiting;
  assert.deepEqual(other.posted, []);
  assert.equal(other.loads.cancel(7), false, 'nothing was sent');
});
