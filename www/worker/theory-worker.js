// The worker of the laboratories of theory: one laboratory after the other. The page ends the worker to cancel one.

import { run_theory, run_theory_on } from '../wasm/rankscope.js';
import { breakdownOf, faultOf, messageOf } from '../core/errors.js';
import { holdLifeline } from './lifeline.js';
import { takePanic } from './panic-log.js';
import { Unreadable, readAll } from './read-data.js';

/** @typedef {import('../core/theory-protocol.js').ToTheory} ToTheory */
/** @typedef {import('../core/theory-protocol.js').FromTheory} FromTheory */

/** The data that were read last. @type {{ id: number, train: import('./read-data.js').Sets['train'] } | null} */
let held = null;

/** What was asked before follows first, because reading data takes several turns. */
let turn = Promise.resolve();

/** Listens to the page. */
export function serveTheory() {
  self.onmessage = (/** @type {MessageEvent<ToTheory>} */ { data }) => {
    turn = turn.then(() => answer(data)).catch((error) => {
      post({ type: 'crashed', message: breakdownOf(error, takePanic()) });
    });
  };
  void holdLifeline((lock) => post({ type: 'lock', lock }));
}

/** @param {ToTheory} message */
async function answer({ task, lab, options, data }) {
  try {
    const result = data ? run_theory_on(lab, options, await trainingData(data)) : run_theory(lab, options);
    post({ type: 'told', task, result, problem: '' });
  } catch (error) {
    if (!faultOf(error) && !(error instanceof Unreadable)) throw error;
    post({ type: 'told', task, result: null, problem: messageOf(error) });
  }
}

/** The training data, read anew if they are others than before. @param {NonNullable<ToTheory['data']>} wanted */
async function trainingData({ id, sources }) {
  if (held?.id === id) return held.train;
  held?.train.free();
  held = null;
  // Test data and validation data of files of their own are not needed.
  const { train, valid, test } = await readAll({ ...sources, valid: null, test: null }, () => {}, async () => {});
  valid?.free();
  test?.free();
  held = { id, train };
  return train;
}

/** @param {FromTheory} message */
function post(message) {
  self.postMessage(message);
}
