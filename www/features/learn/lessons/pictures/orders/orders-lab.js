// What the picture of orders draws: the laboratory of calibration for AP, computed once by the page's own core.

import { run_theory } from '../../../../../wasm/rankscope.js';

/** @typedef {import('../../../../../wasm/rankscope.js').ListCalibration} ListCalibration */

/** The loss that a step trains. */
export const TRAINED = 'ranknet-linear';

/** The losses in the lanes. */
const SHOWN = ['regression', TRAINED, 'listnet', 'ranksvm', 'svm-map', 'svm-ndcg'];

/** @type {ListCalibration | null} */
let lab = null;

/** The expected AP of the orders, and the picks of the losses. */
export function ordersLab() {
  if (lab) return lab;
  const result = run_theory('calibration', ['part=lists', 'measure=ap']);
  if (result.lab !== 'calibration' || !result.lists) throw new Error('the laboratory has no lists');
  lab = result.lists;
  return lab;
}

/** The numbers of the losses in the lanes. @param {ListCalibration} of @param {readonly string[]} [names] */
export const shownOf = ({ methods }, names = SHOWN) =>
  names.map((name) => methods.findIndex((method) => method.name === name)).filter((at) => at >= 0);
