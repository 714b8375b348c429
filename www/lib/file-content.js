// The bytes of a file, unpacked if it is gzip.

/**
 * Returns the whole content of a file.
 * @param {Blob} file
 * @param {number} most bytes of the content
 * @param {string} tooLong what is said of a longer file
 */
export async function contentOf(file, most, tooLong) {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isPacked = start[0] === 0x1f && start[1] === 0x8b;
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  const stream = isPacked ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(() => {});
      throw new Error(tooLong);
    }
    parts.push(value);
  }
}
