// State of the model of a file: the model, what the worker is asked about it, and the answer. Pure: no DOM, no wasm.

import { pairOf } from '../../inspect/model/model-state.js';
import { withRanker } from '../../library/comparison/comparison-state.js';
import { OPENED, withOpened } from '../../library/runs/runs-state.js';
import { isWorking } from '../../run/training/run-state.js';
import { shownQuery } from '../../run/training/snapshot-state.js';

/** @typedef {import('../../../core/protocol.js').AppliedModel} AppliedModel */
/** @typedef {import('../../../core/protocol.js').ModelQuestion} ModelQuestion */
/** @typedef {import('../../../core/protocol.js').ScoresQuestion} ScoresQuestion */
/** @typedef {import('../../../core/protocol.js').WaysQuestion} WaysQuestion */
/** @typedef {import('../../../wasm/rankscope.js').Explanation} Explanation */
/** @typedef {import('../../../wasm/rankscope.js').TreePaths} TreePaths */

/**
 * A model that was read from a file. `features`: the number of raw features that it reads. `names`: theirs, if the file
 * has them. `foreign`: what is special about a model of another program: sentences on what its file does not say, and
 * whether a gap has a way of its own through its trees. `map`, `scaling`: by their names in settings. `weights`: null
 * if its score is not a weighted sum. `without`: numbers of the features that its training left out. `list`: the file
 * of a run or of scores, which is no model: it has no `json` and no `settings`.
 * @typedef {{ name: string, json: string, settings: import('../../../core/protocol.js').TrainingSettings | null,
 *   method: string, measure: string, features: number, names: (string | null)[],
 *   foreign: { notes: string[], followsGaps: boolean } | null, list: Uint8Array | null, map: string,
 *   scaling: string, weights: Float64Array | null, without: number[], card: string }} ModelOfFile
 */
/**
 * `refused`: why the last file was not opened. `applied`: the newest answer; `message`: why there is none. `pair`: the
 * documents that were chosen. `scores`, `ways`: what is asked about two documents, and the answer once it is there.
 * @typedef {{ model: ModelOfFile | null, refused: { name: string, message: string } | null, requests: number,
 *   asked: ({ request: number } & ModelQuestion) | null,
 *   answer: { request: number, applied: AppliedModel | null, message: string } | null,
 *   pair: import('../../inspect/model/model-state.js').Pair | null,
 *   scores: ({ request: number, answer: { explanation: Explanation | null, problem: string } | null } & ScoresQuestion)
 *     | null,
 *   ways: ({ request: number, answer: { value: TreePaths | null, problem: string } | null } & WaysQuestion)
 *     | null }} ModelFile
 */
/**
 * @typedef {{ type: 'modelfile/open', model: ModelOfFile }
 *   | { type: 'modelfile/refused', name: string, message: string }
 *   | { type: 'modelfile/close' }
 *   | ({ type: 'modelfile/ask' } & ModelQuestion)
 *   | { type: 'modelfile/applied', request: number, applied: AppliedModel | null, message: string }
 *   | { type: 'modelfile/pair', pair: import('../../inspect/model/model-state.js').Pair }
 *   | ({ type: 'modelfile/explain' } & ScoresQuestion)
 *   | { type: 'modelfile/explained', request: number, explanation: Explanation | null, problem: string }
 *   | ({ type: 'modelfile/follow' } & WaysQuestion)
 *   | { type: 'modelfile/followed', request: number, value: TreePaths | null, problem: string }
 *   } ModelFileAction
 */
/** @typedef {{ modelfile: ModelFile }} ModelFileSlice */
/**
 * What the panel sees of the state.
 * @typedef {ModelFileSlice & import('../../inspect/model/model-state.js').ModelSlice
 *   & import('../../library/runs/runs-state.js').RunsState
 *   & import('../../library/comparison/comparison-state.js').ComparisonSlice
 *   & import('../../inspect/inspector/inspector-state.js').InspectorSlice
 *   } ModelFileState
 */
/**
 * @typedef {import('../../../store/store.js').Store<ModelFileState & import('../../../store/activity.js').Activity,
 *   ModelFileAction | import('../../run/training/training-state.js').TrainingAction>} ModelFileStore
 */

/** @type {ModelFile} */
export const NO_MODEL_FILE = {
  model: null, refused: null, requests: 0, asked: null, answer: null, pair: null, scores: null, ways: null,
};

