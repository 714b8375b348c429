// The page's own instance of the compiled core: what can be chosen, whether it fits together, charts,
// the plan and the table of a comparison.
// Data sets and training live in the worker's instance.

import init, { Checksum, Comparison, Model, catalog as catalogOf, check_settings, command_line, draw_chart, draw_figure, export_table, feature_names, figure_size, figure_svg, generate_sample, mend_decay, profiles, published_greedy } from './wasm/rankscope.js';
import { problemOf } from './fault.js';

/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */

export const start = () => init();
export const catalog = () => /** @type {import('./protocol.js').Catalog} */ (catalogOf());
export { command_line, draw_chart, draw_figure, export_table, feature_names, figure_size, figure_svg, generate_sample };

/** A comparison that has to be freed. Throws what is wrong with the plan. @param {import('./comparing.js').Plan} plan */
export const comparisonOf = (plan) => new Comparison(plan);

/** The checksum of a file's bytes, as the worker tells it of what it reads. @param {Blob} file */
export async function checksumOf(file) {
  const checksum = new Checksum();
  try {
    const chunks = file.stream().getReader();
    for (;;) {
      const { value, done } = await chunks.read();
      if (done) return checksum.hex();
      checksum.push(value);
    }
  } finally {
    checksum.free();
  }
}

/**
 * Why the settings cannot be trained, or null.
 * @param {TrainingSettings} settings
 * @returns {{ field: string | null, message: string } | null}
 */
export function check(settings) {
  try {
    check_settings(settings);
    return null;
  } catch (error) {
    const problem = problemOf(error);
    // An emptied field is NaN to the core.
    return { ...problem, message: problem.message.replace(/\bNaN\b/, 'an empty field') };
  }
}

/**
 * A model file in another format; throws where the format cannot express it.
 * @param {string} json
 * @param {string} format
 * @param {(string | undefined)[]} names of the features
 * @param {string} name of the model
 */
export function modelAs(json, format, names, name) {
  const model = Model.parse(json);
  try {
    return model.export(format, { names }, name);
  } finally {
    model.free();
  }
}

/** A typed decay profile made non-increasing, or null where that cannot be. @param {string} decay */
export function mendedDecay(decay) {
  try {
    return mend_decay(decay);
  } catch {
    return null;
  }
}

/**
 * What the published greedy search for SVM-NDCG answers in the place of the violator; null for other methods.
 * @param {TrainingSettings} settings
 * @param {import('./protocol.js').Inspection} inspection
 */
export function greedyOf(settings, { documents }) {
  if (settings.method !== 'svm-ndcg' && settings.method !== 'svm-ndcg-nc') return null;
  return published_greedy(settings, Uint8Array.from(documents, ({ grade }) => grade), Float64Array.from(documents, ({ score }) => score));
}

/**
 * The decay profile c and the discounts a of ranks 0 to n − 1, or null when the settings are not sound.
 * @param {TrainingSettings} settings
 * @param {number} n
 */
export function profilesOf(settings, n) {
  try {
    const { c, a } = profiles(settings, n);
    return { c: Array.from(c), a: Array.from(a) };
  } catch {
    return null;
  }
}
