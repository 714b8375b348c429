// Compares two kept models on data of the worker. Knows no run and no messages.

import { Model } from '../wasm/rankscope.js';

/** @typedef {import('../core/protocol.js').Agreement} Agreement */

/**
 * @param {import('../wasm/rankscope.js').Dataset} data
 * @param {{ first: string, second: string, measure: string, p: number }} request the models as their files
 * @returns {Agreement}
 */
export function agreementOf(data, { first, second, measure, p }) {
  const one = Model.parse(first);
  try {
    const other = Model.parse(second);
    try {
      return one.compare(other, data, measure, p);
    } finally {
      other.free();
    }
  } finally {
    one.free();
  }
}
