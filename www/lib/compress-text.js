// Compresses small texts for an address, and decompresses them.

/** Most bytes of an unpacked text, because a few characters can unpack to very many. */
const MOST = 1_000_000;

/**
 * Returns the text deflated, in base64url; null if it is longer than `most` or the browser cannot deflate.
 * @param {Blob} blob
 * @param {number} most characters
 * @returns {Promise<string | null>}
 */
export async function pack(blob, most) {
  if (blob.size > MOST || typeof CompressionStream === 'undefined') return null;
  const bytes = new Uint8Array(await new Response(blob.stream().pipeThrough(new CompressionStream('deflate-raw')))
      .arrayBuffer());
  if (bytes.length > most) return null;
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-')
    .replaceAll('/', '_').replace(/=+$/, '');
  return text.length <= most ? text : null;
}

/**
 * Returns the text that `pack` compressed. Throws the reason if `packed` is not such a text.
 * @param {string} text
 * @returns {Promise<Blob>}
 */
export async function unpack(text) {
  if (typeof DecompressionStream === 'undefined') throw new Error('this browser cannot unpack them.');
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts);
    size += value.byteLength;
    if (size > MOST) {
      await reader.cancel();
      throw new Error('they are too long.');
    }
    parts.push(value);
  }
}
