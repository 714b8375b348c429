// What the page says of a link once its data are there. The worker is played by the test.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../page/support/dom.mjs';
import { LinkOpener } from '../../www/features/share/links/link-opener.js';
import { HIDEABLE, LINKABLE, SHOWABLE } from '../../www/app/parts.js';
import { initialState, reduce } from '../../www/app/reducer.js';
import { viewOf } from '../../www/features/share/links/url-reader.js';
import { SAMPLES, FIRST_SAMPLE, UNNAMED_SAMPLE } from '../../www/features/data/samples.js';
import { createStore } from '../../www/store/store.js';

const settings = /** @type {any} */ ({ method: 'dorm', measure: 'ndcg@10', c: 10, components: [], measures: [] });
const catalog = /** @type {any} */ ({ defaults: settings, methods: [] });
const world = /** @type {any} */ ({ catalog, check: () => null, samples: SAMPLES, first: FIRST_SAMPLE, unnamed: UNNAMED_SAMPLE, panels: LINKABLE, hideable: HIDEABLE, showable: SHOWABLE });

/** Opens a link and loads data with this checksum. @param {string} fragment @param {string} checksum @param {object} [change] of the settings before */
async function openedWith(fragment, checksum, change = {}) {
  const store = createStore(initialState(catalog, 'system'), reduce);
  store.dispatch({ type: 'settings', change });
  const opener = new LinkOpener(/** @type {any} */ (store));
  store.subscribe((_state, action) => opener.follow(/** @type {any} */ (action)));
  await opener.open(viewOf(fragment, world), () => true);
  const { loading } = store.get();
  assert.ok(loading, 'the data of the link are read');
  store.dispatch(/** @type {any} */ ({ type: 'loaded', load: loading.load, summaries: { train: { queries: 3 }, valid: null, test: null }, checksums: { train: checksum, valid: null, test: null } }));
  return store.get();
}

test('a link to a sample that has changed since says so', async () => {
  const { alert } = await openedWith(`v=1&sample=${UNNAMED_SAMPLE}&sample-checksum=0123456789abcdef`, 'fedcba9876543210');
  assert.equal(alert?.title, 'This link was made with other data.');
  assert.match(String(alert?.detail), /^The sample Web search \(generated\) has changed since/);
});

test('a link to a sample that is the same opens without a word', async () => {
  assert.equal((await openedWith(`v=1&sample=${UNNAMED_SAMPLE}&sample-checksum=0123456789abcdef`, '0123456789abcdef')).alert, null);
  assert.equal((await openedWith(`v=1&sample=${UNNAMED_SAMPLE}`, '0123456789abcdef')).alert, null, 'a link without a checksum cannot tell');
});

test('a setting that the link leaves out does not stay as the page had it', async () => {
  const { run, settings: now } = await openedWith(`v=1&sample=${UNNAMED_SAMPLE}&c=3`, '0123456789abcdef', { cut_off: 7, c: 5 });
  assert.deepEqual([now.c, now.cut_off, run?.settings.cut_off], [3, undefined, undefined]);
});

test('parts that cannot be read are named', async () => {
  const { alert } = await openedWith(`v=1&sample=${UNNAMED_SAMPLE}&query=abc`, '0123456789abcdef');
  assert.equal(alert?.title, 'Some parts of this link were ignored.');
  assert.match(String(alert?.detail), /^query: /);
});
