// State of the model views: names of features, order of the weights, two documents to compare, and their explanation.
// Pure: no DOM, no worker, no wasm.

/** @typedef {import('../../run/training/training-state.js').TrainingState} TrainingState */
/** @typedef {import('../../../core/protocol.js').Inspection} Inspection */
/** @typedef {import('../../../wasm/rankscope.js').Explanation} Explanation */

/** @typedef {(string | null | undefined)[]} Names */
/** @typedef {import('../../../ui/explanation-view.js').Pair} Pair */
/** @typedef {import('../../../ui/explanation-view.js').RankedQuery} RankedQuery */

/** @typedef {Extract<import('../../../core/protocol.js').Answer, { type: 'model/paths' }>} PathsReply */
/** @typedef {Extract<import('../../../core/protocol.js').Answer, { type: 'model/dependence' }>} DependenceReply */

/**
 * `names`: from a names file. `refused`: why the last file could not be used. `asked`: what the views of trees want to
 * know. `told`: the last replies.
 * @typedef {{ names: { file: string, names: Names } | null, refused: { file: string, lines: string[] } | null,
 *   order: 'size' | 'index', all: boolean, pair: Pair | null,
 *   explanation: { run: number, explanation: Explanation | null, problem: string } | null,
 *   asked: { paths?: PathsReply['question'] | null, dependence?: DependenceReply['question'] | null },
 *   told: { paths?: PathsReply, dependence?: DependenceReply } }} ModelView
 */

/**
 * @typedef {{ type: 'model/names', file: string, names: Names }
 *   | { type: 'model/names refused', file: string, lines: string[] }
 *   | { type: 'model/forget names' }
 *   | { type: 'model/order', order: ModelView['order'] }
 *   | { type: 'model/all', all: boolean }
 *   | { type: 'model/ask', asked: ModelView['asked'] }
 *   | { type: 'model/pair', pair: Pair }} ModelAction
 */
/**
 * @typedef {{ type: 'model/explained', run: number, explanation: Explanation | null, problem: string }
 *   | PathsReply | DependenceReply} ModelReply
 */
/** @typedef {{ model: ModelView }} ModelSlice */

/** What the panels of this feature see of the state. @typedef {ModelSlice & TrainingState} ModelState */
/**
 * @typedef {import('../../../store/store.js').Store<ModelState & import('../../../store/activity.js').Activity
 *   & { theme: string }, ModelAction | import('../../data/data-state.js').LeaveOut
 *   | { type: 'panel', panel: string, open: boolean } | { type: 'study/set', change: { linked: string } }>} ModelStore
 */

/** @type {ModelView} */
export const NO_MODEL = { names: null, refused: null, order: 'size', all: false, pair: null, explanation: null,
  asked: {}, told: {} };

/**
 * @param {ModelView} old
 * @param {ModelAction | ModelReply} action
 * @param {{ run: { id: number } | null }} [state]
 * @returns {ModelView}
 */
export function reduceModel(old, action, state) {
  switch (action.type) {
    case 'model/names': return { ...old, names: { file: action.file, names: action.names }, refused: null };
    case 'model/names refused': return { ...old, refused: { file: action.file, lines: action.lines } };
    case 'model/forget names': return { ...old, names: null, refused: null };
    case 'model/order': return { ...old, order: action.order };
    case 'model/all': return { ...old, all: action.all };
    case 'model/pair': return { ...old, pair: action.pair };
    case 'model/ask': return { ...old, asked: { ...old.asked, ...action.asked } };
    case 'model/paths':
    case 'model/dependence':
      return action.run !== state?.run?.id ? old : { ...old, told: { ...old.told, [action.type.slice(6)]: action } };
    case 'model/explained': return action.run !== state?.run?.id ? old
      : { ...old, explanation: { run: action.run, explanation: action.explanation, problem: action.problem } };
    default: return old;
  }
}

/**
 * Returns the state after data were loaded. A names file is kept if the training file is the same.
 * @param {ModelView} old
 * @param {boolean} same whether the same training data were read again
 * @returns {ModelView}
 */
export function afterLoad(old, same) {
  return { ...old, pair: null, explanation: null, asked: {}, told: {}, refused: null, names: same ? old.names : null };
}

/**
 * Returns the chosen documents, else the top document of the model's ranking and the best-graded one below it.
 * @param {Pick<ModelView, 'pair'>} model
 * @param {RankedQuery | null | undefined} inspection
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
