// A .json file that is dropped on the page is opened by its kind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openJson } from '../../../www/app/open-json.js';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { runsFile } from '../../../www/features/library/runs/runs-file.js';
import { createStore } from '../../../www/store/store.js';

const run = /** @type {any} */ ({
  version: 1, id: 'one', run: 1, number: 1, name: 'mine', at: 1, data: { name: 'x', sample: null, checksums: null, seed: null },
  settings: { method: 'dorm', measure: 'ndcg@10', c: 1 }, overview: null,
  reports: [{ best_primal: 1, dual: 0, gap: 1, mean_slack: 1, mean_loss: 1, component_slacks: [], train: [], valid: [], test: [] }],
  seconds: [], stop: null, model: null, size: 1,
});

function page() {
  /** @type {import('../../../www/app/reducer.js').AppStore} */
  const store = createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce);
  /** @type {string[]} */
  const seen = [];
  store.subscribe((_state, { type }) => seen.push(type));
  return { store, seen };
}

test('runs are added, and the panel that shows them opens', async () => {
  const { store, seen } = page();
  assert.equal(await openJson(store, new File([runsFile([run])], 'runs.json')), true);
  const { runs, panels, alert } = store.get();
  assert.deepEqual(runs.list.map(({ name }) => name), ['mine']);
  assert.deepEqual(Object.keys(panels).filter((id) => panels[id]), ['runs'], 'and no other tab');
  assert.match(alert?.detail ?? '', /^1 run of runs\.json added\.$/);
  assert.ok(!seen.includes('lessons/file'));
});

test('an invalid file of runs is refused with the reason', async () => {
  const { store } = page();
  assert.equal(await openJson(store, new File(['{"rankscope":"runs","version":2,"runs":[]}'], 'runs.json')), false);
  const { runs, alert } = store.get();
  assert.deepEqual(runs.list, []);
  assert.match(`${alert?.title} ${alert?.detail}`, /could not be added\. runs\.json was not added\. A newer version/);
});

test('a study waits in the panel of studies, which opens', async () => {
  const { store, seen } = page();
  const file = new File(['{ "rankscope": "study", "title": "x" }'], 'own.json');
  assert.equal(await openJson(store, file), true);
  const { study, panels } = store.get();
  assert.deepEqual([study.wanted, Object.keys(panels).filter((id) => panels[id])], [[file], ['study']]);
  assert.ok(!seen.includes('lessons/file'));
});

test('any other file is read as a lesson, and the caller waits for the result', async () => {
  for (const [end, expected] of /** @type {const} */ ([['lessons/ready', true], ['lessons/refused', false], ['lessons/leave', null]])) {
    const { store, seen } = page();
    const file = new File(['{"rankscope":"lesson"}'], 'lesson.json');
    // The reader of lessons can finish at once or later.
    const stop = store.subscribe((_state, action) => {
      if (action.type !== 'lessons/file') return;
      assert.equal(action.file, file);
      stop();
      store.dispatch(/** @type {any} */ ({ type: end, name: 'lesson.json', problems: [] }));
    });
    assert.equal(await openJson(store, file), expected);
    assert.deepEqual(seen, ['lessons/file', end]);
  }
});
