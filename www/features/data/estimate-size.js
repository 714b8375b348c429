// How much a LETOR file holds, estimated from its first bytes. No DOM, no wasm.

const HEAD = 2 ** 18; // bytes of the file that are looked at
const UNPACKED = 2 ** 24; // bytes of text that they may unpack to
const MOST_FEATURES = 100_000; // MAX_FEATURES of the core, whose reader names greater indices with their places

/**
 * `features`: the highest index seen; `stored`: values other than 0 per document; `comments`: bytes of comment per
 * document.
 * @typedef {{ documents: number, features: number, stored: number, comments: number }} Estimate
 */

/**
 * Guessed as if the rest of the file were like its head. Cost: at most 16 MB are unpacked.
 * @param {Blob} file plain or gzip
 * @returns {Promise<Estimate>}
 */
export async function estimateSize(file) {
  const head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const packed = head[0] === 0x1f && head[1] === 0x8b;
  const text = packed ? await unpacked(head) : head;
  const whole = text.length * (file.size / Math.max(1, head.length));
  const lines = new TextDecoder().decode(text).split('\n');
  // The last line is cut, unless it is the file's own.
  if (lines.length > 1) lines.pop();
  let [documents, features, stored, comments] = [0, 0, 0, 0];
  for (const line of lines) {
    const [values, comment = ''] = line.split('#', 2);
    if (!values.trim()) continue;
    documents += 1;
    comments += comment.length;
    for (const [, index, value] of values.matchAll(/\s(\d+):(\S*)/g)) {
      if (Number(index) <= MOST_FEATURES) features = Math.max(features, Number(index));
      if (Number(value) !== 0) stored += 1;
    }
  }
  const seen = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return { documents: Math.round(whole * documents / Math.max(1, seen)), features,
    stored: stored / Math.max(1, documents), comments: comments / Math.max(1, documents) };
}

/**
 * What the head of a packed file unpacks to: it ends in the middle, which is no fault.
 * @param {Uint8Array<ArrayBuffer>} head
 */
export async function unpacked(head) {
  const chunks = new Blob([head]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  try {
    while (size < UNPACKED) {
      const { value, done } = await chunks.read();
      if (done) break;
      parts.push(value);
      size += value.length;
    }
    void chunks.cancel().catch(() => {});
  } catch {
    // Cut off, or broken: the reader of the whole file will say which.
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
