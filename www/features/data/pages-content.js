// The content of a file of pages, which its columns and their formulas are made of. No DOM.

const MOST = 2 ** 25; // bytes of pages, LONGEST_PAGES of the core

/**
 * The bytes of a file, unpacked, as far as the core needs them to refuse a file that is too long.
 * @param {Blob} file plain or gzip
 */
export async function contentOf(file) {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = head[0] === 0x1f && head[1] === 0x8b;
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const chunks = stream.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  for (let size = 0; size <= MOST;) {
    const { value, done } = await chunks.read();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  void chunks.cancel().catch(() => {});
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
