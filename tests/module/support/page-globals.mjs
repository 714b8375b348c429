// What the parts of the page without views use of the browser: the page's address, files, and workers. To be imported
// before them.

import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { at } from '../../../scripts/lib/project.mjs';
import { fetchFile } from './file-fetch.mjs';

/** The threads that run. @type {Set<Worker>} */
const threads = new Set();
let closed = false;

/** Ends the threads. A page that waits for an answer would begin another one, so from then on none begins. */
export async function endThreads() {
  closed = true;
  await Promise.all([...threads].map((thread) => thread.terminate()));
}

/** A worker of the page as a thread of Node. Every worker runs the same file. */
class PageWorker {
  /** @type {(event: { data: unknown }) => void} */
  onmessage = () => {};
  /** @type {(event: { message: string, preventDefault: () => void }) => void} */
  onerror = () => {};
  /** @type {Worker | null} */
  #thread = null;

  /** @param {URL} _address @param {{ name?: string }} [options] */
  constructor(_address, { name = '' } = {}) {
    if (closed) return;
    const thread = new Worker(at('tests', 'module', 'support', 'worker-host.mjs'), { workerData: { name } });
    this.#thread = thread;
    threads.add(thread);
    thread.on('message', (data) => this.onmessage({ data }));
    thread.on('error', (error) =>
      this.onerror({ message: error instanceof Error ? error.message : String(error), preventDefault: () => {} }));
    thread.on('exit', () => threads.delete(thread));
  }

  /** @param {unknown} message */
  postMessage(message) {
    this.#thread?.postMessage(message);
  }

  terminate() {
    void this.#thread?.terminate();
  }
}

Object.assign(globalThis, {
  Worker: PageWorker, fetch: fetchFile, document: { baseURI: `${pathToFileURL(at('www')).href}/` },
});
// Without `locks`, the page relies on the messages of its workers.
Object.defineProperty(globalThis, 'navigator', { value: { onLine: true, hardwareConcurrency: 2 }, configurable: true });
