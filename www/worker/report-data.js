// The report of the data sets of the worker.

import { DataReporter } from '../wasm/rankscope.js';

const NAMES = /** @type {const} */ ({ train: 'training', valid: 'validation', test: 'test' });
const GOOD = 1; // documents from this grade on are good
const MOST_COUNTED = 500_000; // documents: about a third of a second

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

/**
 * Returns the documents of each query; null where counting them would take long.
 * @param {import('../wasm/rankscope.js').Dataset} data @returns {number[] | null}
 */
export function lengthsOf(data) {
  const { queries, documents } = data.summary();
  if (documents > MOST_COUNTED) return null;
  return Array.from({ length: queries }, (_, query) => data.documents(query).length);
}
