// The result of a run as a sentence: what training did to the measure, on the data that say most about it. Pure.

import { count, fixed, measureName } from '../../../lib/format.js';
import { MEASURES } from '../../../lib/measures.js';

import { modelIteration } from '../training/run-end.js';
import { newest } from '../training/run-state.js';

/** @typedef {import('../training/run-state.js').Run} Run */
/** @typedef {import('../../../core/protocol.js').Summaries} Summaries */

/**
 * `value` is the number at the end of the sentence; `note` is what limits it.
 * @typedef {{ text: string, value: string, part: 'test' | 'valid' | 'train', note: string }} Result
 */

/** From this number of queries on the mean has no note. */
const ENOUGH = 30;

/**
 * Whether a measure lies between 0 and 1. Its mean over n queries then has a 95 % interval of at most ±0.98 / √n.
 * @param {string} measure its key
 */
export const isUnit = (measure) => MEASURES[measure.split(/[@:+]/)[0]]?.isUnit ?? false;

const WORDS = { test: 'unseen queries', valid: 'validation queries', train: 'training queries' };

/**
 * The result that stands above the charts: of the model once the run has ended, unless the reader looks at another
 * iteration. The note says which one, where it is not the last.
 * @param {Run | null} run
 * @param {{ iteration: number, follow: boolean }} cursor
 * @param {Summaries | null} summaries
 * @returns {Result | null}
 */
export function headline(run, { iteration, follow }, summaries) {
  const model = run && modelIteration(run);
  const at = model !== null && follow ? model : iteration;
  const result = resultOf(run, at, summaries);
  if (!result || model === null) return result;
  const where = at !== model ? `iteration ${count(at)}; kept model: iteration ${count(model)}`
    : model < newest(run) ? `kept model: iteration ${count(model)}` : '';
  return { ...result, note: [where, result.note].filter(Boolean).join(' · ') };
}

/**
 * The result at an iteration: of the test data, else of the validation data, else of the training data. Null if the
 * measure has no value there.
 * @param {Run | null} run
 * @param {number} iteration
 * @param {Summaries | null} summaries
 * @returns {Result | null}
 */
export function resultOf(run, iteration, summaries) {
  const [first, now] = [run?.reports.at(0), run?.reports.at(iteration)];
  const part = /** @type {const} */ (['test', 'valid', 'train']).find((one) =>
      Number.isFinite(now?.[one][0]?.value) && Number.isFinite(first?.[one][0]?.value));
  if (!part || !first || !now) return null;
  const { measure } = now[part][0];
  const [before, after] = [fixed(first[part][0].value, 3), fixed(now[part][0].value, 3)];
  const [low, high] = [Number(first[part][0].value), Number(now[part][0].value)];
  const about = `${measureName(measure)} on ${WORDS[part]}`;
  const note = noteOf(part, measure, summaries?.[part]?.queries ?? ENOUGH);
  const start = now.norm === 0 ? 'at w = 0' : 'before training';
  if (iteration === 0) return { text: `${about} ${start}: `, value: after, part, note };
  if (now.norm === 0) return { text: `w is still 0, so ${about} stays at `, value: after, part, note };
  if (before === after) return { text: `${about} did not move: `, value: after, part, note };
  return { text: `${about} ${high > low ? 'rose' : 'fell'} from ${before} to `, value: after, part, note };
}

/** @param {Result['part']} part @param {string} measure @param {number} queries */
function noteOf(part, measure, queries) {
  const held = part === 'test' ? '' : 'no test data';
  if (queries >= ENOUGH) return held;
  const few = queries === 1 ? 'one query only' : `only ${count(queries)} queries`;
  const interval = isUnit(measure) && queries > 1 ? `, ±${fixed(0.98 / Math.sqrt(queries), 2)} by chance` : '';
  return [held, few + interval].filter(Boolean).join(' · ');
}
