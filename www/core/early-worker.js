// Starts the page's worker and fetches the small module before the page's own code is there, because the worker has
// the longest way to go: it fetches its code, makes the module ready and reads the data. A script of its own in the
// built page. No DOM.

import { fetchSmallModule } from './small-module.js';
import { startWorker } from './start-worker.js';

/** What the worker said before the page listened. @type {MessageEvent[]} */
const messages = [];
/** @type {ErrorEvent[]} */
const errors = [];

/** @type {Worker | null} */
let early = startWorker('');
early.onmessage = (event) => messages.push(event);
early.onerror = (event) => {
  event.preventDefault();
  errors.push(event);
};

/** The file of the small module. The first instance of the page is made of it. */
export const smallModule = fetchSmallModule();
// Who waits for the module reports the fault.
smallModule.catch(() => {});

/**
 * Returns the worker that was started early, or null if it has been taken.
 * @returns {{ worker: Worker, replay: () => void } | null} `replay` hands on what it said until then
 */
export function takeEarlyWorker() {
  if (!early) return null;
  const worker = early;
  early = null;
  const replay = () => {
    for (const event of messages) worker.onmessage?.(event);
    for (const event of errors) worker.onerror?.(event);
  };
  return { worker, replay };
}
