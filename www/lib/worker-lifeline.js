// Watches the lock of a worker, because a browser that is short of memory ends workers silently. No DOM.

/**
 * Calls `ended` when the lock is released. If the browser denies locks, `ended` is never called.
 * @param {string | null} lock that a worker holds, null where it was denied one
 * @param {() => void} ended
 */
export async function watchLifeline(lock, ended) {
  if (lock === null) return;
  let isFree = false;
  try {
    await navigator.locks.request(lock, { mode: 'shared' }, () => {
      isFree = true;
      ended();
    });
  } catch (error) {
    // The page may not have the lock, which does not mean that the worker has ended.
    if (isFree) throw error;
  }
}
