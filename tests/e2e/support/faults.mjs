// Faults that tests inject from outside, in workers, memory and tabs. The shipped page has no hooks for them.

import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { letor } from './letor.mjs';
import { controls, legend, tableOf, until } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Worker} Worker */

/** Returns the newest worker that trains. @param {Page} page @returns {Promise<Worker>} */
export async function trainingWorker(page) {
  const nameOf = (/** @type {Worker} */ worker) => Promise.race([
    // A worker that is being ended may never reply.
    worker.evaluate(() => self.name).catch(() => null), new Promise((resolve) => { setTimeout(resolve, 2_000, null); }),
  ]);
  const found = await until(async () => {
    const workers = page.workers();
    const names = await Promise.all(workers.map(nameOf));
    return workers[names.includes('') ? names.lastIndexOf('') : names.length - 1];
  }, Boolean, 'there is a worker');
  return /** @type {Worker} */ (found);
}

/** Ends a worker silently, as a browser without memory does. @param {Worker} worker */
export function kill(worker) {
  // The reply never arrives, because the worker has ended.
  void worker.evaluate(() => self.close()).catch(() => {});
}

/** A reference to the core in a worker, set by a script that runs before the page's scripts. */
const REACH = `WebAssembly.Instance = class extends WebAssembly.Instance {
  constructor(...given) {
    super(...given);
    globalThis.core = this.exports;
  }
};
`;

/** Loads the page again with workers whose core the test can reach. @param {Page} page */
export async function exposeCore(page) {
  await page.route(/\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: REACH + await response.text() });
  });
  await page.reload();
}

/** Overwrites the heap of a worker's core, which begins below 1.25 MB, so that its next call panics. @param {Worker} worker */
export function corrupt(worker) {
  return worker.evaluate(() => {
    const { memory } = /** @type {{ core: { memory: WebAssembly.Memory } }} */ (/** @type {unknown} */ (globalThis)).core;
    new Uint8Array(memory.buffer).fill(0xff, 1.25 * 2 ** 20);
  });
}

/**
 * Leaves a worker's core this much memory of its possible 4 GB. The rest is reserved and never touched, so the machine does not need it.
 * @param {Worker} worker
 * @param {number} megabytes
 */
export function limitMemory(worker, megabytes) {
  return worker.evaluate((left) => {
    const { memory } = /** @type {{ core: { memory: WebAssembly.Memory } }} */ (/** @type {unknown} */ (globalThis)).core;
    memory.grow(2 ** 16 - memory.buffer.byteLength / 2 ** 16 - 16 * left);
  }, megabytes);
}

/** Returns the newest iteration on the page. @param {Page} page */
export async function newest(page) {
  return Number(await controls(page).slider.getAttribute('max'));
}

/** Returns the values of the curves, for a later comparison. @param {Page} page */
export async function curves(page) {
  return { legend: await legend(page, 'Objective'), table: await tableOf(page, 'Objective') };
}

const LONGEST_HOLE = 1_000_000; // bytes; a line has at most 2^20

/** Text of 36 MB whose numbers need 24 MB. */
export const LARGE = letor({ seed: 1, queries: 300, documents: 100, features: 100 });

/**
 * Writes a LETOR file of this size. Only its first megabytes are text. The rest are holes, which need no disk space, with line ends between them: reading would stop at a line without an end.
 * @param {string} name
 * @param {number} size
 * @param {(path: string) => Promise<void>} body
 */
export async function withLargeFile(name, size, body) {
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-large-'));
  const path = join(folder, name);
  try {
    const file = await open(path, 'w');
    await file.write(LARGE);
    await file.truncate(size);
    for (let end = LARGE.length; end < size; end += LONGEST_HOLE) await file.write('\n', end);
    await file.close();
    await body(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
