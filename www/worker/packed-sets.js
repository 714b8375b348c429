// Packs data sets into blobs, so that one worker reads a file for all of them: a blob crosses workers by reference. The
// browser frees a blob once no page and no worker holds it. Knows no messages and no training.

import { faultOf } from '../core/errors.js';
import { Packer, Unpacker } from '../wasm/rankscope.js';

/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */

/**
 * Returns a set as a blob, or null where the browser has no room for it. The set stays.
 * @param {Dataset} dataset
 */
export function pack(dataset) {
  const packer = new Packer(dataset);
  /** @type {Blob[]} */
  const parts = [];
  try {
    // A piece leaves the memory of this worker at once.
    for (let piece = packer.next_piece(); piece; piece = packer.next_piece()) {
      parts.push(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (piece)]));
    }
    packer.free();
    return new Blob(parts);
  } catch (error) {
    // A core that has panicked must not be called again.
    if (error instanceof WebAssembly.RuntimeError) throw error;
    packer.free();
    return null;
  }
}

/**
 * Returns the set of a blob, or null if the browser cannot read the blob. Throws if its bytes are of no use.
 * @param {Blob} blob
 */
export async function unpack(blob) {
  const unpacker = new Unpacker();
  // A stream, because every slice of a blob is a request to the browser.
  const chunks = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (blob.stream()).getReader();
  try {
    for (let next = await chunks.read(); !next.done; next = await chunks.read()) unpacker.push(next.value);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error;
    void chunks.cancel().catch(() => {});
    unpacker.free();
    if (faultOf(error)) throw error;
    return null;
  }
  return unpacker.finish();
}
