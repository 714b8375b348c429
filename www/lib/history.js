// A list that grows while a run goes on, and results that are continued from its new values. Pure.

/** @template T @typedef {import('./packed-list.js').PackedList<T>} PackedList */
/**
 * A list to read: a `History`, or an array that does not change any more.
 * @template T
 * @typedef {{ readonly length: number, at(place: number): T | undefined, [Symbol.iterator](): Iterator<T> }}
 *   Results
 */

/**
 * An immutable list whose next states share its storage. Watchers may treat it like any other part of the state: a new
 * state is a new object, and an old state keeps its length, because storage is only appended to behind every length
 * that was given out. Appending to the newest state costs only the new values. A change of an older state, or of a
 * value inside, copies the storage first.
 * @template T
 */
export class History {
  /** @type {T[] | PackedList<T>} */
  #items;
  #length;

  /** @param {T[] | PackedList<T>} [items] belongs to the list from now on */
  constructor(items = []) {
    this.#items = items;
    this.#length = items.length;
  }

  get length() {
    return this.#length;
  }

  /** The object that all states without a copy between them share. @returns {object} */
  get storage() {
    return this.#items;
  }

  /** The value at a place, counted from the end if it is negative. @param {number} place @returns {T | undefined} */
  at(place) {
    const index = place < 0 ? place + this.#length : place;
    return index >= 0 && index < this.#length ? this.#items.at(index) : undefined;
  }

  /**
   * Returns the list with values at their places. A place that is left out is undefined.
   * @param {readonly number[]} places
   * @param {readonly T[]} values
   * @returns {History<T>}
   */
  withAll(places, values) {
    if (!places.length) return this;
    const isAppended = this.#items.length === this.#length
      && places.every((place, at) => place === this.#length + at);
    const items = isAppended ? this.#items : this.#items.slice(0, this.#length);
    places.forEach((place, at) => {
      if (Array.isArray(items)) items[place] = values[at];
      else items.put(place, values[at]);
    });
    return new History(items);
  }

  /** @returns {Generator<T>} */
  * [Symbol.iterator]() {
    for (let at = 0; at < this.#length; at += 1) yield /** @type {T} */ (this.#items.at(at));
  }

  /** In JSON it is an array. */
  toJSON() {
    return [...this];
  }
}

/** For each storage what was made of it, and of how many values. @type {WeakMap<object, Map<unknown, Made>>} */
const made = new WeakMap();
/** @typedef {{ value: any, length: number }} Made */

/**
 * Returns what `step` makes of the values of a list, one after the other. A repeated call continues with the new
 * values. The result belongs to the list: it changes with the next call for a longer state.
 * @template T, Value
 * @param {Results<T>} list
 * @param {unknown} key names `begin` and `step` among all that is made of lists
 * @param {() => Value} begin
 * @param {(value: Value, item: T | undefined, place: number) => void} step changes the value
 * @returns {Value}
 */
export function accumulated(list, key, begin, step) {
  const storage = list instanceof History ? list.storage : list;
  const known = made.get(storage) ?? new Map();
  made.set(storage, known);
  let result = known.get(key) ?? { value: begin(), length: 0 };
  // An older state is shorter than what was made already. It is asked for rarely.
  if (result.length > list.length) result = { value: begin(), length: 0 };
  else known.set(key, result);
  for (; result.length < list.length; result.length += 1) step(result.value, list.at(result.length), result.length);
  return result.value;
}
