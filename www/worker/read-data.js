// Reads LETOR text from files, addresses and the generator, packed or not, and pages. Knows no messages and no
// training.

import { Checksum, DataReader, LetorReader, generate_sample } from '../wasm/rankscope.js';
import { faultOf, messageOf } from '../core/errors.js';
import { whyUnreadable } from '../lib/file-problem.js';
import { probed, unpack } from './unpack.js';

/** @typedef {import('../core/protocol.js').Source} Source */
/** @typedef {import('../core/protocol.js').Sources} Sources */
/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */

/** @typedef {import('../core/protocol.js').Checksums} Checksums */

/** @typedef {import('../core/protocol.js').WholeData} WholeData */

/** @typedef {{ train: Dataset, valid: Dataset | null, test: Dataset | null }} Sets */

/**
 * Gets the bytes read, all bytes if known, and the documents read. Reading waits for it, and fails if it throws.
 * @typedef {(done: number, of: number | null, documents: number) => Promise<void>} Report
 */

const PIECE = 65_536; // bytes
const BRACE = 0x7b; // { begins pages, and no line of LETOR text

/** A source that cannot be fetched or unpacked. */
export class Unreadable extends Error {}

/** Reading was cancelled. */
export class Cancelled extends Error {}

/**
 * Reads all data of a request, leaves features out, and splits the data if required.
 * @param {Sources} sources
 * @param {(source: Source) => void} begin called with each source before it is read
 * @param {Report} report
 * @returns {Promise<Sets & { checksums: Checksums, whole: WholeData | null }>}
 */
export async function readAll(sources, begin, report) {
  /** @type {Dataset[]} */
  const datasets = [];
  /** @param {Source | null} source */
  const next = async (source) => {
    if (!source) return null;
    begin(source);
    const read = await readOne(source, report);
    datasets.push(read.dataset);
    return read;
  };
  try {
    const { dataset: train, checksum } = /** @type {Read} */ (await next(sources.train));
    const valid = await next(sources.valid);
    const test = await next(sources.test);
    const checksums = { train: checksum, valid: valid?.checksum ?? null, test: test?.checksum ?? null };
    const sets = { train, valid: valid?.dataset ?? null, test: test?.dataset ?? null };
    const { rest, whole } = withoutFeatures(sets, sources.without ?? [], datasets);
    if (!sources.holdOut) return { ...rest, checksums, whole };
    const { shares, seed } = sources.holdOut;
    // The parts take the rows over. This frees the whole set, also if it fails.
    datasets.shift();
    const parts = rest.train.into_split(...shares, seed);
    return { train: parts[0], valid: parts[1], test: parts[2], checksums, whole };
  } catch (error) {
    // A core that has panicked must not be called again.
    if (!(error instanceof WebAssembly.RuntimeError)) for (const dataset of datasets) dataset.free();
    throw error;
  }
}

/**
 * Returns data without some features, and what the features were. Frees the data with all features.
 * @param {Sets} sets @param {readonly number[]} without numbers from 1
 * @param {Dataset[]} datasets those to free where something fails
 * @returns {{ rest: Sets, whole: WholeData | null }}
 */
function withoutFeatures({ train, valid, test }, without, datasets) {
  if (!without.length) return { rest: { train, valid, test }, whole: null };
  const before = [...datasets];
  /** @template {Dataset | null} T @param {T} data */
  const rest = (data) => {
    const left = data?.without(train, without.map(String)) ?? null;
    if (left) datasets.push(left);
    return /** @type {T} */ (left);
  };
  const left = { train: rest(train), valid: rest(valid), test: rest(test) };
  const { features, feature_names: names } = train.summary();
  for (const data of before) data.free();
  datasets.splice(0, before.length);
  return { rest: left, whole: { features, names } };
}

/**
 * Passes a chunk to the core in small pieces, because the core copies each piece and chunks may be large.
 * @param {Uint8Array<ArrayBuffer>} chunk
 */
