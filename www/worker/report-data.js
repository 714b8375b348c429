// The report of the data sets of the worker.

import { DataReporter } from '../wasm/rankscope.js';

const NAMES = /** @type {const} */ ({ train: 'training', valid: 'validation', test: 'test' });
const GOOD = 1; // documents from this grade on are good

/** @param {import('./read-data.js').Sets} sets */
export function reportOn(sets) {
  const reporter = new DataReporter();
  try {
    for (const [part, name] of /** @type {[keyof typeof NAMES, string][]} */ (Object.entries(NAMES))) {
      const data = sets[part];
      if (data) reporter.add(name, data);
    }
    return reporter.report(GOOD);
  } finally {
    reporter.free();
  }
}
