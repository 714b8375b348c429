// What reads lessons is fetched with the first one: it then follows the actions since.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { createStore } from '../../../../www/store/store.js';

// The addresses of the samples are relative to the page.
Reflect.set(globalThis, 'document', { baseURI: 'http://localhost/' });
const { LESSONS } = await import('../../../../www/features/learn/lessons/lesson-list.js');
const { startLessonPlayer } = await import('../../../../www/features/learn/lessons/player.js');

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

/** @param {string} lesson */
const link = (lesson) => /** @type {any} */ ({ type: 'links/open', view: { files: [], panels: [], fields: {}, seed: 1, study: null, lesson, plan: [], step: 0, hide: [], embed: false, picture: null } });

test('a link with an unknown lesson says so and has the list read', async () => {
  Reflect.set(globalThis, 'fetch', async () => new Response('{'));
  const { store, refused } = started();
  store.dispatch(link('nosuch'));
  await until(() => store.get().lessons.shelf !== null);
  const { panels, lessons: { shelf } } = store.get();
  assert.deepEqual([refused[0], panels.lessons, shelf], ['nosuch', true, []]);
});

test('a lesson that a link opened is added to the lessons that are done', async () => {
  const [first, second] = LESSONS;
  const saved = new Map([['rankscope-lessons', JSON.stringify([first])]]);
  Reflect.set(globalThis, 'localStorage', { getItem: (/** @type {string} */ key) => saved.get(key) ?? null, setItem: (/** @type {string} */ key, /** @type {string} */ value) => saved.set(key, value) });
  const { store, refused } = started();
  store.dispatch({ type: 'lessons/file', file: broken('first.json') });
  await until(() => refused.length > 0);
  store.dispatch({ type: 'lessons/done', id: second });
  assert.deepEqual(JSON.parse(saved.get('rankscope-lessons') ?? ''), [first, second]);
});
