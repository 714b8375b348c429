// Reads model files: those of Rankscope, as `rankscope train --out` and the export of the page write them, and those of
// LightGBM, XGBoost, RankLib and SVM^rank.

import { messageOf } from '../../../core/errors.js';
import { contentOf } from '../../../lib/file-content.js';
import { whyUnreadable } from '../../../lib/file-problem.js';
import { bytes } from '../../../lib/format.js';
import { Model, Ranker } from '../../../wasm/rankscope.js';

/** @typedef {import('./model-file-state.js').ModelOfFile} ModelOfFile */

const LONGEST = 20_000_000; // bytes, unpacked
const TOO_LONG = `It has more than ${bytes(LONGEST)}, and a model here has at most that; “rankscope eval” takes larger `
  + 'ones.';

/**
 * Reads the file and opens its model.
 * @param {{ dispatch: (action: import('./model-file-state.js').ModelFileAction) => void }} store
 * @param {File} file
 * @returns {Promise<boolean>} whether it is a model
 */
export async function openModelFile(store, file) {
  const { name } = file;
  try {
    store.dispatch({ type: 'modelfile/open', model: modelOf(name, await contentOf(file, LONGEST, TOO_LONG)) });
    return true;
  } catch (error) {
    store.dispatch({ type: 'modelfile/refused', name, message: await whyUnreadable(file) ?? messageOf(error) });
    return false;
  }
}

/**
 * The core checks the file, so its fields are there. It says how many features the model reads where the weights do
 * not.
 * @param {string} name of the file
 * @param {Uint8Array} content
 * @returns {ModelOfFile}
 */
function modelOf(name, content) {
  return listOf(name, content) ?? readModel(name, content);
}

/**
 * The list of another program; null for any other file.
 * @param {string} name @param {Uint8Array} content
 * @returns {ModelOfFile | null}
 */
function listOf(name, content) {
  const list = Ranker.read(content);
  if (!list) return null;
  list.free();
  return { name, json: '', settings: null, method: 'a list of another program', measure: 'ndcg@10', features: 0,
    names: [], foreign: null, list: content, map: 'none', scaling: 'none', weights: null, without: [], card: '' };
}

/** @param {string} name @param {Uint8Array} content @returns {ModelOfFile} */
function readModel(name, content) {
  const model = Model.read(content);
  try {
    const json = model.json();
    const { settings, weights, features = weights.length, names = [], foreign, scaling, provenance }
      = JSON.parse(json);
    // A model of another program has settings only for the measures.
    const method = foreign ? `${foreign.program}, ${foreign.kind}` : settings.method;
    return { name, json, settings, method, measure: settings.measure, features, names,
      foreign: foreign ? { notes: foreign.notes ?? [], followsGaps: foreign.follows_gaps } : null, list: null,
      map: settings.map, scaling: scaling.kind, weights: weights ? Float64Array.from(weights) : null,
      without: (provenance?.reading?.rules?.without ?? []).map(Number), card: model.card() };
  } finally {
    model.free();
  }
}
