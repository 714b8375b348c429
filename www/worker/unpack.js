// Unpacks gzip streams. The first two bytes tell whether a stream is packed; its name does not matter.

/** @typedef {ReadableStream<Uint8Array<ArrayBuffer>>} Bytes */

/** @param {Bytes} stream */
export async function unpacked(stream) {
  const { packed, whole } = await probed(stream);
  return packed ? unpack(whole) : whole;
}

/**
 * Returns whether a stream is packed, its first two bytes, and the same stream from its first byte on.
 * @param {Bytes} stream
 * @returns {Promise<{ packed: boolean, head: Uint8Array, whole: Bytes }>}
 */
export async function probed(stream) {
  const [probe, whole] = stream.tee();
  const reader = probe.getReader();
  let head = new Uint8Array(0);
  while (head.length < 2) {
    const { value, done } = await reader.read();
    if (done) break;
    head = new Uint8Array([...head, ...value.subarray(0, 2)]);
  }
  void reader.cancel();
  return { packed: head[0] === 0x1f && head[1] === 0x8b, head, whole };
}

/** @param {Bytes} stream that is packed @returns {Bytes} */
export function unpack(stream) {
  return stream.pipeThrough(new DecompressionStream('gzip'));
}
