// What the page says of the runs of a file, and the way back from a deletion.

import { textOf } from '../../support/dom.mjs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRunsFile } from '../../../../www/features/library/runs/add-runs-file.js';
import { runsFile } from '../../../../www/features/library/runs/runs-file.js';
import { undoPart } from '../../../../www/features/library/runs/undo-part.js';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { createStore } from '../../../../www/store/store.js';

/** @param {number} id @param {string} [name] */
const kept = (id, name = `Run ${id}`) => /** @type {any} */ ({
  version: 1, id: `id-${id}`, run: null, number: id, name, at: id, data: { name: 'x', sample: null, checksums: null, seed: null },
  settings: { method: 'dorm', measure: 'ndcg@10', c: id }, overview: null,
  reports: [{ iteration: 0, best_primal: id, dual: 0, gap: 1, mean_slack: 1, mean_loss: 1, component_slacks: [], train: [], valid: [], test: [] }],
  seconds: [], stop: null, model: null, size: 1,
});

/** @param {any[]} runs */
function storeWith(runs) {
  const store = /** @type {any} */ (createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce));
  store.dispatch({ type: 'runs/opened', runs });
  return store;
}

test('the runs of a file without room are named, and no kept run goes', async () => {
  const own = [101, 102, 103].map((id) => kept(id, `mine ${id}`));
  const store = storeWith(own);
  const runs = Array.from({ length: 50 }, (_, at) => kept(at + 1));
  const { text } = await addRunsFile(store, new File([runsFile([...runs, own[0]])], 'theirs.json'));
  assert.match(text, /^47 runs of theirs\.json added\. 1 run of it is kept already\. There is no room for 3 runs: Run 48, Run 49, Run 50\. /);
  const { list } = store.get().runs;
  assert.deepEqual([list.length, own.every(({ id }) => list.some((/** @type {any} */ one) => one.id === id))], [50, true]);
});

test('a deletion says what it deleted and offers the way back', () => {
  const store = storeWith([kept(1), kept(2)]);
  const part = undoPart(store);
  document.body.append(part);
  const button = /** @type {HTMLButtonElement} */ (part.querySelector('button'));
  assert.equal(part.hidden, true);
  store.dispatch({ type: 'runs/delete', id: 'id-1' });
  assert.deepEqual([part.hidden, textOf(part)], [false, 'Run 1 was deleted.Undo']);
  button.click();
  assert.deepEqual([part.hidden, store.get().runs.list.length], [true, 2]);
  store.dispatch({ type: 'runs/clear' });
  assert.deepEqual([part.hidden, textOf(part)], [false, 'Run 1, Run 2 were deleted.Undo']);
  button.click();
  assert.equal(store.get().runs.list.length, 2);
});
