// The worker that reads one file in another format, and writes it as LETOR text.

import { Checksum, DataReader } from '../wasm/rankscope.js';
import { breakdownOf, failureOf, faultOf, messageOf } from '../core/errors.js';
import { whyUnreadable } from '../lib/file-problem.js';
import { takePanic } from './panic-log.js';
import { unpacked } from './unpack.js';

/** @typedef {import('../core/reading-protocol.js').FromReading} FromReading */
/** @typedef {import('../core/reading-protocol.js').ToReading} ToReading */

const PIECE = 65_536; // bytes
const ROWS = 2_000; // documents written at once
const EVERY = 100; // ms between reports

/** Listens to the page. */
export function serveReading() {
  self.onmessage = (/** @type {MessageEvent<ToReading>} */ { data }) => {
    void read(data).catch(async (error) => {
      if (error instanceof WebAssembly.RuntimeError) {
        return post({ type: 'crashed', message: breakdownOf(error, takePanic()) });
      }
      const why = faultOf(error) ? null : await whyUnreadable(data.blob);
      post({ type: 'unread', failure: why ? { message: why, problems: [], total: 0 } : failureOf(error) });
    });
  };
  post({ type: 'awake' });
}

/** @param {ToReading} message */
async function read({ blob, settings, groups, like }) {
  const reader = new DataReader(settings, groups, like);
  const checksum = new Checksum();
  let done = 0;
  let reported = performance.now();
  const counted = new TransformStream({
    /** @param {Uint8Array<ArrayBuffer>} chunk @param {TransformStreamDefaultController} controller */
    transform(chunk, controller) {
      done += chunk.byteLength;
      for (let from = 0; from < chunk.length; from += PIECE) checksum.push(chunk.subarray(from, from + PIECE));
      controller.enqueue(chunk);
    },
  });
  const chunks = (await unpacked(blob.stream().pipeThrough(counted))).getReader();
  for (;;) {
    const { value, done: end } = await chunks.read().catch((error) => {
      throw new Error(`The file could not be unpacked or read: ${messageOf(error)}`);
    });
    if (end || reader.stopped) break;
    for (let from = 0; from < value.length; from += PIECE) reader.push(value.subarray(from, from + PIECE));
    if (performance.now() - reported < EVERY) continue;
    reported = performance.now();
    post({ type: 'reading', done, of: blob.size, documents: reader.documents });
  }
  void chunks.cancel().catch(() => {});
  const file = reader.finish();
  /** @type {BlobPart[]} */
  const parts = [];
  for (let first = 0; first < file.documents; first += ROWS) {
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (file.letor(first, ROWS)));
  }
  const data = file.dataset();
  const names = data.summary().feature_names;
  data.free();
  post({ type: 'read', letor: new Blob(parts), readAs: file.read_as, rules: file.rules, checksum: checksum.hex(),
    documents: file.documents, names: names.every((name) => typeof name === 'string') ? names : [] });
}

/** @param {FromReading} message */
function post(message) {
  self.postMessage(message);
}
