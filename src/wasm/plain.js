// Copies arguments so that reading them runs no code of the caller. A getter, a proxy or a subclass may throw in
// here, where it does no harm. A throw that crosses WebAssembly code leaves its stack unreleased and its objects
// borrowed.
// Nothing here throws: a text instead of a copy says what is wrong, after the name of the argument.

/** Values that one argument holds at most. A message about a list is as long as the list before it is cut. */
const MOST_VALUES = 2 ** 21;
/** Keys and indices on the way to a value at most; a figure needs 7. */
const DEEPEST = 10;

/** Keys of long lists of numbers: the lines of a chart. Rust reads the bytes (chart/numbers.rs). */
const LONG = ['values', 'iterations'];

const CLASSES = { Uint8Array, Uint32Array, Float64Array };
const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
/** A getter that a subclass cannot replace. @param {PropertyKey} key @returns {(this: unknown) => any} */
const getter = (key) => /** @type {any} */ (Object.getOwnPropertyDescriptor(typedArray, key)).get;
/** The name of a typed array's class; undefined for any other value. */
const classOf = getter(Symbol.toStringTag);
const [lengthOf, offsetOf, bufferOf] = ['length', 'byteOffset', 'buffer'].map(getter);

/**
 * A view of the same numbers that is no subclass, or what is wrong; undefined if the value is not of the class.
 * @param {unknown} value @param {keyof typeof CLASSES} name of the class @param {number} most numbers
 */
export function view(value, name, most) {
  if (classOf.call(value) !== name) return undefined;
  const length = lengthOf.call(value);
  if (length > most) return `${length} numbers are too many; at most ${most}`;
  try {
    return new CLASSES[name](bufferOf.call(value), offsetOf.call(value), length);
  } catch {
    return 'its buffer is detached: it was transferred elsewhere, or memory has grown since; copy it before';
  }
}

/**
 * A deep copy of a drawing, or what is wrong, see `copyOf`. A Float64Array that is a long list becomes its bytes.
 * @param {object} value
 */
export function plain(value) {
  const copied = copyOf(value, true);
  return typeof copied === 'string' ? copied : copied[0];
}

/**
 * The JSON of a deep copy of an object or list, in a list of one, or what is wrong, see `copyOf`. Absent values become
 * null. JSON has no number that is not finite: it becomes null in a list, and else its name, such as "NaN".
 * @param {object} value
 */
export function json(value) {
  const copied = copyOf(value, false);
  return typeof copied === 'string' ? copied : [JSON.stringify(copied[0])];
}

/**
 * A deep copy made of primitive values, lists, and objects without prototype, in a list of one; or what is wrong. Typed
 * arrays become lists.
 * @param {object} value @param {boolean} isDrawing @returns {[unknown] | string}
 */
function copyOf(value, isDrawing) {
  let left = MOST_VALUES;
  let problem = 'cannot be read';
  /** @type {(string | number)[]} */
  const way = [];
  const refuse = (/** @type {string} */ why) => {
    problem = why;
    throw why;
  };
  /** @type {(whole: any, key: string | number) => unknown} */
  const inside = (whole, key) => {
    way.push(key);
    const part = copy(whole[key]);
    way.pop();
    return part;
  };
  /** @type {(value: any) => unknown} */
  const copy = (value) => {
    left -= 1;
    if (typeof value === 'function') refuse('is a function');
    if (typeof value === 'symbol') refuse('is a symbol');
    if (typeof value === 'bigint') {
      return Number.isSafeInteger(Number(value)) ? Number(value) : refuse('is not between ±9007199254740991');
    }
    if (!isDrawing && typeof value === 'number' && !Number.isFinite(value)) {
      // A list may lack numbers, as the lines of a chart do. Elsewhere no text is taken for a number.
      return typeof way.at(-1) === 'number' ? null : String(value);
    }
    if (typeof value !== 'object' || value === null) return isDrawing ? value : value ?? null;
    if (way.length > DEEPEST) refuse('is nested too deeply');
    const isTyped = classOf.call(value) !== undefined;
    // A detached array looks empty, but no other view of its buffer can be made.
    if (isTyped) new Uint8Array(bufferOf.call(value));
    if (isTyped || Array.isArray(value)) {
      const length = isTyped ? lengthOf.call(value) : value.length;
      if (!(length <= left)) refuse(`is too long; an argument holds at most ${MOST_VALUES} values`);
      if (isDrawing && LONG.includes(/** @type {string} */ (way.at(-1))) && classOf.call(value) === 'Float64Array') {
        left -= length;
        const numbers = new Float64Array(new Float64Array(bufferOf.call(value), offsetOf.call(value), length));
        return new Uint8Array(numbers.buffer);
      }
      const list = [];
      for (let index = 0; index < length; index += 1) list[index] = inside(value, index);
      return list;
    }
    if (Object.prototype.toString.call(value) !== '[object Object]') refuse('is neither a plain object nor a list');
    const keys = Reflect.ownKeys(value).filter((key) => typeof key === 'string');
    if (keys.length > left) refuse(`has too many keys; an argument holds at most ${MOST_VALUES} values`);
    const object = Object.create(null);
    for (const key of keys) object[key] = inside(value, key);
    return object;
  };
  try {
    return [copy(value)];
  } catch {
    return `${way.length > 0 ? JSON.stringify(way.join('.').slice(0, 60)) : 'it'} ${problem}`;
  }
}

/** Asks the browser, not the value, whether it is a canvas element. @param {unknown} value */
export function is_canvas(value) {
  try {
    Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'width')?.get?.call(value);
    return true;
  } catch {
    return false;
  }
}
