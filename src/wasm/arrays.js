// Reads arrays of numbers and of ids without running code of the caller outside of `try`; see plain.js.
// Nothing here throws: a text instead of an array says what is wrong, after the name of the argument.

const CLASSES = { Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
  Float32Array, Float64Array, BigInt64Array, BigUint64Array };
const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
/** A getter that a subclass cannot replace. @param {PropertyKey} key @returns {(this: unknown) => any} */
const getter = (key) => /** @type {any} */ (Object.getOwnPropertyDescriptor(typedArray, key)).get;
const [classOf, lengthOf, offsetOf, bufferOf] = [Symbol.toStringTag, 'length', 'byteOffset', 'buffer'].map(getter);

const DETACHED =
  'its buffer is detached: it was transferred elsewhere, or memory has grown since; copy it before';

/**
 * A typed array over the same numbers that is no subclass; undefined if the value is no typed array.
 * @param {unknown} value @param {number} most numbers
 */
function plainView(value, most) {
  const name = /** @type {keyof typeof CLASSES | undefined} */ (classOf.call(value));
  if (name === undefined || !Object.hasOwn(CLASSES, name)) return undefined;
  const length = lengthOf.call(value);
  if (length > most) return `${length} numbers are too many; at most ${most}`;
  try {
    return new CLASSES[name](bufferOf.call(value), offsetOf.call(value), length);
  } catch {
    return DETACHED;
  }
}

/**
 * A Float32Array or Float64Array over the same numbers, or what is wrong; undefined for another class.
 * @param {unknown} value @param {number} most numbers
 */
export function reals(value, most) {
  const view = plainView(value, most);
  return typeof view === 'string' || view instanceof Float32Array || view instanceof Float64Array ? view : undefined;
}

/**
 * Some numbers of a view of `reals`; none if its buffer was detached in the meantime.
 * @param {Float32Array | Float64Array} view @param {number} from @param {number} to
 */
export function piece(view, from, to) {
  try {
    const part = view.subarray(from, to);
    return part instanceof Float64Array ? part : new Float64Array(part);
  } catch {
    return new Float64Array();
  }
}

/**
 * A copy as Float64Array of any typed array or list of numbers, a list of texts where `texts` allows it, or what is
 * wrong; undefined if the value is no array.
 * @param {unknown} value @param {number} most entries @param {boolean} texts
 */
export function entries(value, most, texts) {
  const view = plainView(value, most);
  if (typeof view === 'string') return view;
  try {
    const list = /** @type {any} */ (view ?? value);
    if (!view && !Array.isArray(list)) return undefined;
    const { length } = list;
    if (length > most) return `${length} entries are too many; at most ${most}`;
    if (texts && length > 0 && typeof list[0] === 'string') return textsOf(list, length);
    const copy = new Float64Array(length);
    for (let at = 0; at < length; at += 1) {
      const entry = list[at];
      if (typeof entry !== 'number' && typeof entry !== 'bigint') return `entry ${at} is not a number`;
      copy[at] = Number(entry);
    }
    return copy;
  } catch {
    return 'it cannot be read';
  }
}

/** @param {any} list @param {number} length */
function textsOf(list, length) {
  const copy = [];
  for (let at = 0; at < length; at += 1) {
    const entry = list[at];
    if (typeof entry !== 'string') return `entry ${at} is not a text, and entry 0 is one`;
    copy.push(entry);
  }
  return copy;
}
