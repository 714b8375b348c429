// What the core says of one search with equal grades: the best lists, three references, and which orders the loss
// needs. No DOM.

import { measures_of_order } from '../../../../../wasm/rankscope.js';
import { trainSmall } from '../../figures/small-run.js';
import { bandsOf, exchanged, inversions } from './orders.js';

/** @typedef {import('../../../../../wasm/rankscope.js').TrainingSettings} TrainingSettings */
/** @typedef {'fixed' | 'averaged' | 'aligned'} Way */
/** @typedef {{ name: string, grade: number }} Page */
/**
 * Two pages that the reference and the model put in different orders.
 * @typedef {{ pair: [number, number], isNeeded: boolean }} Crossing
 */
/**
 * A reference at the picture's w. `bands`: first and last rank of the places that are free for each other. `means`: the
 * weight of each page in ψ(y*), by its number.
 * @typedef {{ list: number[], slack: number, bands: [number, number][], crossings: Crossing[], means: number[] }}
 *   Reference
 */

/** @type {readonly Way[]} */
export const WAYS = ['fixed', 'averaged', 'aligned'];

/**
 * @param {readonly string[]} lines @param {TrainingSettings} settings
 * @param {number} iteration whose w the picture shows
 */
export function tiesRun(lines, settings, iteration) {
  const { training, end } = trainSmall(lines, settings);
  const { documents, predicted, predicted_loss: loss } = training.inspect(iteration, 0);
  /** @type {Page[]} */
  const pages = documents.map(({ comment, grade }) => ({ name: comment, grade }));
  const lossOf = (/** @type {number[]} */ list) => training.value(iteration, 0, Uint32Array.from(list)).loss;
  const ways = Object.fromEntries(WAYS.map((way) => {
    const { reference, hinge, free, reference_coefficients: means } =
      training.preview(iteration, 0, { ...settings, reference: way });
    const crossings = inversions(reference, predicted).map((pair) => ({ pair,
      isNeeded: lossOf(exchanged(reference, pair)) > 1e-9 }));
    return [way, { list: reference, slack: hinge, bands: bandsOf(free), crossings, means }];
  }));
  end();
  const measure = settings.measure ?? 'ndcg';
  return {
    pages, predicted, loss, measure, cutOff: Number(measure.split('@')[1] ?? pages.length),
    ways: /** @type {Record<Way, Reference>} */ (ways),
    /** The measure of a list. @param {readonly number[]} list */
    valueOf: (list) => measures_of_order(Uint8Array.from(list, (page) => pages[page].grade), [measure])[0],
  };
}

/** @typedef {ReturnType<typeof tiesRun>} TiesRun */
