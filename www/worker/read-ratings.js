// Reads ratings and titles from files or the generator. Knows no messages.

import { RatingsReader, TitlesReader, generate_ratings } from '../wasm/rankscope.js';
import { faultOf, messageOf } from '../core/errors.js';
import { whyUnreadable } from '../lib/file-problem.js';
import { unpacked } from './unpack.js';

/** @typedef {import('../core/ratings-protocol.js').RatingsSource} RatingsSource */
/** @typedef {import('../wasm/rankscope.js').Ratings} Ratings */

const PIECE = 65_536; // bytes; the core copies each piece

/** A file that cannot be used, with its name. */
export class UnusableFile extends Error {
  /** @param {string} name @param {unknown} reason */
  constructor(name, reason) {
    super(`${name}: ${messageOf(reason)}`, { cause: reason });
  }
}

/**
 * Reads ratings, and the titles of their items.
 * @param {RatingsSource} source
 * @param {string} grades how ratings become grades
 * @param {(ratings: number) => Promise<void>} report gets the number of ratings read so far; if it throws, reading ends
 * @returns {Promise<{ ratings: Ratings, titles: Map<string, string> }>}
 */
export async function readRatings(source, grades, report) {
  const reader = new RatingsReader(grades);
  if (source.kind === 'generated') {
    reader.push(generate_ratings(source.options));
    return { ratings: reader.finish(), titles: new Map() };
  }
  await readFile(source.ratings, reader, () => report(reader.ratings));
  const ratings = named(source.ratings, () => reader.finish());
  if (!source.titles) return { ratings, titles: new Map() };
  try {
    const { titles: file } = source;
    const titles = new TitlesReader();
    await readFile(file, titles, () => report(0));
    const list = named(file, () => titles.finish(ratings));
    return { ratings, titles: new Map(ratings.items().map((item, at) => [item, list[at]])) };
  } catch (error) {
    if (!isPanic(error)) ratings.free();
    throw error;
  }
}

/**
 * @param {File} file
 * @param {{ push: (piece: Uint8Array) => void, free: () => void, stopped: boolean }} reader
 * @param {() => Promise<void>} report
 */
async function readFile(file, reader, report) {
  try {
    let reported = performance.now();
    const chunks = (await unpacked(file.stream())).getReader();
    for (;;) {
      const { value, done } = await chunks.read();
      if (done) return;
      for (let from = 0; from < value.length; from += PIECE) {
        reader.push(value.subarray(from, from + PIECE));
        if (reader.stopped) return void chunks.cancel().catch(() => {});
        if (performance.now() - reported < 50) continue;
        reported = performance.now();
        await report();
      }
    }
  } catch (error) {
    // A core that has panicked must not be called again.
    if (isPanic(error)) throw error;
    reader.free();
    if (error instanceof Superseded) throw error;
    throw new UnusableFile(file.name, await whyUnreadable(file) ?? error);
  }
}

/** Something else is read now. */
export class Superseded extends Error {}

/** Adds the name of the file to a fault of the core. @template T @param {File} file @param {() => T} act */
function named(file, act) {
  try {
    return act();
  } catch (error) {
    throw faultOf(error) ? new UnusableFile(file.name, error) : error;
  }
}

/** @param {unknown} error */
const isPanic = (error) => error instanceof WebAssembly.RuntimeError;
