// The page's training worker inside a thread of Node, with stubs for the browser. Also counts the freed data sets.

import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';

/** @param {unknown} message */
const post = (message) => parentPort?.postMessage(message);

/** @type {{ name: string, postMessage: typeof post, onmessage: (event: { data: unknown }) => void }} */
const scope = { name: '', postMessage: post, onmessage: () => {} };
Object.assign(globalThis, { self: scope, fetch: async (/** @type {URL} */ address) => new Response(await readFile(address), { headers: { 'content-type': 'application/wasm' } }) });
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
parentPort?.on('message', (data) => scope.onmessage({ data }));

const { Dataset } = await import('../../../www/wasm/page.js');
const { free } = Dataset.prototype;
let freed = 0;
Dataset.prototype.free = function count() {
  freed += 1;
  post({ type: 'freed', freed });
  free.call(this);
};

await import('../../../www/worker/main.js');
post({ type: 'listening' });
