// Play: moves the cursor on, one iteration at a time and never before all panels show the last one. The clock of the time machine.

/** @param {import('./store.js').Store} store */
export function startPlayer(store) {
  let ticked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  store.subscribe(({ travel: { playing, speed }, cursor, look, run }) => {
    clearTimeout(timer);
    if (!playing) return;
    // The answer of the worker leads here again.
    if (!run?.gone && !(look && look.run === run?.id && look.iteration === cursor.iteration)) return;
    timer = setTimeout(() => {
      ticked = performance.now();
      store.dispatch({ type: 'play tick' });
    }, Math.max(0, ticked + 1000 / speed - performance.now()));
  });
}
