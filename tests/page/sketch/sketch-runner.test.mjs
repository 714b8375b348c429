// The mode Sketch has data and settings of its own: what opens in it, and what it leaves alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { toLetor } from '../../../www/features/sketch/letor-text.js';
import { padOf } from '../../../www/features/sketch/presets.js';
import { move } from '../../../www/features/sketch/sketch-edits.js';
import { startSketchRunner } from '../../../www/features/sketch/sketch-runner.js';
import { useInExplore } from '../../../www/features/sketch/to-explore.js';
import { pack } from '../../../www/lib/compress-text.js';
import { createStore } from '../../../www/store/store.js';

/** @type {any[]} what the worker was asked */
const asked = [];
/** @type {any} the newest worker */
let worker = null;
Reflect.set(globalThis, 'Worker', class {
  constructor() { worker = this; }
  /** @param {any} message */
  postMessage(message) { asked.push(message); }
  terminate() {}
});

const REST = 500; // ms; more than the pad waits
const rested = () => new Promise((resolve) => { setTimeout(resolve, REST); });
/** Waits until something is so, however long that takes. @param {() => boolean} isSo */
async function until(isSo) {
  while (!isSo()) await new Promise((resolve) => { setTimeout(resolve, 5); });
}
const defaults = { method: 'dorm', c: 10 };

/** A page with data of its own. @param {object} [change] of the state */
function page(change = {}) {
  const request = { name: 'kitchen', train: { kind: 'url', name: 'kitchen.txt' }, valid: null, test: null, holdOut: false, settings: {} };
  const state = initialState(/** @type {any} */ ({ defaults, methods: [] }), 'system');
  const store = /** @type {any} */ (createStore(/** @type {any} */ ({ ...state, settings: { ...defaults, c: 3 }, data: { request, summaries: {} }, panels: { sketch: true }, ...change }), reduce));
  const types = /** @type {string[]} */ ([]);
  store.subscribe((/** @type {any} */ _, /** @type {any} */ { type }) => types.push(type));
  return { store, types };
}

/** @param {any} store */
function started(store) {
  startSketchRunner(store);
  asked.length = 0;
  worker.onmessage({ data: { type: 'awake' } });
}

test('the mode opens with the first start, has it trained, and leaves the data and the settings of the page alone', async () => {
  const { store, types } = page();
  started(store);
  const { sketch } = store.get();
  assert.deepEqual(sketch.pad, padOf('three-searches'));
  assert.deepEqual(asked.at(-1), { type: 'sketch', request: 1, letor: toLetor(padOf('three-searches')), settings: defaults, isFresh: true, w: null });
  await rested();
  store.dispatch({ type: 'sketch/set', change: move(store.get().sketch, 0, { x: 0.4 }, true) });
  await rested();
  assert.deepEqual(types.filter((type) => !type.startsWith('sketch/')), []);
  assert.equal(store.get().data.request.name, 'kitchen');
});

test('other settings have it trained anew; those of the page do not', () => {
  const { store } = page();
  started(store);
  worker.onmessage({ data: { type: 'sketched', request: 1, letor: '', training: {}, trained: {}, shown: {}, w: null, milliseconds: 1 } });
  store.dispatch({ type: 'settings', change: { c: 7 } });
  assert.equal(asked.length, 1);
  store.dispatch({ type: 'sketch/set', change: { settings: { c: 0.5 } } });
  assert.deepEqual([asked.length, asked.at(-1).settings.c, asked.at(-1).isFresh], [2, 0.5, true]);
});

test('a link holds a start by its name, and other pads as lines with their titles', async () => {
  const { store } = page();
  started(store);
  await until(() => store.get().sketch.link === 'three-searches');
  store.dispatch({ type: 'sketch/set', change: move(store.get().sketch, 0, { x: 0.4 }, true) });
  await until(() => /^~[\w-]+$/.test(store.get().sketch.link));
  const { link, pad, sheet } = store.get().sketch;

  const other = page();
  other.store.dispatch({ type: 'sketch/set', change: { linked: { text: link, settings: { c: 2 } } } });
  started(other.store);
  await until(() => other.store.get().sketch.linked === null);
  const opened = other.store.get().sketch;
  assert.deepEqual([opened.pad, opened.sheet, opened.settings, opened.linked], [pad, sheet, { c: 2 }, null]);
});

test('a link that cannot be drawn says why, and the first start is there', async () => {
  const { store } = page();
  const text = `~${await pack(new Blob(['1 qid:1 3:1\n']), 1000)}`;
  store.dispatch({ type: 'sketch/set', change: { linked: { text, settings: {} } } });
  started(store);
  await until(() => store.get().sketch.note !== '');
  const { pad, note } = store.get().sketch;
  assert.match(note, /cannot be drawn: they have more than two features/);
  assert.deepEqual(pad, padOf('three-searches'));
});

test('a lesson that shows the pad brings its data and settings; Undo has the own sketch', async () => {
  const { store } = page();
  started(store);
  const file = new File([toLetor(padOf('ring'))], 'data of the lesson');
  const request = { name: file.name, train: { kind: 'blob', blob: file }, valid: null, test: null, holdOut: false };
  const state = store.get();
  const lesson = page({ lessons: { ...state.lessons, open: {} }, data: { request, summaries: {} }, sketch: state.sketch });
  started(lesson.store);
  await rested();
  const { pad, settings, past } = lesson.store.get().sketch;
  assert.deepEqual([pad, settings, past.at(-1).pad], [padOf('ring'), { c: 3 }, padOf('three-searches')]);
});

test('the bridge loads the sketch with its settings', () => {
  const { store } = page();
  started(store);
  store.dispatch({ type: 'sketch/set', change: { settings: { c: 0.5 } } });
  useInExplore(store, 'weightplane');
  const { loading } = store.get();
  assert.deepEqual([loading.request.name, loading.request.pasted, loading.request.settings.c], ['sketch', true, 0.5]);
});
