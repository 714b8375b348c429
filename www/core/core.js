// The page's instance of the compiled core: the catalogue, checks of settings, charts and exports. Data sets and
// training live in the instances of workers.

import { Checksum, catalog as catalogOf, check_all, check_settings, draw_chart, initSync, mend_decay, mend_unused,
  profiles } from '../wasm/rankscope.js';
import { problemOf } from './errors.js';
import { compiledCore } from './module.js';

/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */

/** Makes the instance ready. */
export async function start() {
  initSync({ module: await compiledCore() });
}

/** The catalogue, once it is read. @type {import('./protocol.js').Catalog | null} */
let read = null;
export const catalog = () => read ??= /** @type {import('./protocol.js').Catalog} */ (catalogOf());
export { draw_chart };

/** Returns the checksum of a file, equal to the one that the worker reports. @param {Blob} file */
export async function checksumOf(file) {
  const checksum = new Checksum();
  try {
    const chunks = file.stream().getReader();
    for (;;) {
      const { value, done } = await chunks.read();
      if (done) return checksum.hex();
      checksum.push(value);
    }
  } finally {
    checksum.free();
  }
}

/**
 * Returns why the settings cannot be trained, or null.
 * @param {TrainingSettings} settings
 * @returns {{ field: string | null, message: string } | null}
 */
export function check(settings) {
  try {
    check_settings(settings);
    return null;
  } catch (error) {
    const problem = problemOf(error);
    // The core sees an empty field as NaN, or as the text "NaN".
    return { ...problem, message: problem.message.replace(/"NaN"|\bNaN\b/, 'an empty field') };
  }
}

/** How many answers of `checkAll` are kept: a change of the data asks the same of every menu again. */
const KEPT = 16;
/** The answers, the newest last. @type {Map<string, (string | null)[]>} */
const answers = new Map();

/**
 * Returns for each value of a setting why it does not fit the other settings, or null. One call serves a whole menu.
 * @param {TrainingSettings} settings
 * @param {string} name
 * @param {string[]} values
 * @returns {(string | null)[]}
 */
export function checkAll(settings, name, values) {
  // JSON has neither NaN nor infinite numbers.
  const key = JSON.stringify([settings, name, values], (_, value) =>
    (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value));
  const answer = answers.get(key) ?? asked(settings, name, values);
  answers.delete(key);
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > KEPT) answers.delete(oldest);
  return answer;
}

/** @param {TrainingSettings} settings @param {string} name @param {string[]} values */
function asked(settings, name, values) {
  try {
    return check_all(settings, name, values).map((why) => why || null);
  } catch {
    // The settings cannot be read at all; `check` reports the fault.
    return values.map(() => null);
  }
}

/**
 * Returns the settings with defaults for faulty options that the method does not use, because these have no control.
 * @param {TrainingSettings} settings
 * @returns {TrainingSettings}
 */
export function mended(settings) {
  try {
    return /** @type {TrainingSettings} */ (mend_unused(settings));
  } catch {
    // The method or a component is unknown; `check` reports it.
    return settings;
  }
}

/** Returns a typed decay profile made non-increasing, or null if it cannot be mended. @param {string} decay */
export function mendedDecay(decay) {
  try {
    return mend_decay(decay);
  } catch {
    return null;
  }
}

/**
 * Returns the decay profile c and the discounts a of ranks 0 to n − 1, or null if the settings are faulty.
 * @param {TrainingSettings} settings
 * @param {number} n
 */
export function profilesOf(settings, n) {
  try {
    const { c, a } = profiles(settings, n);
    return { c: Array.from(c), a: Array.from(a) };
  } catch {
    return null;
  }
}
