// Views that are loaded when they are first needed, over a network that fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mountWhen } from '../../../www/app/lazy-view.js';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { isOpen } from '../../../www/store/panels.js';
import { createStore } from '../../../www/store/store.js';

test('a view that fails to load is reported, and retried when it is next needed', async () => {
  const store = createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce);
  let online = false;
  let fetched = 0;
  let mounted = 0;
  const fetch = async () => {
    fetched += 1;
    if (!online) throw new Error('Failed to fetch');
    return { mount: () => { mounted += 1; } };
  };
  mountWhen(/** @type {any} */ ({}), store, (state) => isOpen(state, 'slow-motion'), fetch, { title: 'Slow motion could not be fetched.', again: 'Open it again' });
  /** @param {boolean} open */
  const panel = async (open) => {
    store.dispatch({ type: 'panel', panel: 'slow-motion', open });
    await new Promise((resolve) => { setTimeout(resolve); });
  };
  await panel(false);
  assert.equal(fetched, 0, 'nobody needs it');
  await panel(true);
  assert.deepEqual([fetched, mounted, store.get().alert?.title, store.get().alert?.detail], [1, 0, 'Slow motion could not be fetched.', 'Failed to fetch. Open it again when there is a connection.']);
  online = true;
  await panel(true);
  assert.equal(fetched, 1, 'telling it asks for nothing again');
  await panel(false);
  await panel(true);
  assert.deepEqual([fetched, mounted], [2, 1], 'it is there');
  await panel(false);
  await panel(true);
  assert.deepEqual([fetched, mounted], [2, 1], 'once');
});

test('a view that is needed for another reason is tried again, and the need is checked on request', async () => {
  const store = createStore(initialState(/** @type {any} */ ({ defaults: {} }), 'system'), reduce);
  /** @type {string | false} */
  let reason = false;
  let fetched = 0;
  const fetch = async () => {
    fetched += 1;
    throw new Error('Failed to fetch');
  };
  const check = mountWhen(/** @type {any} */ ({}), store, () => reason, fetch, { title: 'Not there.', again: 'Open it again' });
  /** @param {string | false} now */
  const after = async (now) => {
    reason = now;
    check();
    await new Promise((resolve) => { setTimeout(resolve); });
    return fetched;
  };
  assert.equal(await after(false), 0);
  assert.equal(await after('a narrow screen'), 1, 'without a change of the state');
  assert.equal(await after('a narrow screen'), 1, 'the same need');
  assert.equal(await after('its tab'), 2, 'another need');
});
