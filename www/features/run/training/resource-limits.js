// Estimates of time and memory, shown before a run or a load begins. Pure: no DOM, no worker, no wasm.

import { STEP_LIMIT } from './run-state.js';
import { isBinary, joinMeasure, measureChoice, methodOf, splitMeasure } from '../../settings/settings.js';

/** @typedef {import('../../data/estimate-size.js').Estimate} Estimate */

/** Bytes of one matrix that the core builds at the most in a browser. */
const LARGEST_MATRIX = 2 ** 31;

/** Bytes that WebAssembly can address. */
const ADDRESSABLE = 2 ** 32;

/** Iterations whose w are counted beside the data. Most runs take fewer. */
const ITERATIONS = 100;

/** Beyond this many times the limit, an estimate from the head of a file is sure enough to refuse the file. */
const SURE = 1.25;

/**
 * Whether the present run waits because one iteration of it takes long.
 * @param {import('./run-state.js').RunSlice} state
 */
export function isExpensive({ run }) {
  return run?.status === 'preparing' && run.overview !== null && run.overview.search_steps > STEP_LIMIT;
}

/**
 * The chosen measure cut off at rank 10; null where it is cut off already, cannot be, or the method has no such option.
 * @param {import('../../settings/settings-state.js').SettingsSlice} state
 */
export function cutMeasure({ catalog, settings }) {
  const { name, cutOff, parameters, suffixes } = splitMeasure(settings.measure);
  return cutOff === null && !isBinary(methodOf(catalog, settings), settings) && measureChoice(catalog, settings).cut_off
    ? joinMeasure(name, 10, parameters, suffixes) : null;
}

/**
 * Bytes that reading and training on a file take, and whether its matrix is more than can be held.
 * @param {Estimate} estimate
 * @param {{ scaled: boolean }} copies of the matrix that are made beside the first; a split makes none
 */
export function needOf(estimate, { scaled }) {
  const { documents, features, comments } = estimate;
  const matrix = documents * rowOf(estimate);
  return { bytes: matrix * (scaled ? 2 : 1) + documents * comments + 8 * ITERATIONS * features,
    tooLarge: matrix > LARGEST_MATRIX };
}

/**
 * Bytes of a row: rows with more than 70 % zeros are stored without them.
 * @param {Pick<Estimate, 'features' | 'stored'>} row
 */
const rowOf = ({ features, stored }) => (10 * stored < 3 * features ? 12 * stored : 8 * features);

/**
 * Bytes of the matrix of data that were read.
 * @param {import('../../../core/protocol.js').Summaries['train']} summary
 */
export function matrixBytes({ documents, features, zero_share: zeros }) {
  return documents * rowOf({ features, stored: features * (1 - zeros) });
}

/**
 * Whether files are refused before they are read, because a page cannot hold them, and the documents that it can hold.
 * @param {(Estimate & { bytes: number, tooLarge: boolean })[]} files
 */
export function refusal(files) {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isSure = files.some((file) => file.documents * rowOf(file) > SURE * LARGEST_MATRIX);
  const row = Math.max(1, ...files.map(rowOf));
  const documents = files.reduce((sum, file) => sum + file.documents, 0);
  return { refused: isSure || bytes > SURE * ADDRESSABLE,
    fits: Math.floor(Math.min(LARGEST_MATRIX / row, documents * ADDRESSABLE / Math.max(1, bytes))) };
}

/**
 * Bytes from which on loading waits for a confirmation: a gigabyte, or a quarter of a smaller device's memory.
 * @param {number | undefined} gigabytes of the device
 */
export function muchMemory(gigabytes) {
  return Math.min(1, (gigabytes ?? 4) / 4) * 1e9;
}
