// What would take long or much memory, told before it begins. Pure: no DOM, no worker, no wasm.

import { isBinary, joinMeasure, measureChoice, methodOf, splitMeasure } from './settings.js';

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./estimate.js').Estimate} Estimate */

/** Steps of the searches in one iteration, of about a nanosecond each, up to which nobody is asked. */
export const PATIENCE = 2e9;

/** Bytes of one matrix that the core builds at the most in a browser. */
const LARGEST_MATRIX = 2 ** 31;

/** Whether the present run waits because one iteration of it takes long. @param {State} state */
export function isDear({ run }) {
  return run?.status === 'preparing' && run.overview !== null && run.overview.search_steps > PATIENCE;
}

/** The chosen measure cut off at rank 10; null where it is cut off already, cannot be, or the method heeds none. @param {State} state */
export function cutMeasure({ catalog, settings }) {
  const { name, cutOff, parameters } = splitMeasure(settings.measure);
  return cutOff === null && !isBinary(methodOf(catalog, settings)) && measureChoice(catalog, settings).cut_off ? joinMeasure(name, 10, parameters) : null;
}

/**
 * Bytes that reading and training on a file take, and whether its matrix is more than can be held.
 * @param {Estimate} estimate
 * @param {{ split: boolean, scaled: boolean }} copies of the matrix that are made beside the first
 */
export function needOf({ documents, features, comments }, { split, scaled }) {
  const matrix = 8 * documents * features;
  return { bytes: matrix * (split || scaled ? 2 : 1) + documents * comments, tooLarge: matrix > LARGEST_MATRIX };
}

/** Bytes from which on people are asked: a gigabyte, or a quarter of a smaller device's memory. @param {number | undefined} gigabytes of the device */
export function muchMemory(gigabytes) {
  return Math.min(1, (gigabytes ?? 4) / 4) * 1e9;
}
