// Restoring the settings of a kept run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { restoreSettings } from '../../../../www/features/library/runs/restore-settings.js';
import { createStore } from '../../../../www/store/store.js';

/** A page with a trained run. @param {object} settings */
function trained(settings) {
  const state = initialState(/** @type {any} */ ({ defaults: {} }), 'system');
  const run = { id: 1, settings, status: 'stopped', overview: null, reports: [{}, {}], seconds: [], phase: null, stop: {} };
  return /** @type {any} */ (createStore(/** @type {any} */ ({ ...state, settings, data: { request: {} }, run, runCount: 1, cursor: { iteration: 1, follow: true } }), reduce));
}

test('the charts of another run go with its settings', () => {
  const store = trained({ method: 'dorm', c: 10 });
  restoreSettings(store, /** @type {any} */ ({ method: 'dorm', c: 5 }));
  const { settings, run } = store.get();
  assert.deepEqual([settings.c, run.settings.c, run.reports.length, run.status], [5, 5, 0, 'preparing']);
});

test('a run that has these settings stays', () => {
  const store = trained({ method: 'dorm', c: 10 });
  restoreSettings(store, /** @type {any} */ ({ method: 'dorm', c: 10 }));
  assert.deepEqual([store.get().run.id, store.get().run.reports.length], [1, 2]);
});
