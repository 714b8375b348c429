// Reads LETOR text from files, addresses and the generator, packed or not. Knows no messages and no training.

import { Checksum, LetorReader, generate_sample } from '../wasm/rankscope.js';
import { faultOf, messageOf } from '../fault.js';

/** @typedef {import('../protocol.js').Source} Source */
/** @typedef {import('../protocol.js').Sources} Sources */
/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */

/** @typedef {import('../protocol.js').Checksums} Checksums */

/** @typedef {{ train: Dataset, valid: Dataset | null, test: Dataset | null }} Sets */

/**
 * Bytes done, bytes in all where they are known, documents so far. Reading waits for it, and ends with what it throws.
 * @typedef {(done: number, of: number | null, documents: number) => Promise<void>} Report
 */

const PIECE = 65_536; // bytes

/** A source that cannot be fetched or unpacked. */
export class Unreadable extends Error {}

/** Nobody wants the data any more. */
export class Cancelled extends Error {}

/**
 * All the data of a wish, split where it asks for it.
 * @param {Sources} sources
 * @param {(source: Source) => void} begin is told of each source before it is read
 * @param {Report} report
 * @returns {Promise<Sets & { checksums: Checksums }>}
 */
export async function readAll(sources, begin, report) {
  /** @type {Dataset[]} */
  const made = [];
  /** @param {Source | null} source */
  const next = async (source) => {
    if (!source) return null;
    begin(source);
    const read = await readOne(source, report);
    made.push(read.dataset);
    return read;
  };
  try {
    const { dataset: train, checksum } = /** @type {Read} */ (await next(sources.train));
    const valid = await next(sources.valid);
    const test = await next(sources.test);
    const checksums = { train: checksum, valid: valid?.checksum ?? null, test: test?.checksum ?? null };
    if (!sources.holdOut) return { train, valid: valid?.dataset ?? null, test: test?.dataset ?? null, checksums };
    const { shares, seed } = sources.holdOut;
    const parts = train.split(...shares, seed);
    train.free();
    return { train: parts[0], valid: parts[1], test: parts[2], checksums };
  } catch (error) {
    // A broken core cannot be asked to free anything.
    if (!(error instanceof WebAssembly.RuntimeError)) for (const dataset of made) dataset.free();
    throw error;
  }
}

/**
 * The core holds a copy of what it is given: of small pieces, however large the chunks are that a busy machine hands over.
 * @param {Uint8Array<ArrayBuffer>} chunk
 */
function* pieces(chunk) {
  for (let from = 0; from < chunk.length; from += PIECE) yield chunk.subarray(from, from + PIECE);
}

/** The checksum is that of the bytes as they came, packed or not. @typedef {{ dataset: Dataset, checksum: string }} Read */

/**
 * Reads a source chunk by chunk, unpacking gzip by its first two bytes whatever the name says.
 * @param {Source} source
 * @param {Report} report
 * @returns {Promise<Read>}
 */
async function readOne(source, report) {
  const { stream, size } = await open(source);
  const reader = new LetorReader();
  const checksum = new Checksum();
  let done = 0;
  let reported = 0;
  const counted = new TransformStream({
    /** @param {Uint8Array<ArrayBuffer>} chunk @param {TransformStreamDefaultController<Uint8Array<ArrayBuffer>>} controller */
    transform(chunk, controller) {
      done += chunk.byteLength;
      for (const piece of pieces(chunk)) checksum.push(piece);
      controller.enqueue(chunk);
    },
  });
  /** @type {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null} */
  let chunks = null;
  try {
    chunks = (await unpacked(stream.pipeThrough(counted))).getReader();
    for (;;) {
      const { value, done: end } = await chunks.read();
      if (end) break;
      for (const piece of pieces(value)) reader.push(piece);
      if (reader.starved) break;
      if (performance.now() - reported > 50) {
        reported = performance.now();
        await report(done, size, reader.documents);
      }
    }
  } catch (error) {
    // The rest of the file need not be read.
    void chunks?.cancel().catch(() => {});
    if (error instanceof WebAssembly.RuntimeError) throw error;
    reader.free();
    checksum.free();
    if (faultOf(error) || error instanceof Cancelled) throw error;
    // DecompressionStream reads one packed part; what is behind it every browser tells in words of its own.
    const parts = /junk|extra bytes|after the end|past the end/i.test(messageOf(error));
    throw new Unreadable(parts ? 'It is packed in several parts, of which browsers read the first only: unpack it first.' : `The file could not be unpacked or read: ${messageOf(error)}`);
  }
  void chunks.cancel().catch(() => {});
  try {
    return { dataset: reader.finish(), checksum: checksum.hex() };
  } finally {
    checksum.free();
  }
}

/**
 * @param {Source} source
 * @returns {Promise<{ stream: ReadableStream<Uint8Array<ArrayBuffer>>, size: number | null }>}
 */
async function open(source) {
  if (source.kind === 'blob') return { stream: source.blob.stream(), size: source.blob.size };
  if (source.kind === 'generated') {
    const text = generate_sample(source.queries, source.documents, source.seed);
    return { stream: new Blob([new Uint8Array(text)]).stream(), size: text.byteLength };
  }
  const response = await fetch(source.url).catch((error) => { throw new Unreadable(navigator.onLine ? `It could not be fetched: ${messageOf(error)}` : 'It is not on this device yet, and this device is offline.'); });
  if (!response.ok || !response.body) throw new Unreadable(`It could not be fetched: ${response.status} ${response.statusText}`);
  return { stream: response.body, size: Number(response.headers.get('content-length')) || null };
}

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream */
async function unpacked(stream) {
  const [probe, rest] = stream.tee();
  const reader = probe.getReader();
  let head = new Uint8Array(0);
  while (head.length < 2) {
    const { value, done } = await reader.read();
    if (done) break;
    head = new Uint8Array([...head, ...value.subarray(0, 2)]);
  }
  void reader.cancel();
  const packed = head[0] === 0x1f && head[1] === 0x8b;
  return packed ? rest.pipeThrough(new DecompressionStream('gzip')) : rest;
}
