// The compiled core of a worker: the small module, which trains DORM, or the whole one.

import init, { Checksum, LetorReader, Model, Training, generate_sample } from '../wasm/page.js';
import { fetchSmallModule } from '../core/small-module.js';
import { wholeCore } from '../core/whole.js';

/** @typedef {Pick<import('../core/whole.js').WholeCore,
 *   'Checksum' | 'LetorReader' | 'Model' | 'Training' | 'generate_sample'>} Core */

/** The small module lacks some methods of these classes. */
export let core = /** @type {Core} */ (/** @type {unknown} */ ({ Checksum, LetorReader, Model, Training,
  generate_sample }));

/** Makes the core ready. Throws if it cannot be fetched. @param {boolean} whole whether all learners are needed */
export async function startCore(whole) {
  if (whole) core = await wholeCore();
  else await init({ module_or_path: fetchSmallModule() });
}
