// The small module is unpacked while it arrives, and a host without it is named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fetchSmallModule } from '../../../www/core/small-module.js';

/** @param {() => Response} answer */
function hostSends(answer) {
  Object.assign(globalThis, { fetch: async () => answer() });
}

test('the browser gets the unpacked module with the type that it compiles while it arrives', async () => {
  const module = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
  hostSends(() => new Response(gzipSync(module)));
  const file = await fetchSmallModule();
  assert.equal(file.headers.get('Content-Type'), 'application/wasm');
  assert.deepEqual(new Uint8Array(await file.arrayBuffer()), module);
});

test('what the host sends instead of the module is refused', async () => {
  hostSends(() => new Response('not here', { status: 404 }));
  await assert.rejects(fetchSmallModule(), /the host does not send the compiled core \(404\)$/);
  hostSends(() => new Response('<!doctype html>'));
  await assert.rejects((await fetchSmallModule()).arrayBuffer(), 'a page is not a module');
});
