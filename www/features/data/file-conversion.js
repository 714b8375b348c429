// Has a worker read a file in another format and write it as LETOR text. No DOM.
//
// Everything behind it sees only this text: the engine, links, replays and lessons know no formats. The text has the
// line numbers of the file.

import { startWorker } from '../../core/start-worker.js';

/** @typedef {import('../../core/reading-protocol.js').Converted} Converted */
/** @typedef {import('../../core/reading-protocol.js').FromReading} FromReading */
/** @typedef {import('../../core/reading-protocol.js').ToReading} ToReading */
/** @typedef {import('../../core/protocol.js').Failure} Failure */

/** A file that these rules cannot read. */
export class Unread extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * @param {ToReading} request
 * @param {(message: Extract<FromReading, { type: 'reading' }>) => void} report
 * @param {AbortSignal} signal ends the worker
 * @returns {Promise<Converted>} throws `Unread` if the file cannot be read
 */
export function converted(request, report, signal) {
  const worker = startWorker('reading');
  /** @type {Promise<Converted>} */
  const done = new Promise((resolve, reject) => {
    /** @param {string} message */
    const lose = (message) => reject(new Unread({ message, problems: [], total: 0 }));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onerror = (event) => {
      event.preventDefault();
      lose(event.message || 'The worker that reads files could not be started.');
    };
    worker.onmessage = (/** @type {MessageEvent<FromReading>} */ { data }) => {
      switch (data.type) {
        case 'awake': return worker.postMessage(request);
        case 'reading': return report(data);
        case 'read': return resolve(data);
        case 'unread': return reject(new Unread(data.failure));
        case 'crashed': return lose(`The worker that reads files ended: ${data.message}`);
        default: return undefined;
      }
    };
  });
  return done.finally(() => worker.terminate());
}
