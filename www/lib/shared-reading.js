// Lets the first worker of a pool read the data for all of them. The others wait for what it hands on. No DOM.

/**
 * Bytes from which one worker reads for all. Below, reading takes less than 0.1 s, and waiting for another worker would
 * take longer.
 */
const LARGE = 16e6;

/** Whether one of the workers should read for all. @param {number} workers @param {number} bytes of the data */
export function isWorthSharing(workers, bytes) {
  // A single worker would pack data that no other worker unpacks.
  return workers > 1 && bytes >= LARGE;
}

/**
 * @template Data what a worker opens with
 */
export class SharedReading {
  /** The worker that reads for all, until it has handed its data on. @type {Worker | null} */
  #reader = null;
  /** @type {Worker[]} */
  #waiting = [];
  #data;
  #isShared;
  #open;

  /**
   * @param {Data} data what a worker opens with while nothing has been handed on
   * @param {boolean} isShared whether one reads for all; else each worker opens at once
   * @param {(worker: Worker, data: Data, isReader: boolean) => void} open
   */
  constructor(data, isShared, open) {
    this.#data = data;
    this.#isShared = isShared;
    this.#open = open;
  }

  /** Opens a worker, at once or when the data are there. @param {Worker} worker */
  add(worker) {
    if (this.#reader) return void this.#waiting.push(worker);
    const isReader = this.#isShared;
    if (isReader) this.#reader = worker;
    this.#open(worker, this.#data, isReader);
  }

  /** A worker has opened. Opens the others if it was the reader. @param {Worker} worker @param {Data} data */
  opened(worker, data) {
    if (worker !== this.#reader) return;
    this.#reader = null;
    this.#isShared = false;
    this.#data = data;
    for (const one of this.#waiting.splice(0)) this.add(one);
  }
}
