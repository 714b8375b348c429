// A lock that the browser releases when the worker ends, so that the page notices a worker that ended silently.

/**
 * Holds a lock for as long as this worker lives. Without locks, as on plain http, the page relies on messages alone.
 * @param {(lock: string | null) => void} held gets its name, or null where the browser denies locks, as for a page
 *   without an origin
 */
export async function holdLifeline(held) {
  if (!navigator.locks) return;
  const lock = `rankscope worker ${crypto.randomUUID()}`;
  try {
    await navigator.locks.request(lock, () => {
      held(lock);
      return new Promise(() => {});
    });
  } catch {
    held(null);
  }
}
