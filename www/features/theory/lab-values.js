// The values that the options of the laboratories can have. Links are checked by them. Pure.

/** @typedef {import('./lab-view.js').Values} Values */
/** Which texts an option can have. `says`: completes "is not …". @typedef {{ accepts: (text: string) => boolean,
 *   says: string }} Accepted */

export const NUMBERS = [5, 10, 20, 50, 100, 200, 500, 1000];
export const DELTAS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5];
/** Largest ‖w‖ by laboratory. */
export const RADII = {
  generalisation: [0.5, 1, 2, 5, 10, 20, 50], complexity: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20],
  online: [0.1, 0.3, 1, 3, 10, 30, 100],
};
export const WEIGHTS = [0.01, 0.1, 1, 10, 100, 1000];
export const SCALINGS = [{ value: 'query', text: 'by query, 0 to 1' }, { value: 'none', text: 'as they are' },
  { value: 'rank', text: 'rank in the query' }, { value: 'minmax', text: '0 to 1' },
  { value: 'standard', text: 'standard' }];
export const DECAYS = [{ value: 'power:0.5', text: '1/√(j+1)' }, { value: 'power:0.25', text: '(j+1)^−¼' },
  { value: 'power:1', text: '1/(j+1)' }, { value: 'power:2', text: '1/(j+1)²' }, { value: 'log', text: '1/ln(j+3)' },
  { value: 'measure', text: 'the discounts' }];
export const GENERATORS = [{ value: 'constant', text: 'all bads alike' }, { value: 'inverse-rank', text: '1/j' },
  { value: 'exp:10', text: 'exponential, 10 %' }];
export const SCORERS = [{ value: 'feature', text: 'the feature' }, { value: 'ranksvm', text: 'RankSVM, C = 100' }];
export const MEASURES = [
  { value: 'ap', text: 'AP: good are {0,2}, {1,2}, {0} or {1}' },
  { value: 'rr', text: 'RR: good are {2} or {0,1}' },
  { value: 'err+linear', text: 'ERR: grades (0,0,1) or (2,2,0)' },
  { value: 'dcg', text: 'DCG on the grades of AP' },
];
/** C of the laboratories that train several times. */
export const TRAINING_WEIGHTS = [1, 3, 10, 30, 100, 300, 1000];
export const MOST_ROUNDS = 4;
export const STARTS = [{ value: 'power:0.5', text: '1/√(j+1)' }, { value: 'power:1', text: '1/(j+1)' },
  { value: 'power:0.25', text: '(j+1)^−¼' }];
export const DECAY_MEASURES = [{ value: 'ndcg@10', text: 'NDCG@10' }, { value: 'ndcg@5', text: 'NDCG@5' },
  { value: 'ndcg', text: 'NDCG' }, { value: 'mrr', text: 'MRR' }];
export const LOSSES = [{ value: 'owpc:generator=constant', text: 'OWPC, all alike' },
  { value: 'owpc:generator=inverse-rank', text: 'OWPC, 1/j' }, { value: 'svm-ndcg:cut-off=10', text: 'SVM-NDCG@10' },
  { value: 'svm-mrr', text: 'SVM-MRR' }, { value: 'svm-map', text: 'SVM-MAP' }, { value: 'svm-auc', text: 'SVM-AUC' }];
export const PARTS = /** @type {const} */ (['lists', 'dcg', 'binary']);

const MOST_FEATURES = 1_000_000;

/** @param {readonly (string | number | { value: string })[]} list @returns {Accepted} */
function oneOf(list) {
  const texts = list.map((one) => String(typeof one === 'object' ? one.value : one));
  return { accepts: (text) => texts.includes(text), says: `one of ${texts.join(', ')}` };
}

/** A number as the page writes it. @param {number} least @param {number} most @returns {Accepted} */
const between = (least, most) => ({ accepts: (text) => isNumber(text) && Number(text) >= least && Number(text) <= most,
  says: `a number from ${least} to ${most}` });

/** @param {string} text */
const isNumber = (text) => /^-?\d+(\.\d{1,17})?(e-\d{1,2})?$/.test(text);

/** @type {Accepted} */
const FEATURE = { accepts: (text) => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= MOST_FEATURES,
  says: 'the number of a feature' };

const SCALE = oneOf(SCALINGS);

/** By laboratory and option. @type {Record<string, Record<string, Accepted>>} */
export const ACCEPTED = {
  calibration: { part: oneOf(PARTS), measure: oneOf(MEASURES), tilt: between(-0.1, 0.1), p: between(0, 1) },
  generalisation: { queries: oneOf(NUMBERS), radius: oneOf(RADII.generalisation), delta: oneOf(DELTAS),
    first: FEATURE, second: FEATURE, scale: SCALE },
  complexity: { radius: oneOf(RADII.complexity), scale: SCALE },
  margins: { scorer: oneOf(SCORERS), feature: FEATURE, generator: oneOf(GENERATORS), gamma: between(0, 1),
    scale: SCALE },
  steps: { c: oneOf(WEIGHTS), decay: oneOf(DECAYS), scale: SCALE },
  'online-to-batch': { radius: oneOf(RADII.online), scale: SCALE },
  decay: { start: oneOf(STARTS), measure: oneOf(DECAY_MEASURES), c: oneOf(TRAINING_WEIGHTS),
    round: between(0, MOST_ROUNDS), scale: SCALE },
  'combined-losses': { first: oneOf(LOSSES), second: oneOf(LOSSES), c: oneOf(TRAINING_WEIGHTS), share: between(0, 1),
    scale: SCALE },
};
