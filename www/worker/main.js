// Starts a worker: of the page, of ratings, of clicks, of the sketch pad, of studies, of laboratories, or one that
// reads files. All use this file. The page posts the compiled module, and the worker's name says what it does.

import { initSync } from '../wasm/rankscope.js';
import { messageOf } from '../core/errors.js';
import { serveThePage } from './training-worker.js';

/** What workers do, by the start of their names. @type {[string, () => Promise<() => void>][]} */
const SERVICES = [
  ['ratings', async () => (await import('./ratings-worker.js')).serveRatings],
  ['clicks', async () => (await import('./clicks-worker.js')).serveClicks],
  ['sketch', async () => (await import('./sketch-worker.js')).serveSketches],
  ['reading', async () => (await import('./reading-worker.js')).serveReading],
  ['theory', async () => (await import('./theory-worker.js')).serveTheory],
  ['study', async () => (await import('./study-worker.js')).serveStudies],
  ['', async () => serveThePage],
];

/** What the page posts until the worker can answer. @type {MessageEvent[]} */
const early = [];

/** The compiled module. @type {Promise<WebAssembly.Module>} */
const module = new Promise((resolve) => {
  self.onmessage = (/** @type {MessageEvent} */ event) => {
    if (event.data instanceof WebAssembly.Module) resolve(event.data);
    else early.push(event);
  };
});

async function main() {
  const service = SERVICES.find(([name]) => self.name.startsWith(name))?.[1] ?? (async () => serveThePage);
  const [serve] = await Promise.all([service(), module.then((compiled) => initSync({ module: compiled }))]);
  serve();
  for (const event of early) self.onmessage?.(event);
}

main().catch((error) => self.postMessage({ type: self.name ? 'crashed' : 'not started', message: messageOf(error) }));
