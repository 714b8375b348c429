// What reads lessons is fetched with the first one: it then follows the actions since.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { createStore } from '../../../www/store/store.js';

// The addresses of the samples are relative to the page.
Reflect.set(globalThis, 'document', { baseURI: 'http://localhost/' });
const { startLessonPlayer } = await import('../../../www/features/lessons/player.js');

/** Returns a store, and the refused lessons so far. */
function started() {
  const store = createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce);
  /** @type {string[]} */
  const refused = [];
  store.subscribe((_state, action) => { if (action.type === 'lessons/refused') refused.push(action.name); });
  startLessonPlayer(store, /** @type {any} */ ({ samples: [], panels: [], hideable: [] }));
  return { store, refused };
}

/** @param {() => boolean} arrived */
async function until(arrived) {
  for (let tries = 0; tries < 500 && !arrived(); tries += 1) await new Promise((resolve) => { setTimeout(resolve, 5); });
}

const broken = (/** @type {string} */ name) => new File(['{'], name);

test('a lesson file that is opened while the parts for lessons are fetched is read', async () => {
  const { store, refused } = started();
  store.dispatch({ type: 'lessons/file', file: broken('first.json') });
  await until(() => refused.length > 0);
  assert.deepEqual(refused, ['first.json']);
  store.dispatch({ type: 'lessons/file', file: broken('second.json') });
  await until(() => refused.length > 1);
  assert.deepEqual(refused, ['first.json', 'second.json'], 'and so is the next one');
});

test('of two lesson files that are opened meanwhile the newer one counts', async () => {
  const { store, refused } = started();
  store.dispatch({ type: 'lessons/file', file: broken('older.json') });
  store.dispatch({ type: 'lessons/file', file: broken('newer.json') });
  await until(() => refused.length > 0);
  await new Promise((resolve) => { setTimeout(resolve, 50); });
  assert.deepEqual(refused, ['newer.json']);
});
