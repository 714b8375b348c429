// What the page tells the page around it: the present state at once, and every later one in at most four messages a second.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { watchChanges } from '../../../../www/features/share/embedding/page-changes.js';

const report = { iteration: 2, gap: 0.01, objective: 1, train: [], valid: [], test: [] };
const run = { id: 1, status: 'stopped', settings: { c: 1 }, reports: [report], stop: { reason: 'converged', iterations: 2, best_iteration: 0 } };
const snapshot = { run: 1, iteration: 2, rows: [], inspection: { query: 3, id: 'seven' } };

test('changes are told at once, and then bundled', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let state = /** @type {any} */ ({ run: null, data: null, snapshot: null, settings: { c: 1 } });
  /** @type {(() => void)[]} */
  const listeners = [];
  /** @type {import('../../../../www/features/share/embedding/page-changes.js').Changed[]} */
  const told = [];
  const tellNow = watchChanges({ get: () => state, subscribe: (listener) => listeners.push(listener) }, (changed) => told.push(changed));
  assert.deepEqual(told.at(0), { result: null, settings: { c: 1 }, query: null });
  /** @param {object} change */
  const change = (change) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  for (let c = 2; c <= 100; c += 1) change({ settings: { c } });
  change({ run, snapshot });
  assert.equal(told.length, 1, 'nothing is told in between');
  mock.timers.tick(250);
  assert.equal(told.length, 2);
  assert.deepEqual([told[1].settings, told[1].query, told[1].result?.stop?.reason], [{ c: 100 }, 'seven', 'converged']);
  change({ settings: { c: 7 } });
  tellNow();
  assert.deepEqual([told.length, told[2].settings], [3, { c: 7 }], 'a reply does not wait');
  change({ theme: 'dark' });
  mock.timers.tick(1000);
  assert.equal(told.length, 3, 'nothing is told twice, and other changes are not told');
  mock.timers.reset();
});
