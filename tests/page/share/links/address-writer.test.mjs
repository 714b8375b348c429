// The address follows the page, without new entries in the history.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressWriter } from '../../../../www/features/share/links/address-writer.js';
import { HIDEABLE, LINKABLE, SHOWABLE } from '../../../../www/app/parts.js';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { createStore } from '../../../../www/store/store.js';

/** A browser's history that counts its entries. */
function openedHistory() {
  const entries = ['http://host/path/?q#v=1&c=2'];
  Object.assign(globalThis, {
    location: { get href() { return entries.at(-1); }, get hash() { return new URL(String(entries.at(-1))).hash; }, pathname: '/path/', search: '?q' },
    history: {
      state: null,
      replaceState: (/** @type {unknown} */ _state, /** @type {string} */ _title, /** @type {string} */ to) => { entries[entries.length - 1] = new URL(to, entries.at(-1)).href; },
      pushState: (/** @type {unknown} */ _state, /** @type {string} */ _title, /** @type {string} */ to) => { entries.push(new URL(to, entries.at(-1)).href); },
    },
  });
  return entries;
}

const settings = /** @type {any} */ ({ method: 'dorm', measure: 'ndcg@10', c: 10, components: [], measures: [] });
const catalog = /** @type {any} */ ({ defaults: settings, methods: [] });
const request = /** @type {any} */ ({ sample: 'generated', name: 'sample', train: { kind: 'generated', queries: 3, documents: 4, seed: 1 }, valid: null, test: null, holdOut: true, settings: {}, picture: null });

/** A page with data, and its writer. */
function page() {
  const store = createStore(initialState(catalog, 'system'), reduce);
  store.dispatch({ type: 'load', request });
  store.dispatch(/** @type {any} */ ({ type: 'loaded', load: 1, summaries: { train: { queries: 3 }, valid: null, test: null }, checksums: { train: '0123456789abcdef', valid: null, test: null } }));
  let busy = false;
  const world = /** @type {any} */ ({ catalog, check: () => null, samples: [], first: 'generated', unnamed: 'generated', panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE });
  return { store, writer: new AddressWriter(/** @type {any} */ (store), world, () => busy), setBusy: (/** @type {boolean} */ now) => { busy = now; } };
}

test('a link holds the settings, and writing it adds no entry', () => {
  const entries = openedHistory();
  const { store, writer } = page();
  store.dispatch({ type: 'settings', change: { c: 4 } });
  store.dispatch({ type: 'panel', panel: 'runs', open: true });
  assert.match(writer.link(), /^http:\/\/host\/path\/\?q#v=1&.*c=4/);
  store.dispatch({ type: 'settings', change: { c: 5 } });
  assert.match(writer.link(), /c=5/);
  assert.equal(entries.length, 1, 'Back leaves the page');
  assert.match(String(entries[0]), /#v=1&.*c=5/, 'the address is that of the page');
});

test('while a link is opened the address stays its own', () => {
  const entries = openedHistory();
  const { store, writer, setBusy } = page();
  setBusy(true);
  store.dispatch({ type: 'settings', change: { c: 4 } });
  writer.link();
  assert.equal(entries[0], 'http://host/path/?q#v=1&c=2');
});

test('an address that the user typed stays until the page has read it', () => {
  const entries = openedHistory();
  const { store, writer } = page();
  entries[0] = 'http://host/path/?q#open=runs';
  store.dispatch({ type: 'settings', change: { c: 4 } });
  writer.link();
  assert.equal(entries[0], 'http://host/path/?q#open=runs');
  writer.accept();
  writer.link();
  assert.match(String(entries[0]), /#v=1&.*c=4/);
});
