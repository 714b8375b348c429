// Reads model files of Rankscope, as `rankscope train --out` and the export of the page write them.

import { messageOf } from '../../../core/errors.js';
import { whyUnreadable } from '../../../lib/file-problem.js';
import { bytes } from '../../../lib/format.js';
import { Model } from '../../../wasm/rankscope.js';

/** @typedef {import('./model-file-state.js').ModelOfFile} ModelOfFile */

const LONGEST = 20_000_000; // bytes

/**
 * Reads the file and opens its model.
 * @param {{ dispatch: (action: import('./model-file-state.js').ModelFileAction) => void }} store
 * @param {File} file
 * @returns {Promise<boolean>} whether it is a model
 */
export async function openModelFile(store, file) {
  const { name } = file;
  try {
    if (file.size > LONGEST) throw new Error(`It has ${bytes(file.size)}; a model has at most ${bytes(LONGEST)}.`);
    store.dispatch({ type: 'modelfile/open', model: modelOf(name, await file.text()) });
    return true;
  } catch (error) {
    store.dispatch({ type: 'modelfile/refused', name, message: await whyUnreadable(file) ?? messageOf(error) });
    return false;
  }
}

/**
 * The core checks the text, so its fields are there. The file says how many features the model reads where the weights
 * do not.
 * @param {string} name of the file
 * @param {string} text
 * @returns {ModelOfFile}
 */
function modelOf(name, text) {
  const model = Model.parse(text);
  try {
    const json = model.json();
    const { settings, weights, features = weights.length, names = [], foreign, scaling } = JSON.parse(json);
    // A model of another program has settings only for the measures.
    const method = foreign?.program ?? settings.method;
    return { name, json, settings, method, measure: settings.measure, features, names,
      map: settings.map, scaling: scaling.kind, weights: weights ? Float64Array.from(weights) : null,
      card: model.card() };
  } finally {
    model.free();
  }
}
