// What a worker computes only for views that need the whole core. Fetched beside that core.

/** @typedef {{ planeOf: typeof import('./plane.js').planeOf,
 *   histogramsOf: typeof import('./histograms.js').histogramsOf }} WholeViews */

/** Set before the worker of the whole core answers. */
export let views = /** @type {WholeViews} */ ({});

/** Makes the views ready. Throws if they cannot be fetched. */
export async function fetchWholeViews() {
  const [{ planeOf }, { histogramsOf }] = await Promise.all([import('./plane.js'), import('./histograms.js')]);
  views = { planeOf, histogramsOf };
}
