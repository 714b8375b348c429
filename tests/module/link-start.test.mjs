// A link in the address is still there while what opens it is being fetched. What opens it imports the module.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HIDEABLE, LINKABLE, SHOWABLE } from '../../www/app/parts.js';
import { initialState, reduce } from '../../www/app/reducer.js';
import { createStore } from '../../www/store/store.js';

const LINK = 'http://host/path/#v=1&c=2';

test('a link stays in the address until it is opened', async () => {
  let address = 'http://host/path/';
  /** @type {(event: { newURL: string }) => void} */
  let changed = () => {};
  Object.assign(globalThis, {
    location: { get href() { return address; }, get hash() { return new URL(address).hash; }, pathname: '/path/', search: '' },
    history: { state: null, replaceState: (/** @type {unknown} */ _state, /** @type {string} */ _title, /** @type {string} */ to) => { address = new URL(to, address).href; } },
    document: { getElementById: () => null, baseURI: address },
    addEventListener: (/** @type {string} */ _type, /** @type {typeof changed} */ listener) => { changed = listener; },
  });
  const { startLinks } = await import('../../www/features/share/links/link-start.js');
  const settings = /** @type {any} */ ({ method: 'dorm', measure: 'ndcg@10', c: 10, components: [], measures: [] });
  const catalog = /** @type {any} */ ({ defaults: settings, methods: [] });
  const store = createStore(initialState(catalog, 'system'), reduce);
  const world = /** @type {any} */ ({ catalog, check: () => null, samples: [], first: 'generated', unnamed: 'generated', panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE });
  const links = startLinks(/** @type {any} */ (store), world);
  links.begin();
  const { loading } = store.get();
  assert.ok(loading, 'the first sample is being read');
  store.dispatch(/** @type {any} */ ({ type: 'loaded', load: loading.load, summaries: { train: { queries: 3 }, valid: null, test: null }, checksums: { train: '0123456789abcdef', valid: null, test: null } }));
  links.link();
  assert.match(address, /#v=1&hold-out=1/, 'the address is written');

  address = LINK;
  store.dispatch({ type: 'settings', change: { c: 4 } });
  links.link();
  assert.equal(address, LINK, 'before the page has noticed the link');
  changed({ newURL: LINK });
  links.link();
  assert.equal(address, LINK, 'while the opener is fetched');
  await new Promise((/** @type {(value: void) => void} */ resolve) => {
    store.subscribe((state) => { if (state.loadCount === 2 || state.alert) resolve(); });
  });
  assert.equal(store.get().loadCount, 2, `the link is opened: ${JSON.stringify(store.get().alert)}`);
});
