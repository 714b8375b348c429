// Starts workers, also in a page without an origin, such as a frame with sandbox="allow-scripts". No DOM.

import { compiledCore } from './module.js';

/**
 * The script of a worker without an origin: it imports the worker's file, and hands on what was posted until then. It
 * cannot be a module, because Chromium refuses modules of blob: addresses without an origin.
 * @param {string} address
 */
const importing = (address) => `let early=[];onmessage=e=>early.push(e);import(${JSON.stringify(address)})`
  + '.then(()=>early.map(e=>onmessage(e)),e=>setTimeout(()=>{throw e}))';

/**
 * A worker as the browser makes it. Browsers refuse workers of the site to a page without an origin. There the worker
 * is a script of the page's own, which imports the worker's file; for that the host must allow other origins to read
 * its files.
 * @param {URL} address @param {WorkerOptions} options
 */
const start = function start(address, options) {
  return globalThis.origin === 'null'
    ? new globalThis.Worker(URL.createObjectURL(new Blob([importing(address.href)])), { name: options.name })
    : new globalThis.Worker(address, options);
};

/** The bundler looks for this name. */
const Worker = /** @type {typeof globalThis.Worker} */ (/** @type {unknown} */ (start));

/** Starts a worker with the compiled core. @param {string} name tells the worker what it is for; see worker/main.js */
export function startWorker(name) {
  const worker = new Worker(new URL('../worker/main.js', import.meta.url), { type: 'module', name });
  // Without the core there is no page either, and the page says so.
  compiledCore().then((core) => worker.postMessage(core), () => {});
  return worker;
}
