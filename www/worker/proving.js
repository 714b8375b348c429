// Whether data can be trained at all is tried before they take the place of others, and what was built for that is not built twice.

import { Training } from '../wasm/rankscope.js';
import { failureOf, faultOf } from '../fault.js';

/** @typedef {import('../wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('../protocol.js').TrainingSettings} TrainingSettings */

/** @type {{ train: Dataset, key: string, training: Training } | null} The training that proved data trainable. */
let proof = null;

/**
 * Why these data cannot be trained, or null. Settings that are at fault themselves are no reproach to the data.
 * @param {Dataset} train
 * @param {TrainingSettings} settings
 * @returns {import('../protocol.js').Failure | null}
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

/** A training at w = 0: the one that was the proof, where it is the same. Throws what is wrong. @param {Dataset} train @param {TrainingSettings} settings */
export function trainingOf(train, settings) {
  const training = proof?.train === train && proof.key === JSON.stringify(settings) ? proof.training : new Training(train, settings);
  if (proof && proof.training !== training) proof.training.free();
  proof = null;
  return training;
}
