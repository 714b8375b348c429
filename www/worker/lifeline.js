// How a page learns that a worker is gone that could not say so: a lock that falls free when its holder ends.

/**
 * Holds a lock for as long as this worker lives. Where there are no locks, as on plain http, only what the worker says is known.
 * @param {(lock: string) => void} held is told its name
 */
export function holdLifeline(held) {
  if (!navigator.locks) return;
  const lock = `rankscope worker ${crypto.randomUUID()}`;
  void navigator.locks.request(lock, () => {
    held(lock);
    return new Promise(() => {});
  });
}
