// Answers questions about a run without changing it. Keeps nothing.

import { faultOf, messageOf } from '../fault.js';

/** @typedef {import('../protocol.js').Question} Question */
/** @typedef {import('../wasm/rankscope.js').Training} Training */

/**
 * What the open tab of the inspector needs of a look.
 * @param {Training} training @param {number} iteration @param {number | null} query @param {import('../microscope.js').InspectorTab} tab
 */
export function detailsOf(training, iteration, query, tab) {
  return {
    contributions: query !== null && tab === 'contributions' ? training.contributions(iteration, query) : null,
    search: query !== null && tab === 'search' ? training.search_table(iteration, query) ?? null : null,
  };
}

/**
 * @param {Training} training
 * @param {Exclude<Question, { type: 'look' }>} question
 * @returns {import('../protocol.js').FromWorker}
 */
export function answerTo(training, question) {
  const { run } = question;
  switch (question.type) {
    case 'value': {
      const { iteration, query, ranking } = question;
      return { type: 'own valued', run, iteration, query, valuation: training.value(iteration, query, Uint32Array.from(ranking)) };
    }
    case 'try all': {
      const { iteration, query } = question;
      return { type: 'tried all', run, iteration, query, enumeration: training.enumerate(iteration, query) };
    }
    case 'motion': return { type: 'motion', run, motion: training.motion(question.iteration, question.query) };
    case 'certificate': return { type: 'certificate', run, certificate: training.certificate(question.iteration, question.page) };
    case 'explain': {
      const { value, problem } = tried(() => training.explain(question.iteration, question.query, question.first, question.second));
      return { type: 'explained', run, explanation: value, problem };
    }
    case 'preview': {
      const { iteration, query, decay } = question;
      const { value, problem } = tried(() => training.preview(iteration, query, question.settings));
      return { type: 'previewed', run, iteration, query, decay, inspection: value, problem };
    }
    case 'model': {
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
 * What the core refuses is an answer where a panel says why; anything else is a broken promise.
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
