// The page's training worker inside a thread of Node, with stubs for the browser. Also counts the freed data sets.

import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { at } from '../../../scripts/lib/project.mjs';

/** @param {unknown} message */
const post = (message) => parentPort?.postMessage(message);

/** @type {{ name: string, postMessage: typeof post, onmessage: (event: { data: unknown }) => void }} */
const scope = { name: '', postMessage: post, onmessage: () => {} };
Object.assign(globalThis, { self: scope });
Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
parentPort?.on('message', (data) => scope.onmessage({ data }));

const { Dataset } = await import('../../../www/wasm/rankscope.js');
const { free } = Dataset.prototype;
let freed = 0;
Dataset.prototype.free = function count() {
  freed += 1;
  post({ type: 'freed', freed });
  free.call(this);
};

await import('../../../www/worker/main.js');
scope.onmessage({ data: await WebAssembly.compile(await readFile(at('www', 'wasm', 'rankscope_bg.wasm'))) });
post({ type: 'listening' });
