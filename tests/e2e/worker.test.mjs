// The messages of the training worker, without a page: what follows what, whatever is asked in between.

import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { at } from '../../scripts/lib/project.mjs';
import { catalog, initSync } from '../../www/wasm/rankscope.js';

/** @typedef {import('../../www/protocol.js').ToWorker} ToWorker */
/** @typedef {import('../../www/protocol.js').FromWorker | { type: 'freed', freed: number } | { type: 'listening' }} Heard */

/** Milliseconds that any answer may take on the slowest machine. */
const PATIENCE = 30_000;

const NEVER = { every: 3_600_000, until: null }; // an iteration an hour

/** @typedef {import('../../www/protocol.js').TrainingSettings} Settings */
/** @typedef {{ tell: (...messages: ToWorker[]) => void, hear: (isSo: (message: Heard) => unknown, what: string) => Promise<Heard>, settings: Settings, sources: import('../../www/protocol.js').Sources }} Tools */

/** @param {string} name @param {(tools: Tools) => Promise<void>} work */
const workerTest = (name, work) => test(name, { timeout: 4 * PATIENCE }, async () => {
  initSync({ module: await readFile(at('www/wasm/rankscope_bg.wasm')) });
  const settings = /** @type {Settings} */ (catalog().defaults);
  const file = /** @type {const} */ ({ kind: 'blob', name: 'kitchen.txt', blob: new Blob([await readFile(at('www/samples/kitchen.txt'))]) });
  const worker = new Worker(at('tests/e2e/worker-host.mjs'));
  /** @type {Heard[]} What was said and not yet asked for. */
  const said = [];
  let look = () => {};
  worker.on('message', (message) => {
    said.push(message);
    look();
  });
  /** @param {(message: Heard) => unknown} isSo @param {string} what @returns {Promise<Heard>} */
  const hear = (isSo, what) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${what}: not heard; there is ${said.map(({ type }) => type).join(', ')}`)), PATIENCE);
    worker.once('error', reject);
    look = () => {
      const place = said.findIndex(isSo);
      if (place < 0) return;
      clearTimeout(late);
      worker.off('error', reject);
      look = () => {};
      resolve(said.splice(place, 1)[0]);
    };
    look();
  });
  try {
    await hear(({ type }) => type === 'listening', 'the worker begins');
    await work({ tell: (...messages) => messages.forEach((message) => worker.postMessage(message)), hear, settings, sources: { train: file, valid: file, test: file, holdOut: null } });
  } finally {
    await worker.terminate();
  }
});

/** @param {number} run @param {Partial<Settings>} [change] */
const prepare = (run, change) => (/** @type {Settings} */ settings) => /** @type {const} */ ({ type: 'prepare', run, settings: { ...settings, ...change }, again: -1, patience: Infinity });
/** No document has that grade. @type {Partial<Settings>} */
const refused = { method: 'svm-map', threshold: 31 };
/** @param {number} run @returns {ToWorker} */
const look = (run) => ({ type: 'look', run, iteration: 0, query: null, rows: true, pictures: false, tab: 'rankings' });
/** @param {Heard['type']} type @param {number} run */
const of = (type, run) => (/** @type {Heard} */ message) => message.type === type && (message.type === 'look' ? message.look.run : 'run' in message && message.run) === run;

workerTest('the run before a refused one is looked at as before', async ({ tell, hear, settings, sources }) => {
  tell({ type: 'load', load: 0, sources, settings: null }, prepare(1)(settings));
  await hear(of('paused', 1), 'run 1 is ready');
  tell(prepare(2, refused)(settings), look(1));
  await hear(of('run failed', 2), 'run 2 is refused');
  await hear(of('look', 1), 'run 1 answers');
});

workerTest('a question that another run overtakes is answered all the same', async ({ tell, hear, settings, sources }) => {
  // The data of a load 0 are waited for, so all the rest has come when run 1 begins.
  tell({ type: 'load', load: 0, sources, settings: null }, prepare(1)(settings), look(1), prepare(2, refused)(settings));
  await hear(of('question dropped', 1), 'the look is dropped');
  await hear(of('run failed', 2), 'run 2 is refused');
  await hear(of('paused', 1), 'run 1 is made ready');
  tell(look(1), look(3));
  await hear(of('look', 1), 'run 1 answers');
  await hear(of('question dropped', 3), 'a run that is not there has nothing to show');
});

workerTest('a run that waits for its pace keeps nothing else waiting', async ({ tell, hear, settings, sources }) => {
  tell({ type: 'load', load: 0, sources, settings: null }, prepare(1)(settings));
  await hear(of('paused', 1), 'run 1 is ready');
  tell({ type: 'go', run: 1, pace: NEVER, anyway: false });
  await hear((message) => message.type === 'reports' && message.run === 1 && message.reports.some(({ iteration }) => iteration === 1), 'run 1 makes an iteration');
  tell(prepare(2)(settings));
  await hear(of('paused', 2), 'run 2 is ready within the hour');
  tell({ type: 'go', run: 2, pace: NEVER, anyway: false });
  await hear((message) => message.type === 'reports' && message.run === 2 && message.reports.some(({ iteration }) => iteration === 1), 'run 2 makes an iteration');
  tell({ type: 'pause', run: 2 }, { type: 'step', run: 2, steps: 1, anyway: false });
  await hear((message) => message.type === 'reports' && message.run === 2 && message.reports.some(({ iteration }) => iteration === 2), 'a step is made at once');
  tell({ type: 'go', run: 2, pace: NEVER, anyway: false }, { type: 'go', run: 2, pace: null, anyway: false });
  await hear(of('stopped', 2), 'another pace holds at once');
});

workerTest('data that others take the place of are freed', async ({ tell, hear, settings, sources }) => {
  tell({ type: 'load', load: 1, sources, settings });
  await hear((message) => message.type === 'loaded', 'the data are there');
  tell(prepare(1)(settings));
  await hear(of('paused', 1), 'run 1 is ready');
  tell({ type: 'load', load: 2, sources: { ...sources, valid: null, test: null }, settings });
  await hear((message) => message.type === 'freed' && message.freed === 3, 'training, validation and test data are freed');
  await hear((message) => message.type === 'loaded' && message.load === 2, 'the others are there');
  tell(prepare(2)(settings));
  await hear(of('paused', 2), 'run 2 is ready');
  tell(look(2));
  await hear(of('look', 2), 'and can be looked at');
});
