// The service worker: what it keeps when the page rests.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { mayKeepRest } from '../../../../www/features/share/offline/offline-state.js';
import { at } from '../../../../scripts/lib/project.mjs';

const CONTENT = 'a sample';
const HASH = createHash('sha256').update(CONTENT).digest('hex');

/** Starts the worker with two larger files. @param {(path: string) => Response} serve answers its requests */
async function started(serve) {
  /** @type {Record<string, (event: object) => void>} */
  const listeners = {};
  /** @type {Map<string, Response>} */
  const held = new Map();
  /** @type {string[]} */
  const asked = [];
  const cache = { match: async (/** @type {string} */ key) => held.get(key), put: async (/** @type {string} */ key, /** @type {Response} */ response) => { held.set(key, response); } };
  Object.assign(globalThis, {
    self: { registration: { scope: 'https://example.org/page/' }, addEventListener: (/** @type {string} */ type, /** @type {() => void} */ listener) => { listeners[type] = listener; }, skipWaiting() {} },
    caches: { match: cache.match, open: async () => cache },
    fetch: async (/** @type {URL} */ { pathname }) => {
      asked.push(pathname);
      return serve(pathname);
    },
  });
  const source = await readFile(at('www', 'features', 'share', 'offline', 'service-worker.js'), 'utf8');
  const files = JSON.stringify({ version: 'v', ahead: {}, later: { 'samples/a.txt': HASH, 'samples/b.txt': HASH } });
  await import(`data:text/javascript,${encodeURIComponent(source.replace(/const FILES = .*;/, `const FILES = ${files};`))}#${Math.random()}`);
  /** @param {string} data */
  const tell = async (data) => {
    /** @type {Promise<void> | undefined} */
    let work;
    listeners.message({ data, waitUntil: (/** @type {Promise<void>} */ promise) => { work = promise; } });
    await work;
  };
  return { tell, asked, kept: () => [...held.keys()].map((key) => new URL(key).pathname) };
}

test('the larger files are kept once the page asks for them, each once', async () => {
  const { tell, asked, kept } = await started(() => new Response(CONTENT));
  await tell('take over');
  assert.deepEqual(asked, []);
  await tell('keep the rest');
  await tell('keep the rest');
  assert.deepEqual([kept(), asked], [['/page/samples/a.txt', '/page/samples/b.txt'], ['/page/samples/a.txt', '/page/samples/b.txt']]);
});

test('a file of another build is not kept, and a lost connection ends the work', async () => {
  const other = await started((path) => new Response(path.endsWith('a.txt') ? 'other' : CONTENT));
  await other.tell('keep the rest');
  assert.deepEqual(other.kept(), ['/page/samples/b.txt']);
  const lost = await started(() => { throw new TypeError('no network'); });
  await lost.tell('keep the rest');
  assert.deepEqual([lost.kept(), lost.asked.length], [[], 1]);
});

test('a user who saves data fetches a sample when it is used', () => {
  assert.deepEqual([undefined, {}, { saveData: false }, { saveData: true }].map(mayKeepRest), [true, true, true, false]);
});
