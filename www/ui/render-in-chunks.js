// Makes many elements in slices of a frame, so that the page stays responsive. Knows no state.

const SLICE = 8; // ms of making at a time

/**
 * Returns a function that renders a request. During one request, only the newest of the waiting ones is kept.
 */
export function renderInChunks() {
  let busy = false;
  /** @type {(() => void) | null} */
  let next = null;

  /**
   * @param {(() => Node)[]} makers
   * @param {(nodes: Node[]) => void} done gets all at once, when all are made
   */
  return function make(makers, done) {
    if (busy) {
      next = () => make(makers, done);
      return;
    }
    busy = true;
    /** @type {Node[]} */
    const nodes = [];
    const work = () => {
      const began = performance.now();
      while (nodes.length < makers.length && performance.now() - began < SLICE) nodes.push(makers[nodes.length]());
      if (nodes.length < makers.length) {
        setTimeout(work);
        return;
      }
      busy = false;
      const newer = next;
      next = null;
      done(nodes);
      newer?.();
    };
    work();
  };
}
