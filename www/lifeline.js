// The other end of a worker's lifeline: a browser that is short of memory ends workers without a word. No DOM.

/** @param {string} lock that a worker holds @param {() => void} ended is called once it falls free */
export function watchLifeline(lock, ended) {
  void navigator.locks.request(lock, { mode: 'shared' }, () => ended());
}
