// Answers to a host page: of two lessons at the same time, and of data.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../www/app/reducer.js';
import { createStore } from '../../www/store/store.js';

// The addresses of the samples are relative to the page.
Reflect.set(globalThis, 'document', { baseURI: 'http://localhost/' });
const { HostRequests } = await import('../../www/features/share/embedding/host-requests.js');

function started() {
  const store = /** @type {any} */ (createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce));
  const requests = new HostRequests(store, /** @type {any} */ ({}));
  /** @param {string} name */
  const open = (name) => requests.answer({ type: 'open-lesson', id: null, name, lesson: null, step: 1 });
  return { store, requests, open };
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

/** Asks for two lines of data. @param {ReturnType<typeof started>} page */
const setData = ({ requests }) => requests.answer({ type: 'set-data', id: null, letor: '1 qid:1 1:1\n0 qid:1 1:2\n', name: 'two', validation: null, test: null });

test('data are answered once they are loaded, whatever the reader does on the page meanwhile', async () => {
  const page = started();
  const answer = setData(page);
  page.store.dispatch({ type: 'settings', change: { c: 3 } });
  page.store.dispatch({ type: 'loaded', load: 1, summaries: { train: { queries: 1, documents: 2, features: 1, zero_share: 0 }, valid: null, test: null } });
  assert.deepEqual(await answer, { data: { queries: 1, documents: 2, features: 1 } });
});

test('data that are not loaded are answered with the reason', async () => {
  /** @type {[object, RegExp][]} */
  const cases = [
    [{ type: 'load', request: { name: 'other' } }, /^other data were chosen meanwhile$/], [{ type: 'cancel load' }, /^other data were chosen meanwhile$/],
    [{ type: 'load held', load: 1, held: { name: 'two' } }, /^the data are large: the reader has to confirm them on the page$/],
    [{ type: 'load failed', load: 1, name: 'two', failure: { message: 'No.', problems: [{ line: 2, problem: 'no grade' }], total: 1 } }, /^line 2: no grade$/],
    [{ type: 'load failed', load: 1, name: 'two', failure: { message: 'No.', problems: [], total: 0 } }, /^No\.$/],
    [{ type: 'worker lost', message: 'Memory ran out.' }, /^the worker that read the data was lost$/],
  ];
  for (const [action, problem] of cases) {
    const page = started();
    const answer = setData(page);
    page.store.dispatch(action);
    await assert.rejects(answer, ({ message }) => problem.test(message), JSON.stringify(action));
  }
});
