// Names of features, the order of the weights, two documents to compare, and what the worker answers about them.
// Pure: no DOM, no worker, no wasm.

/** @typedef {import('./reducer.js').State} State */
/** @typedef {import('./protocol.js').Inspection} Inspection */
/** @typedef {import('./protocol.js').TrainingSettings} TrainingSettings */
/** @typedef {import('./protocol.js').Answer} Answer */
/** @typedef {import('./wasm/rankscope.js').Explanation} Explanation */

/** @typedef {(string | null | undefined)[]} Names */
/** Two documents of a query, by their index within it. @typedef {{ query: number, first: number, second: number }} Pair */

/**
 * `names`: those of a names file; `refused`: why the last file was not taken. `exporting`: whether anybody waits for the model.
 * @typedef {{ names: { file: string, names: Names } | null, refused: { file: string, lines: string[] } | null,
 *   order: 'size' | 'index', all: boolean, pair: Pair | null,
 *   explanation: { run: number, explanation: Explanation | null, problem: string } | null,
 *   preview: { run: number, iteration: number, query: number, decay: string, inspection: Inspection | null, problem: string } | null,
 *   exporting: boolean, model: { run: number, json: string | null, problem: string } | null }} Insight
 */

/**
 * @typedef {{ type: 'names', file: string, names: Names }
 *   | { type: 'names refused', file: string, lines: string[] }
 *   | { type: 'names dropped' }
 *   | { type: 'weights order', order: Insight['order'] }
 *   | { type: 'weights all', all: boolean }
 *   | { type: 'pair', pair: Pair }
 *   | { type: 'exporting', on: boolean }
 *   | Answer} InsightAction
 */

/** @type {Insight} */
export const NO_INSIGHT = { names: null, refused: null, order: 'size', all: false, pair: null, explanation: null, preview: null, exporting: false, model: null };

/**
 * @param {Insight} old
 * @param {InsightAction} action
 * @returns {Insight}
 */
export function reduceInsight(old, action) {
  switch (action.type) {
    case 'names': return { ...old, names: { file: action.file, names: action.names }, refused: null };
    case 'names refused': return { ...old, refused: { file: action.file, lines: action.lines } };
    case 'names dropped': return { ...old, names: null, refused: null };
    case 'weights order': return { ...old, order: action.order };
    case 'weights all': return { ...old, all: action.all };
    case 'pair': return { ...old, pair: action.pair };
    case 'exporting': return { ...old, exporting: action.on };
    case 'explained': return { ...old, explanation: { run: action.run, explanation: action.explanation, problem: action.problem } };
    case 'previewed': return { ...old, preview: action };
    case 'modelled': return { ...old, model: { run: action.run, json: action.json, problem: action.problem } };
    default: return old;
  }
}

/**
 * What stays when data have arrived: a names file belongs to the data, which may come again in another split.
 * @param {Insight} old
 * @param {boolean} same whether the same training data were read again
 * @returns {Insight}
 */
export function afterLoad(old, same) {
  return { ...old, pair: null, explanation: null, preview: null, model: null, refused: null, names: same ? old.names : null };
}

/**
 * Names of all features, `undefined` where there is none: a names file before the head of the data before the sample's own.
 * @param {State} state
 * @param {number} features
 * @returns {(string | undefined)[]}
 */
export function namesOf({ insight, data }, features) {
  const lists = [insight.names?.names, data?.summaries.train.feature_names, data?.request.features];
  return Array.from({ length: features }, (_, at) => lists.map((list) => list?.[at]).find(Boolean) ?? undefined);
}

/** A feature as the page calls it. @param {State} state @param {number} at from 0 */
export function featureName({ insight, data }, at) {
  return insight.names?.names[at] || data?.summaries.train.feature_names?.[at] || data?.request.features?.[at] || `feature ${at + 1}`;
}

/**
 * The documents to compare: those chosen, else the top of the model's ranking and the best-graded document below it.
 * @param {Insight} insight
 * @param {Inspection | null | undefined} inspection
 * @returns {Pair | null}
 */
export function pairOf({ pair }, inspection) {
  if (!inspection || inspection.documents.length < 2) return null;
  const { query, predicted, documents } = inspection;
  if (pair?.query === query && Math.max(pair.first, pair.second) < documents.length) return pair;
  const [first, ...below] = predicted;
  const second = below.reduce((best, one) => (documents[one].grade > documents[best].grade ? one : best), below[0]);
  return { query, first, second };
}

/** The settings of the run with the decay profile of the page. @param {State} state @returns {TrainingSettings | null} */
export function previewSettings({ run, settings, problem }) {
  if (!run || problem) return null;
  const { decay, offset, decay_cut } = settings;
  return { ...run.settings, decay, offset, decay_cut };
}

/** The decay profile of settings as one text. @param {TrainingSettings} settings */
export function decayKey({ decay, offset, decay_cut: cut }) {
  return JSON.stringify([decay, decay.startsWith('power') ? offset : null, cut ?? null]);
}

/** ‖w‖, of however many and however large weights. @param {Float64Array} weights */
export function normOf(weights) {
  const top = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0);
  return top && top * Math.sqrt(weights.reduce((sum, weight) => sum + (weight / top) ** 2, 0));
}
