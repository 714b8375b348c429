// What all demands of training ask of the weight of a site at w = 0, with the rule of one page per site and without it.
// The core finds the demands.

import { LetorReader, Training } from '../../../../../wasm/rankscope.js';
import { featuresOf } from './site-list.js';

const BUDGET = 1e6;
const [TEXT, SITE] = [0, 1]; // places of features

/**
 * The weight of a site over that of the text in the mean demand at w = 0. @param {readonly string[]} lines of LETOR
 * @param {import('../../../../../wasm/rankscope.js').TrainingSettings} settings
 */
function askedBy(lines, settings) {
  const reader = new LetorReader();
  reader.push(new TextEncoder().encode(lines.join('\n')));
  const data = reader.finish();
  const queries = new Set(lines.flatMap((line) => /qid:\S+/.exec(line) ?? [])).size;
  const training = new Training(data, { ...settings, max_iterations: 1 });
  while (training.advance(BUDGET).state === 'working');
  const sums = [0, 0, 0];
  for (let query = 0; query < queries; query += 1) {
    const { coefficients, documents } = training.inspect(0, query);
    coefficients.forEach((by, document) => featuresOf(lines[(documents[document].line ?? 0) - 1] ?? '')
      .forEach((value, feature) => { sums[feature] += by * value; }));
  }
  training.free();
  data.free();
  return sums[SITE] / sums[TEXT];
}

/**
 * Both weights. @param {readonly string[]} lines of LETOR
 * @param {import('../../../../../wasm/rankscope.js').TrainingSettings} settings
 * of a run for NDCG
 */
export const askedWeights = (lines, settings) => ({ plain: askedBy(lines, settings),
  ruled: askedBy(lines, { ...settings, measure: `d${settings.measure}` }) });