function* pieces(chunk) {
  for (let from = 0; from < chunk.length; from += PIECE) yield chunk.subarray(from, from + PIECE);
}

/**
 * Calls a function with each chunk on its way.
 * @param {(chunk: Uint8Array<ArrayBuffer>) => void} call
 * @returns {TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>}
 */
function eachOf(call) {
  return new TransformStream({
    transform(chunk, controller) {
      call(chunk);
      controller.enqueue(chunk);
    },
  });
}

/**
 * `checksum` is that of the bytes as received, packed or not.
 * @typedef {{ dataset: Dataset, checksum: string }} Read
 */

/**
 * Reads a source chunk by chunk. Its first two bytes tell whether it is gzip or pages; the name does not matter.
 * @param {Source} source
 * @param {Report} report
 * @returns {Promise<Read>}
 */
async function readOne(source, report) {
  const { stream, size } = await open(source);
  /** @type {LetorReader | DataReader | null} */
  let reader = null;
  const checksum = new Checksum();
  let done = 0;
  let reported = 0;
  const counted = eachOf((chunk) => {
    done += chunk.byteLength;
    for (const piece of pieces(chunk)) checksum.push(piece);
  });
  /** @type {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | null} */
  let chunks = null;
  try {
    const { packed, head, whole } = await probed(stream);
    const now = head[0] === BRACE ? new DataReader({}, new Uint8Array(), []) : new LetorReader();
    reader = now;
    // The checksum is that of the bytes received. Plain LETOR text is copied once for it and for the reader.
    const isCounted = packed || now instanceof DataReader;
    const take = isCounted ? (/** @type {Uint8Array<ArrayBuffer>} */ piece) => now.push(piece)
      : (/** @type {Uint8Array<ArrayBuffer>} */ piece) => {
        done += piece.byteLength;
        now.push_counted(piece, checksum);
      };
    const received = isCounted ? whole.pipeThrough(counted) : whole;
    chunks = (packed ? unpack(received) : received).getReader();
    for (;;) {
      const { value, done: end } = await chunks.read();
      if (end) break;
      for (const piece of pieces(value)) take(piece);
      if (now.stopped) break;
      if (performance.now() - reported > 50) {
        reported = performance.now();
        await report(done, size, now.documents);
      }
    }
  } catch (error) {
    // The rest of the file is not needed.
    void chunks?.cancel().catch(() => {});
    if (error instanceof WebAssembly.RuntimeError) throw error;
    reader?.free();
    checksum.free();
    if (faultOf(error) || error instanceof Cancelled) throw error;
    const gone = source.kind === 'blob' ? await whyUnreadable(source.blob) : null;
    if (gone) throw new Unreadable(gone);
    // DecompressionStream reads one packed part. Browsers report further parts by different errors.
    const parts = /junk|extra bytes|after the end|past the end/i.test(messageOf(error));
    throw new Unreadable(parts
        ? 'The file is packed in several parts, and browsers read only the first. Unpack the file first.'
        : `The file could not be unpacked or read: ${messageOf(error)}`);
  }
  void chunks.cancel().catch(() => {});
  try {
    const dataset = datasetOf(reader);
    const rule = source.kind === 'url' ? source.grades : undefined;
    return { dataset: rule ? dataset.into_graded(rule) : dataset, checksum: checksum.hex() };
  } finally {
    checksum.free();
  }
}

/** @param {LetorReader | DataReader} reader at the end of its source @returns {Dataset} */
function datasetOf(reader) {
  if (reader instanceof LetorReader) return reader.finish();
  const file = reader.finish();
  const dataset = file.dataset();
  file.free();
  return dataset;
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
  const response = await fetch(source.url).catch((error) => {
    throw new Unreadable(navigator.onLine ? `The file could not be fetched: ${messageOf(error)}`
        : 'The file is not on this device yet, and the device is offline.');
  });
  if (!response.ok || !response.body) {
    throw new Unreadable(`The file could not be fetched: ${response.status} ${response.statusText}`);
  }
  return { stream: response.body, size: Number(response.headers.get('content-length')) || null };
}
