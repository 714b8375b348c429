// What the parts of the page without views use of the browser: the page's address, files, and workers. To be imported
// before them.

import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { at } from '../../../scripts/lib/project.mjs';
import { fetchFile } from './file-fetch.mjs';

/** The threads that run. @type {Set<Worker>} */
export const threads = new Set();

/** A worker of the page as a thread of Node. Every worker runs the same file. */
class PageWorker {
  /** @type {(event: { data: unknown }) => void} */
  onmessage = () => {};
  /** @type {(event: { message: string, preventDefault: () => void }) => void} */
  onerror = () => {};
  #thread;

  /** @param {URL} _address @param {{ name?: string }} [options] */
  constructor(_address, { name = '' } = {}) {
    this.#thread = new Worker(at('tests', 'module', 'support', 'worker-host.mjs'), { workerData: { name } });
    threads.add(this.#thread);
    this.#thread.on('message', (data) => this.onmessage({ data }));
    this.#thread.on('error', (error) =>
      this.onerror({ message: error instanceof Error ? error.message : String(error), preventDefault: () => {} }));
    this.#thread.on('exit', () => threads.delete(this.#thread));
  }

  /** @param {unknown} message */
  postMessage(message) {
    this.#thread.postMessage(message);
  }

  terminate() {
    void this.#thread.terminate();
  }
}

Object.assign(globalThis, {
  Worker: PageWorker, fetch: fetchFile, document: { baseURI: `${pathToFileURL(at('www')).href}/` },
});
// Without `locks`, the page relies on the messages of its workers.
Object.defineProperty(globalThis, 'navigator', { value: { onLine: true, hardwareConcurrency: 2 }, configurable: true });
