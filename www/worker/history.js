// Answers questions about the history of a run. Keeps nothing.

/** @typedef {import('../protocol.js').ToWorker} ToWorker */
/** @typedef {import('../protocol.js').FromWorker} FromWorker */

/**
 * @param {number} run
 * @param {import('../wasm/rankscope.js').Training} training
 * @param {Extract<ToWorker, { type: 'motion' | 'certificate' }>} question
 * @returns {FromWorker}
 */
export function answer(run, training, question) {
  if (question.type === 'motion') return { type: 'motion', run, motion: training.motion(question.iteration, question.query) };
  return { type: 'certificate', run, certificate: training.certificate(question.iteration, question.page) };
}
