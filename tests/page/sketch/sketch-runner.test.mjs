// The run of the page follows the pad: after a change of the settings, both show the same training.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { padOf } from '../../../www/features/sketch/presets.js';
import { startSketchRunner } from '../../../www/features/sketch/sketch-runner.js';
import { createStore } from '../../../www/store/store.js';

Reflect.set(globalThis, 'Worker', class { postMessage() {} terminate() {} });
const REST = 500; // ms; more than the pad waits

/** A page whose run was trained on what the pad holds. @param {boolean} open whether the tab is open */
async function trained(open) {
  const { toLetor } = await import('../../../www/features/sketch/letor-text.js');
  const file = new File([toLetor(padOf('ring'))], 'sketch');
  const request = { name: 'sketch', train: { kind: 'blob', blob: file }, valid: null, test: null, holdOut: false, pasted: true };
  const state = initialState(/** @type {any} */ ({ defaults: {} }), 'system');
  const settings = { method: 'dorm', c: 10 };
  const run = { id: 1, settings, status: 'stopped', overview: null, reports: [{}, {}], seconds: [], phase: null, stop: {} };
  const store = /** @type {any} */ (createStore(/** @type {any} */ ({ ...state, settings, data: { request, summaries: {} }, run, runCount: 1, panels: { sketch: open } }), reduce));
  startSketchRunner(store);
  const started = /** @type {number[]} */ ([]);
  store.subscribe((/** @type {any} */ { run: now }, /** @type {any} */ { type }) => { if (type === 'step') started.push(now.settings.c); });
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  return { store, started };
}
const rested = () => new Promise((resolve) => { setTimeout(resolve, REST); });

test('several changes of C make one new run, with the last one', async () => {
  const { store, started } = await trained(true);
  for (const c of [8, 5, 3]) store.dispatch({ type: 'settings', change: { c } });
  await rested();
  assert.deepEqual(started, [3]);
  await rested();
  assert.deepEqual(started, [3], 'and no second one');
});

test('out of sight of the pad the page trains only when it is asked to', async () => {
  const { store, started } = await trained(false);
  store.dispatch({ type: 'settings', change: { c: 3 } });
  await rested();
  assert.deepEqual(started, []);
  store.dispatch({ type: 'panel', panel: 'sketch', open: true });
  await rested();
  assert.deepEqual(started, [3], 'the pad that comes into sight shows that training');
});
