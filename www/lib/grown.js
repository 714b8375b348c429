// Typed arrays that grow. Pure.

/**
 * Returns the array, or a longer copy if it has fewer than so many places. A copy has a sixteenth more places than
 * needed, so appending costs O(1) on average and the array is never much longer than its content.
 * @template {Uint8Array | Uint32Array | Int32Array | Float64Array} Numbers
 * @param {Numbers} array @param {number} length
 * @returns {Numbers}
 */
export function grown(array, length) {
  if (array.length >= length) return array;
  const Kind = /** @type {new (length: number) => Numbers} */ (array.constructor);
  const longer = new Kind(length + (length >> 4));
  longer.set(array);
  return longer;
}
