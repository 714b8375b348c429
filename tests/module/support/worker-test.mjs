// Tests that talk with one worker of the page, in a thread of Node.

import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { at } from '../../../scripts/lib/project.mjs';
import { LetorReader, catalog, initSync } from '../../../www/wasm/rankscope.js';

/** @typedef {import('../../../www/core/protocol.js').ToWorker} ToWorker */
/** @typedef {import('../../../www/core/study-protocol.js').ToStudy} ToStudy */
/** @typedef {import('../../../www/core/study-protocol.js').FromStudy} FromStudy */
/** @typedef {import('../../../www/core/protocol.js').FromWorker | { type: 'freed', freed: number }} Heard */
/** @typedef {import('../../../www/core/protocol.js').TrainingSettings} Settings */
/** @typedef {import('../../../www/core/protocol.js').Sources} Sources */

/**
 * `tell` posts to the worker. `hear` takes the first message that is as wanted, and waits for it. `said`: the messages
 * that no `hear` has taken, in their order.
 * @template In, Out
 * @typedef {{ tell: (...messages: In[]) => void, hear: (isSo: (message: Out) => unknown, what: string) => Promise<Out>,
 *   said: Out[], settings: Settings, sources: Sources }} Tools
 */

/** Milliseconds without any message after which a wait fails. */
const STALL = 90_000;

/** The data of the tests. */
const FILE = at('www', 'samples', 'kitchen.txt');

/** Returns the data of the tests in this thread. */
export async function kitchen() {
  const reader = new LetorReader();
  reader.push(await readFile(FILE));
  return reader.finish();
}

/** Tests the worker of the page. @param {string} name @param {(tools: Tools<ToWorker, Heard>) => Promise<void>} work */
export const workerTest = (name, work) => testWith('', name, work);

/** Tests a worker that trains cells of studies. @param {string} name
 * @param {(tools: Tools<ToStudy, FromStudy>) => Promise<void>} work */
export const poolTest = (name, work) => testWith('study-cells', name, work);

/** @param {string} kind the name of the worker @param {string} name @param {(tools: any) => Promise<void>} work */
function testWith(kind, name, work) {
  test(name, { timeout: 10 * STALL }, async () => {
    const module = await WebAssembly.compile(await readFile(at('www', 'wasm', 'rankscope_bg.wasm')));
    initSync({ module });
    const settings = /** @type {Settings} */ (catalog().defaults);
    const file = /** @type {const} */ ({ kind: 'blob', name: 'kitchen.txt', blob: new Blob([await readFile(FILE)]) });
    const worker = new Worker(at('tests', 'module', 'support', 'worker-host.mjs'),
      { workerData: { name: kind, counts: kind === '' } });
    try {
      worker.postMessage(module);
      await work({ ...listener(worker), settings, sources: { train: file, valid: file, test: file, holdOut: null },
        tell: (/** @type {unknown[]} */ ...messages) => messages.forEach((message) => worker.postMessage(message)) });
    } finally {
      await worker.terminate();
    }
  });
}

/** @param {Worker} worker */
function listener(worker) {
  /** What was said and not yet asked for. @type {any[]} */
  const said = [];
  let look = () => {};
  worker.on('message', (message) => {
    said.push(message);
    look();
  });
  /** @param {(message: any) => unknown} isSo @param {string} what @returns {Promise<any>} */
  const hear = (isSo, what) => new Promise((resolve, reject) => {
    const late = setTimeout(() =>
      reject(new Error(`${what}: not heard; there is ${said.map(({ type }) => type).join(', ')}`)), STALL);
    worker.once('error', reject);
    look = () => {
      const place = said.findIndex(isSo);
      if (place < 0) return void late.refresh();
      clearTimeout(late);
      worker.off('error', reject);
      look = () => {};
      resolve(said.splice(place, 1)[0]);
    };
    look();
  });
  return { said, hear };
}

/**
 * Makes the message that prepares a run.
 * @param {number} run @param {Settings} settings @param {Partial<Settings>} [change] @param {number} [again]
 */
export const prepare = (run, settings, change, again = -1) =>
  /** @type {const} */ ({ type: 'prepare', run, settings: { ...settings, ...change }, again, stepLimit: Infinity });

/** Whether a message is of a type and about a run. @param {Heard['type']} type @param {number} run */
export const of = (type, run) => (/** @type {Heard} */ message) =>
  message.type === type
    && (message.type === 'snapshot' ? message.snapshot.run : 'run' in message && message.run) === run;
