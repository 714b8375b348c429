// A list of records in few bytes: their numbers stand one after the other, and all that they share stands once. Pure.

import { grown } from './grown.js';

/** Codes of the numbers of a record in its shape; a higher code repeats the fraction with that index. */
const [PLACE, SMALL, FRACTION, REPEATED] = [0, 1, 2, 3];

/** Records that are kept as objects beside the first one, because views read the same ones again. */
const READY = 64;

/**
 * A list of JSON-like records, such as the reports of a run. Two records have the same shape if they differ only in
 * their numbers; the keys and texts of a shape are stored once. A record takes 8 bytes, 2 more for every whole number
 * below 65,536, and 8 for every other number. A number equal to the record's place, or to an earlier fraction of the
 * record, takes none. Numbers are stored bit for bit. Keys with the value undefined are left out.
 *
 * `at` makes the record again. The first record and the latest ones read or written are the same objects every time.
 * @template T
 */
export class PackedList {
  #bytes = new DataView(new ArrayBuffer(1024));
  #used = 1; // bytes; 0 is no place of a record
  #starts = new Uint32Array(64);
  /** @type {unknown[]} records with codes in the place of numbers */
  #shapes = [];
  /** @type {Map<string, number>} */
  #shapeIds = new Map();
  /** @type {Map<number, T>} */
  #ready = new Map();
  length = 0;

  /** The bytes of storage, without the few records that are kept as objects. */
  get size() {
    return this.#bytes.byteLength + this.#starts.byteLength;
  }

  /** @param {number} place @param {T} record */
  put(place, record) {
    /** @type {number[]} */
    const fractions = [];
    const start = this.#used;
    this.#write('setUint32', 0, 4, 0);
    const shape = JSON.stringify(record, (_key, value) => {
      if (typeof value !== 'number') return value;
      if (Object.is(value, place)) return PLACE;
      if (Object.is(value & 65_535, value)) return this.#write('setUint16', value, 2, SMALL);
      const known = fractions.findIndex((one) => Object.is(one, value));
      if (known < 0) fractions.push(value);
      return known < 0 ? this.#write('setFloat64', value, 8, FRACTION) : REPEATED + known;
    });
    let id = this.#shapeIds.get(shape);
    if (id === undefined) {
      id = this.#shapes.push(JSON.parse(shape)) - 1;
      this.#shapeIds.set(shape, id);
    }
    this.#bytes.setUint32(start, id);
    this.#starts = grown(this.#starts, place + 1);
    this.#starts[place] = start;
    this.length = Math.max(this.length, place + 1);
    this.#keep(place, record);
  }

  /** @param {number} place @returns {T | undefined} */
  at(place) {
    const start = place < this.length ? this.#starts[place] : 0;
    if (!start) return undefined;
    return this.#ready.get(place) ?? this.#keep(place, this.#record(place, start));
  }

  /** Returns a copy of the first records. @param {number} _from 0 @param {number} length */
  slice(_from, length) {
    /** @type {PackedList<T>} */
    const copy = new PackedList();
    for (let place = 0; place < length; place += 1) {
      const record = this.at(place);
      if (record !== undefined) copy.put(place, record);
    }
    copy.length = length;
    copy.#starts = grown(copy.#starts, length);
    return copy;
  }

  /**
   * @param {'setUint16' | 'setUint32' | 'setFloat64'} set
   * @param {number} value
   * @param {number} size bytes
   * @param {number} code
   * @returns {number} the code
   */
  #write(set, value, size, code) {
    const bytes = new Uint8Array(this.#bytes.buffer);
    const longer = grown(bytes, this.#used + size);
    if (longer !== bytes) this.#bytes = new DataView(longer.buffer);
    this.#bytes[set](this.#used, value);
    this.#used += size;
    return code;
  }

  /** @param {number} place @param {number} start @returns {T} */
  #record(place, start) {
    let at = start + 4;
    /** @type {number[]} */
    const fractions = [];
    /** @type {(code: number) => number} */
    const number = (code) => {
      if (code === PLACE) return place;
      if (code >= REPEATED) return fractions[code - REPEATED];
      const from = at;
      at += code === SMALL ? 2 : 8;
      if (code === SMALL) return this.#bytes.getUint16(from);
      fractions.push(this.#bytes.getFloat64(from));
      return fractions[fractions.length - 1];
    };
    /** @type {(part: any) => any} */
    const filled = (part) => {
      if (typeof part === 'number') return number(part);
      if (typeof part !== 'object' || part === null) return part;
      if (Array.isArray(part)) return part.map(filled);
      return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, filled(value)]));
    };
    return filled(this.#shapes[this.#bytes.getUint32(start)]);
  }

  /** @param {number} place @param {T} record @returns {T} */
  #keep(place, record) {
    const first = this.#ready.get(0);
    if (this.#ready.size > READY) this.#ready.clear();
    if (first !== undefined) this.#ready.set(0, first);
    this.#ready.set(place, record);
    return record;
  }
}
