// Answers questions about a run without changing it. Knows no messages but its own.

import { faultOf, messageOf } from '../fault.js';

/** @typedef {import('../protocol.js').Question} Question */
/** @typedef {import('../protocol.js').Answer} Answer */

/** @param {import('../protocol.js').ToWorker} message @returns {message is Question} */
export function isQuestion(message) {
  return message.type === 'explain' || message.type === 'preview' || message.type === 'model';
}

/**
 * @param {import('../wasm/rankscope.js').Training} training
 * @param {Question} question
 * @returns {Answer}
 */
export function answerTo(training, question) {
  const { run } = question;
  switch (question.type) {
    case 'explain': {
      const { value, problem } = tried(() => training.explain(question.iteration, question.query, question.first, question.second));
      return { type: 'explained', run, explanation: value, problem };
    }
    case 'preview': {
      const { iteration, query, decay } = question;
      const { value, problem } = tried(() => training.preview(iteration, query, question.settings));
      return { type: 'previewed', run, iteration, query, decay, inspection: value, problem };
    }
    default: {
      const { value, problem } = tried(() => {
        const model = training.model();
        try {
          return model.json();
        } finally {
          model.free();
        }
      });
      return { type: 'modelled', run, json: value, problem };
    }
  }
}

/**
 * What the core refuses is an answer; anything else is a broken promise.
 * @template T
 * @param {() => T} work
 * @returns {{ value: T | null, problem: string }}
 */
function tried(work) {
  try {
    return { value: work(), problem: '' };
  } catch (error) {
    if (!faultOf(error)) throw error;
    return { value: null, problem: messageOf(error) };
  }
}
