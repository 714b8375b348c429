// Asks the worker for what slow motion and the certificate show: of each one question at a time, always the newest,
// and always about the iteration that all other panels show. No DOM.

import { isOpen } from './reducer.js';

/** @typedef {import('./protocol.js').ToWorker} ToWorker */
/** @typedef {Extract<ToWorker, { type: 'motion' | 'certificate' }>} Question */

/**
 * @param {import('./store.js').Store} store
 * @param {(message: Question) => void} post
 */
export function questionQueue(store, post) {
  /** @type {Map<Question['type'], string>} The last question of each kind. */
  const sent = new Map();
  /** @type {Map<Question['type'], number>} The run that an open question is about. */
  const waiting = new Map();

  /** @param {Question} question @param {string} state what else the answer depends on */
  const ask = (question, state) => {
    const key = JSON.stringify(question) + state;
    // The worker forgets questions about runs that are gone.
    if (sent.get(question.type) === key || waiting.get(question.type) === question.run) return;
    sent.set(question.type, key);
    waiting.set(question.type, question.run);
    post(question);
  };

  return {
    consider() {
      const state = store.get();
      const { run, look, travel } = state;
      if (!run || run.status === 'lost' || look?.run !== run.id) return;
      const { iteration, inspection } = look;
      // The QP and the update are known once the next iteration is.
      if (travel.slow && inspection) ask({ type: 'motion', run: run.id, iteration, query: inspection.query }, String(Boolean(run.reports[iteration + 1])));
      if (isOpen(state, 'certificate')) ask({ type: 'certificate', run: run.id, iteration, page: travel.page }, '');
    },
    /** @param {Question['type']} type */
    arrived(type) {
      waiting.delete(type);
    },
    /** Forgets what was asked of a worker that is gone. */
    clear() {
      sent.clear();
      waiting.clear();
    },
  };
}
