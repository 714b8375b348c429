// Two lessons that a host page opens at the same time: each request gets its own answer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { createStore } from '../../../../www/store/store.js';

// The addresses of the samples are relative to the page.
Reflect.set(globalThis, 'document', { baseURI: 'http://localhost/' });
const { HostRequests } = await import('../../../../www/features/share/embedding/host-requests.js');

function started() {
  const store = /** @type {any} */ (createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce));
  const requests = new HostRequests(store, /** @type {any} */ ({}));
  /** @param {string} name */
  const open = (name) => requests.answer({ type: 'open-lesson', id: null, name, lesson: null, step: 1 });
  return { store, open };
}

/** @param {string} id */
const arrived = (id) => ({ type: 'lessons/open', id, lesson: { title: `Lesson ${id}`, steps: [{}, {}] }, packed: null, step: 0 });

test('of two lessons the newer one is opened, and the request of the older one fails', async () => {
  const { store, open } = started();
  const [older, newer] = [open('older'), open('newer')];
  await assert.rejects(older, /another lesson was opened meanwhile/);
  store.dispatch(arrived('newer'));
  assert.deepEqual(await newer, { lesson: { title: 'Lesson newer', steps: 2 } });
});

test('a lesson that the reader opens does not answer the host', async () => {
  const { store, open } = started();
  const asked = open('asked');
  store.dispatch(arrived('other'));
  await assert.rejects(asked, /another lesson was opened meanwhile/);
});

test('the refusal of another lesson does not answer the host', async () => {
  const { store, open } = started();
  const asked = open('asked');
  store.dispatch({ type: 'lessons/refused', name: 'Some lessons of this page', problems: ['no'], isFaulty: false });
  store.dispatch(arrived('asked'));
  assert.deepEqual(await asked, { lesson: { title: 'Lesson asked', steps: 2 } });
});