/** @param {ModelFile} old @param {ModelFileAction} action @returns {ModelFile} */
export function reduceModelFile(old, action) {
  switch (action.type) {
    case 'modelfile/open': return { ...NO_MODEL_FILE, requests: old.requests, model: action.model, pair: old.pair };
    case 'modelfile/refused': return { ...old, refused: { name: action.name, message: action.message } };
    case 'modelfile/close': return { ...NO_MODEL_FILE, requests: old.requests };
    case 'modelfile/ask': {
      const { type, ...question } = action;
      const request = old.requests + 1;
      return { ...old, requests: request, asked: { request, ...question } };
    }
    case 'modelfile/applied': {
      const { request, applied, message } = action;
      // The answer to an earlier question is late.
      return request === old.asked?.request ? { ...old, answer: { request, applied, message } } : old;
    }
    case 'modelfile/pair': return { ...old, pair: action.pair };
    case 'modelfile/explain': {
      const { type, ...question } = action;
      const request = old.requests + 1;
      return { ...old, requests: request, scores: { request, answer: null, ...question } };
    }
    case 'modelfile/explained': {
      const { request, explanation, problem } = action;
      return request === old.scores?.request ? { ...old, scores: { ...old.scores, answer: { explanation, problem } } }
        : old;
    }
    case 'modelfile/follow': {
      const { type, ...question } = action;
      const request = old.requests + 1;
      return { ...old, requests: request, ways: { request, answer: null, ...question } };
    }
    case 'modelfile/followed': {
      const { request, value, problem } = action;
      return request === old.ways?.request ? { ...old, ways: { ...old.ways, answer: { value, problem } } } : old;
    }
    default: return old;
  }
}

/**
 * Reduces an action. The model is also a choice where runs are compared, and its ranking stands beside the violator.
 * @template {ModelFileState} State
 * @param {State} state @param {ModelFileAction} action
 * @returns {State}
 */
export function reduceOpenedModel(state, action) {
  const modelfile = reduceModelFile(state.modelfile, action);
  const { model } = modelfile;
  if (modelfile === state.modelfile) return state;
  const next = { ...state, modelfile, beside: besideOf(modelfile),
    comparison: withRanker(state.comparison, rankerOf(modelfile)) };
  if (model === state.modelfile.model) return next;
  // A list of another program has no model that could be compared.
  const opened = model?.settings
    ? { id: OPENED, name: model.name, settings: model.settings, measure: model.measure, model: model.json,
      without: model.without }
    : null;
  return { ...next, runs: withOpened(state.runs, opened, state.data) };
}

/**
 * A list that fits the test data, as a row of comparisons.
 * @param {ModelFile} modelfile @returns {import('../../library/comparison/comparison-state.js').Others | null}
 */
function rankerOf({ model, answer }) {
  const isTested = answer?.applied?.parts.some(({ part }) => part === 'test');
  return model?.list && isTested ? { name: model.name, content: model.list } : null;
}

/**
 * Its ranking, for the view of the rankings of a constraint.
 * @param {ModelFile} modelfile
 * @returns {import('../../inspect/inspector/inspector-state.js').Beside | null}
 */
function besideOf({ model, answer }) {
  const ranking = answer?.applied?.ranking;
  return model && ranking ? { title: model.name, query: ranking.index,
    ranking: ranking.documents.map(({ document }) => document) } : null;
}

/**
 * Returns the state after other data were loaded: their documents are other ones.
 * @param {ModelFile} old
 * @returns {ModelFile}
 */
export function withOtherData(old) {
  return { ...old, pair: null, scores: null, ways: null };
}

/**
 * What the worker is to be asked about the model: its measures, the query that the page shows, and the model of the run
 * beside it. Null without a model or data, and while training, when the query may change at every iteration.
 * @param {ModelFileState} state
 * @returns {ModelQuestion | null}
 */
export function questionOf({ modelfile: { model }, data, run, runs, snapshot }) {
  if (!model || !data || isWorking(run)) return null;
  const rival = run && runs.latest?.run === run.id ? runs.latest.model : null;
  return { json: model.json, list: model.list, rival, query: shownQuery(snapshot)?.id ?? null,
    threshold: run?.settings.threshold ?? 1,
    measures: [...new Set([...run?.overview?.measures ?? [], model.measure])] };
}

/**
 * The query whose ranking is shown, as the views of rankings have it; null without a ranking.
 * @param {ModelFile} modelfile
 */
export function rankedQuery({ answer }) {
  const ranking = answer?.applied?.ranking;
  if (!ranking) return null;
  const predicted = ranking.documents.map(({ document }) => document);
  return { query: ranking.index, predicted, documents: [...ranking.documents].sort((a, b) => a.document - b.document) };
}

/**
 * The two documents whose scores the worker is to explain: the chosen ones, else the first of the ranking and the
 * best-graded one below it. Null while the ranking is not that of the model and the data.
 * @param {ModelFile} modelfile
 * @returns {ScoresQuestion | null}
 */
export function scoresQuestionOf(modelfile) {
  const { model } = modelfile;
  const wanted = pairOfFile(modelfile);
  return model && wanted && !model.list ? { json: model.json, ...wanted } : null;
}

/**
 * The two documents that are compared. Null while the ranking is not that of the model and the data.
 * @param {ModelFile} modelfile
 */
export function pairOfFile(modelfile) {
  const { asked, answer, pair } = modelfile;
  return answer && answer.request === asked?.request ? pairOf({ pair }, rankedQuery(modelfile)) : null;
}

/**
 * What the worker is to be asked about the ways of two documents through a tree of the model. Null as `pairOfFile`.
 * @param {ModelFile} modelfile @param {[number, number]} documents @param {[number, number]} tree
 * @returns {WaysQuestion | null}
 */
export function waysQuestionOf(modelfile, documents, tree) {
  const { model } = modelfile;
  const wanted = pairOfFile(modelfile);
  return model && wanted ? { json: model.json, query: wanted.query, documents, tree } : null;
}
