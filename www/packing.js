// Small texts packed into words that an address may hold, and back. Knows nothing of what they say.

/** Bytes that unpacking may bring out: a few characters can unpack to very many. */
const MOST = 1_000_000;

/**
 * Deflated, in base64url; null where that gets longer than `most` or the browser cannot deflate.
 * @param {Blob} blob
 * @param {number} most characters
 * @returns {Promise<string | null>}
 */
export async function pack(blob, most) {
  if (blob.size > MOST || typeof CompressionStream === 'undefined') return null;
  const bytes = new Uint8Array(await new Response(blob.stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer());
  if (bytes.length > most) return null;
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return text.length <= most ? text : null;
}

/**
 * Throws what is wrong with text that was not made by `pack`.
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
      throw new Error('they are too many.');
    }
    parts.push(value);
  }
}
