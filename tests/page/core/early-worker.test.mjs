// The worker that starts before the page's code is there: nothing that it says until then is lost, and it is taken once.

import assert from 'node:assert/strict';
import { test } from 'node:test';

test('the early worker is taken once, and repeats what it said before', async () => {
  /** @type {any[]} */
  const started = [];
  /** @type {string[]} */
  const fetched = [];
  Object.assign(globalThis, {
    Worker: class { constructor() { started.push(this); } },
    fetch: async (/** @type {URL} */ url) => { fetched.push(String(url).split('/').at(-1) ?? ''); throw new Error('offline'); },
  });
  const { smallModule, takeEarlyWorker } = await import('../../../www/core/early-worker.js');
  assert.equal(started.length, 1, 'it starts as soon as the script runs');
  assert.deepEqual(fetched, ['page.packed'], 'and so does the module of the page');
  await assert.rejects(smallModule, /offline/, 'who waits for the module learns why it is not there');

  started[0].onmessage({ data: 'one' });
  let prevented = false;
  started[0].onerror({ message: 'broken', preventDefault: () => { prevented = true; } });
  assert.ok(prevented, 'the console does not repeat what the page will say');
  const early = takeEarlyWorker();
  assert.equal(takeEarlyWorker(), null, 'the next worker is another one');
  assert.ok(early);
  /** @type {unknown[]} */
  const heard = [];
  early.worker.onmessage = (event) => heard.push(event.data);
  early.worker.onerror = (event) => heard.push(event.message);
  early.replay();
  assert.deepEqual(heard, ['one', 'broken']);
});
