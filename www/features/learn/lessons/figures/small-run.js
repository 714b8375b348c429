// A training run on the page itself, for the few documents of a picture: every answer comes at once, so that a dragged
// handle has no delay. Larger data are trained in the worker.

import { LetorReader, Training } from '../../../../wasm/rankscope.js';

const MOST_LINES = 400;
const BUDGET = 1e6;
const MOST_ADVANCES = 5_000;

/**
 * A trained run. `training` and `data` live in the core until `end` is called. `reports`: of every iteration from 0,
 * which is w = 0; `iterations` is the last one, and `best` the one of the model.
 * @typedef {{ data: import('../../../../wasm/rankscope.js').Dataset, end: () => void,
 *   training: import('../../../../wasm/rankscope.js').Training, iterations: number, best: number,
 *   reports: import('../../../../wasm/rankscope.js').StepReport[] }} SmallRun
 */

/**
 * Trains to the end. Throws the core's message if the data or the settings cannot be used.
 * @param {readonly string[]} lines of LETOR
 * @param {import('../../../../wasm/rankscope.js').TrainingSettings} settings
 * @returns {SmallRun}
 */
export function trainSmall(lines, settings) {
  if (lines.length > MOST_LINES) throw new Error(`a picture trains on at most ${MOST_LINES} lines`);
  const reader = new LetorReader();
  reader.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  const data = reader.finish();
  const training = new Training(data, settings);
  /** @type {SmallRun['reports']} */
  const reports = [];
  let best = 0;
  for (let at = 0; at < MOST_ADVANCES; at += 1) {
    const progress = training.advance(BUDGET);
    if (progress.state === 'stopped') {
      best = progress.stop.best_iteration;
      break;
    }
    if (progress.state === 'stepped') reports.push(progress.report);
  }
  return { data, training, reports, best, iterations: reports.length - 1, end: () => {
    training.free();
    data.free();
  } };
}

/**
 * The names of the first two features, as the data's first line has them.
 * @param {Pick<SmallRun, 'data'>} run @returns {[string, string]}
 */
export function featureNames({ data }) {
  const [first, second] = data.summary().feature_names;
  return [first ?? 'feature 1', second ?? 'feature 2'];
}
