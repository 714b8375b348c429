// A worker of the page inside a thread of Node, with stubs for the browser. The compiled module comes as a message, as
// from the page. With `counts`, the worker also tells how many data sets it has freed.

import { parentPort, workerData } from 'node:worker_threads';
import { fetchFile } from './file-fetch.mjs';

/** @type {{ name: string, counts: boolean }} */
const { name, counts } = workerData;

/** @param {unknown} message */
const post = (message) => parentPort?.postMessage(message);

/** @type {{ name: string, postMessage: typeof post, onmessage: (event: { data: unknown }) => void }} */
const scope = { name, postMessage: post, onmessage: () => {} };
Object.assign(globalThis, { self: scope, fetch: fetchFile });
Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });

if (counts) {
  const { Dataset } = await import('../../../www/wasm/rankscope.js');
  const { free } = Dataset.prototype;
  let freed = 0;
  Dataset.prototype.free = function count() {
    freed += 1;
    post({ type: 'freed', freed });
    free.call(this);
  };
}

await import('../../../www/worker/main.js');
// Messages wait in the port until now.
parentPort?.on('message', (data) => scope.onmessage({ data }));
