// Fetches a part of the page when it is first needed. Pure.

/**
 * Returns a function that fetches a part, or returns the part that is there. After a failure the next call tries again.
 *
 * @template T
 * @param {() => Promise<T>} fetch such as `() => import('./part.js')`
 * @returns {() => Promise<T>}
 */
export function lazy(fetch) {
  /** @type {Promise<T> | null} */
  let part = null;
  return () => {
    part ??= fetch().catch((error) => {
      part = null;
      throw error;
    });
    return part;
  };
}
