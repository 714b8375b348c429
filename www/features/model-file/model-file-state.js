// State of the model of a file: the model, what the worker is asked about it, and the answer. Pure: no DOM, no wasm.

import { isWorking } from '../training/run-state.js';

/** @typedef {import('../../core/protocol.js').AppliedModel} AppliedModel */
/** @typedef {import('../../core/protocol.js').ModelQuestion} ModelQuestion */

/**
 * A model that was read from a file. `features`: the number of raw features that it reads. `names`: theirs, if the file
 * has them. `map`, `scaling`: by their names in settings. `weights`: null if its score is not a weighted sum.
 * @typedef {{ name: string, json: string, method: string, measure: string, features: number, names: (string | null)[],
 *   map: string, scaling: string, weights: Float64Array | null, card: string }} ModelOfFile
 */
/**
 * `refused`: why the last file was not opened. `applied`: the newest answer; `message`: why there is none.
 * @typedef {{ model: ModelOfFile | null, refused: { name: string, message: string } | null, requests: number,
 *   asked: ({ request: number } & ModelQuestion) | null,
 *   answer: { request: number, applied: AppliedModel | null, message: string } | null }} ModelFile
 */
/**
 * @typedef {{ type: 'modelfile/open', model: ModelOfFile }
 *   | { type: 'modelfile/refused', name: string, message: string }
 *   | { type: 'modelfile/close' }
 *   | ({ type: 'modelfile/ask' } & ModelQuestion)
 *   | { type: 'modelfile/applied', request: number, applied: AppliedModel | null, message: string }} ModelFileAction
 */
/** @typedef {{ modelfile: ModelFile }} ModelFileSlice */
/** @typedef {ModelFileSlice & import('../runs/runs-state.js').RunsState} ModelFileState */
/** @typedef {import('../../store/store.js').Store<ModelFileState, any>} ModelFileStore */

/** @type {ModelFile} */
export const NO_MODEL_FILE = { model: null, refused: null, requests: 0, asked: null, answer: null };

/** @param {ModelFile} old @param {ModelFileAction} action @returns {ModelFile} */
export function reduceModelFile(old, action) {
  switch (action.type) {
    case 'modelfile/open': return { ...old, model: action.model, refused: null, asked: null, answer: null };
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
    default: return old;
  }
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
  const shown = snapshot?.inspection ?? snapshot?.pulls;
  return { json: model.json, rival, query: shown?.id ?? null,
    measures: [...new Set([...run?.overview?.measures ?? [], model.measure])] };
}
