// Checks that data can be trained before they replace the current data. The training made for the check is reused.

import { Training } from '../wasm/rankscope.js';
import { failureOf, faultOf } from '../core/errors.js';

/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('../core/protocol.js').TrainingSettings} TrainingSettings */

/** @type {{ train: Dataset, key: string, training: Training } | null} The training that proved data trainable. */
let proof = null;

/**
 * Returns why these data cannot be trained, or null. Faults of the settings alone are not reported here.
 * @param {Dataset} train
 * @param {TrainingSettings} settings
 * @returns {import('../core/protocol.js').Failure | null}
 */
export function whyUntrainable(train, settings) {
  proof?.training.free();
  proof = null;
  try {
    proof = { train, key: JSON.stringify(settings), training: new Training(train, settings) };
    return null;
  } catch (error) {
    const fault = faultOf(error);
    if (!fault) throw error;
    return fault.kind === 'config' ? null : { ...failureOf(error), untrainable: true };
  }
}

/**
 * Returns a training at w = 0, the one from the check if it is the same. Throws the fault of the data or the settings.
 * @param {Dataset} train
 * @param {TrainingSettings} settings
 */
export function trainingOf(train, settings) {
  const training = proof?.train === train && proof.key === JSON.stringify(settings) ? proof.training
    : new Training(train, settings);
  if (proof && proof.training !== training) proof.training.free();
  proof = null;
  return training;
}
