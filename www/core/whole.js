// The whole compiled core, fetched once a part of the page needs what the small module of the first visit lacks.

/** @typedef {typeof import('../wasm/rankscope.js')} WholeCore */

/** @type {Promise<WholeCore> | null} */
let loading = null;

/** Returns the whole core. Throws if it cannot be fetched; the next call tries again. */
export function wholeCore() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** @returns {Promise<WholeCore>} */
async function load() {
  const core = await import('../wasm/rankscope.js');
  await core.default();
  return core;
}
