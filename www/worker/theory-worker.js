// The worker of the laboratories of theory: one laboratory after the other. The page ends the worker to cancel one.

import { run_theory, run_theory_on, run_theory_with_test } from '../wasm/rankscope.js';
import { breakdownOf, faultOf, messageOf } from '../core/errors.js';
import { holdLifeline } from './lifeline.js';
import { takePanic } from './panic-log.js';
import { Unreadable, readAll } from './read-data.js';

/** @typedef {import('../core/theory-protocol.js').ToTheory} ToTheory */
/** @typedef {import('../core/theory-protocol.js').FromTheory} FromTheory */

/** @typedef {{ train: import('./read-data.js').Sets['train'], test: import('./read-data.js').Sets['test'] }} Parts */

/** The data that were read last. @type {Parts & { id: number } | null} */
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
    const result = data ? resultOn(await dataOf(data), lab, options) : run_theory(lab, options);
    post({ type: 'told', task, result, problem: '' });
  } catch (error) {
    if (!faultOf(error) && !(error instanceof Unreadable)) throw error;
    post({ type: 'told', task, result: null, problem: messageOf(error) });
  }
}

/** @param {Parts} parts @param {string} lab @param {string[]} options */
const resultOn = ({ train, test }, lab, options) => (test ? run_theory_with_test(lab, options, train, test)
  : run_theory_on(lab, options, train));

/** Training and test data, read anew if they are others than before. @param {NonNullable<ToTheory['data']>} wanted */
async function dataOf({ id, sources }) {
  if (held?.id === id) return held;
  held?.train.free();
  held?.test?.free();
  held = null;
  // Validation data of a file of their own are not needed.
  const { train, valid, test } = await readAll({ ...sources, valid: null }, () => {}, async () => {});
  valid?.free();
  held = { id, train, test };
  return held;
}

/** @param {FromTheory} message */
function post(message) {
  self.postMessage(message);
}
