// The controls that move a document of one's own permutation, as elements.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enter, textOf } from '../../support/dom.mjs';
import { NO_INSPECTOR, reduceInspector } from '../../../../www/features/inspect/inspector/inspector-state.js';
import { createStore } from '../../../../www/store/store.js';

const { mount } = await import('../../../../www/features/inspect/inspector/own-ranking-tab.js');

const documents = Array.from({ length: 5 }, (_, at) => ({ line: at + 1, comment: `page ${at}`, grade: at % 2, score: 5 - at }));
const inspection = { query: 0, documents, predicted: [0, 1, 2, 3, 4], reference: [1, 3, 0, 2, 4], violator: [4, 3, 2, 1, 0] };
const state = { inspectorTab: 'own', inspector: NO_INSPECTOR, data: null, query: 0, cursor: { iteration: 0 }, run: { id: 1, status: 'ready', reports: [{}] }, playback: { playing: false },
  snapshot: { run: 1, iteration: 0, inspection, tab: 'own' } };

/** The tab with a chosen document. @param {number} document */
function opened(document) {
  const store = createStore(/** @type {any} */ (state), (/** @type {any} */ now, /** @type {any} */ action) => ({ ...now, inspector: reduceInspector(now.inspector, action, now) }));
  const root = globalThis.document.createElement('div');
  mount(root, /** @type {any} */ (store));
  store.dispatch({ type: 'inspector/choose', document });
  const order = () => [...root.querySelectorAll('.own-list .name')].map(textOf);
  const button = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ ([...root.querySelectorAll('button')].find((one) => textOf(one) === name));
  const rank = /** @type {HTMLInputElement} */ (root.querySelector('.own-rank input'));
  return { order, button, rank, which: () => textOf(/** @type {Element} */ (root.querySelector('.which'))) };
}

test('the field moves the chosen document to the rank that is typed', () => {
  const { order, rank, which } = opened(0);
  assert.deepEqual(order(), ['page 0', 'page 1', 'page 2', 'page 3', 'page 4']);
  assert.equal(rank.value, '1');
  enter(rank, '3');
  assert.deepEqual(order(), ['page 1', 'page 2', 'page 0', 'page 3', 'page 4']);
  assert.equal(which(), 'page 0 at rank 3 of 5');
  enter(rank, '');
  assert.deepEqual(order(), ['page 1', 'page 2', 'page 0', 'page 3', 'page 4'], 'an empty field moves nothing');
});

test('the buttons move the chosen document, and end where the list ends', () => {
  const { order, button, which } = opened(2);
  button('Up').click();
  assert.deepEqual(order(), ['page 0', 'page 2', 'page 1', 'page 3', 'page 4']);
  button('To the end').click();
  assert.equal(which(), 'page 2 at rank 5 of 5');
  assert.ok(button('Down').disabled && !button('Up').disabled);
  button('Down').click();
  button('To the top').click();
  assert.deepEqual(order(), ['page 2', 'page 0', 'page 1', 'page 3', 'page 4']);
  assert.ok(button('Up').disabled && !button('Down').disabled);
  button('Start again').click();
  assert.deepEqual(order(), ['page 0', 'page 1', 'page 2', 'page 3', 'page 4']);
});
