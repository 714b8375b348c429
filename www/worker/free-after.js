// Frees what the core holds once some work has ended, also if it failed.

/**
 * Does the work, then frees the objects, which the work may add to. After a panic nothing is freed, because such a core
 * must not be called again.
 * @template T
 * @param {{ free: () => void }[]} objects
 * @param {() => Promise<T>} work
 */
export async function freeAfter(objects, work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) objects.length = 0;
    throw error;
  } finally {
    for (const one of objects) one.free();
  }
}
