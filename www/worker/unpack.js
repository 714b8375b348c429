// Unpacks gzip streams. The first two bytes tell whether a stream is packed; its name does not matter.

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream */
export async function unpacked(stream) {
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
