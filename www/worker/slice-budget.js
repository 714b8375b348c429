// Adapts the work of one call of the core, so that a call takes about half a slice.

const SHORT = 4; // ms that a call may take before the next does more
const LONG = 16; // ms after which the next does less
const MOST = 2 ** 20;

/** The number of queries for the next call of `Training.advance`. */
export class SliceBudget {
  size = 16;

  /** @param {number} spent ms of the last call */
  adapt(spent) {
    if (spent < SHORT) this.size = Math.min(this.size * 2, MOST);
    else if (spent > LONG) this.size = Math.max(1, this.size >> 1);
  }
}
