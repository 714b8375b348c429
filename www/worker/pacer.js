// The pause between two iterations that a pace requires. Any new message ends the pause at once.

/** @typedef {import('../core/protocol.js').Pace} Pace */

export class Pacer {
  /** @type {Pace | null} */
  #pace = null;
  #begun = 0;
  #stepped = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(() => void) | null} */
  #wake = null;

  /**
   * @param {Pace | null} pace
   * @param {boolean} starts whether the run was idle; it then starts without a pause
   */
  begin(pace, starts) {
    if (starts) this.#stepped = -Infinity;
    this.#pace = pace;
    this.#begun = performance.now();
    this.wake();
  }

  /** Notes the time of an iteration. @param {number} at in ms */
  stepped(at) {
    this.#stepped = at;
  }

  /** Returns the ms until the next iteration is allowed; 0 or less means now. */
  left() {
    const now = performance.now();
    const pace = this.#pace;
    if (!pace || (pace.until !== null && now - this.#begun > pace.until)) return 0;
    return this.#stepped + pace.every - now;
  }

  /** @param {number} time in ms @returns {Promise<void>} */
  rest(time) {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#timer = setTimeout(resolve, time);
    });
  }

  /** Ends the pause. */
  wake() {
    clearTimeout(this.#timer);
    this.#wake?.();
    this.#wake = null;
  }
}
