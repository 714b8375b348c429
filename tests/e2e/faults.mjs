// Ways to break a page from outside: what the tests of faults do to workers, memory and tabs. The shipped page has no hooks for them.

import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { letor } from './letor.mjs';
import { controls, legend, tableOf, until } from './page.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Worker} Worker */

/** The worker that trains. @param {Page} page @returns {Promise<Worker>} */
export function trainingWorker(page) {
  return until(async () => page.workers().at(-1), Boolean, 'there is a worker').then((worker) => /** @type {Worker} */ (worker));
}

/** Ends a worker without a word, as a browser that is short of memory does. @param {Worker} worker */
export function kill(worker) {
  // The answer never comes: what would give it is gone.
  void worker.evaluate(() => self.close()).catch(() => {});
}

/** What a script before the page's own keeps hold of: the instance of the core in a worker. */
const REACH = `for (const name of ['instantiate', 'instantiateStreaming']) {
  const made = WebAssembly[name];
  WebAssembly[name] = async (...given) => {
    const result = await made.apply(WebAssembly, given);
    globalThis.core = (result.instance ?? result).exports;
    return result;
  };
}
`;

/** Loads the page again with workers whose core the test can reach. @param {Page} page */
export async function reachTheCore(page) {
  await page.route(/\/worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: REACH + await response.text() });
  });
  await page.reload();
}

/** Overwrites the heap of a worker's core, which begins below 1.25 MB: whatever it does next goes wrong inside it. @param {Worker} worker */
export function corrupt(worker) {
  return worker.evaluate(() => {
    const { memory } = /** @type {{ core: { memory: WebAssembly.Memory } }} */ (/** @type {unknown} */ (globalThis)).core;
    new Uint8Array(memory.buffer).fill(0xff, 1.25 * 2 ** 20);
  });
}

/**
 * Leaves a worker's core this much memory, of the 4 GB that it could have had. The rest is asked for and never touched, so the machine does
 * not have to have it.
 * @param {Worker} worker
 * @param {number} megabytes
 */
export function cap(worker, megabytes) {
  return worker.evaluate((left) => {
    const { memory } = /** @type {{ core: { memory: WebAssembly.Memory } }} */ (/** @type {unknown} */ (globalThis)).core;
    memory.grow(2 ** 16 - memory.buffer.byteLength / 2 ** 16 - 16 * left);
  }, megabytes);
}

/** The newest iteration that the page has. @param {Page} page */
export async function newest(page) {
  return Number(await controls(page).slider.getAttribute('max'));
}

/** What the curves show, to be compared later. @param {Page} page */
export async function curves(page) {
  return { legend: await legend(page, 'Objective'), table: await tableOf(page, 'Objective') };
}

/** Text of 36 MB whose numbers take 24 MB. */
export const LARGE = letor({ seed: 1, queries: 300, documents: 100, features: 100 });

/**
 * A LETOR file of so many bytes on disk. Only its first megabytes are text, the rest is a hole: nobody reads that far, and the disk does not
 * hold it.
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
    await file.close();
    await body(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
