// What the inspector asks beside the violator: terms, tables, and what other rankings are worth. Keeps nothing.

/** @typedef {import('../wasm/rankscope.js').Training} Training */
/** @typedef {import('../protocol.js').ToWorker} ToWorker */
/** @typedef {import('../protocol.js').FromWorker} FromWorker */

/**
 * What the open tab needs of a look.
 * @param {Training} training @param {number} iteration @param {number | null} query @param {import('../microscope.js').InspectorTab} tab
 */
export function detailsOf(training, iteration, query, tab) {
  return {
    contributions: query !== null && tab === 'contributions' ? training.contributions(iteration, query) : null,
    search: query !== null && tab === 'search' ? training.search_table(iteration, query) ?? null : null,
  };
}

/**
 * @param {Training} training
 * @param {Extract<ToWorker, { type: 'value' | 'try all' }>} message
 * @returns {FromWorker}
 */
export function answer(training, message) {
  const { run, iteration, query } = message;
  if (message.type === 'try all') return { type: 'tried all', run, iteration, query, enumeration: training.enumerate(iteration, query) };
  return { type: 'own valued', run, iteration, query, valuation: training.value(iteration, query, Uint32Array.from(message.ranking)) };
}
