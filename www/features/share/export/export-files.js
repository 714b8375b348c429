// The texts of exported files, which the core writes.

import { sentence } from '../../../lib/format.js';
import { namesOf } from '../../inspect/model/weight-names.js';
import { Model, export_table, program } from '../../../wasm/rankscope.js';
import { provenanceOf, withOrigin } from './export-data.js';

/** @typedef {import('./export-state.js').ExportState} State */
/** @typedef {import('../../../wasm/rankscope.js').ExportTable} ExportTable */

/** What a button saves; a file of nothing is not saved. @template T @param {T | null} made @returns {T} */
export function there(made) {
  if (made === null) throw new Error('There are no data to save yet. Train first.');
  return made;
}

/**
 * Returns a table as text; CSV says in every row which program and data it comes from.
 * @param {State} state @param {(state: State) => ExportTable | null} make
 * @param {string} format
 */
export function tableAs(state, make, format) {
  const table = there(make(state));
  return export_table(format === 'csv' ? withOrigin(table, state, program()) : table, format);
}

/**
 * Returns a model file in another format, with the names of its features. The model file and the card also say where
 * the model comes from. Throws if the format cannot express the model.
 * @param {State} state
 * @param {string} json
 * @param {string} format
 * @param {string} name of the model
 */
export function modelAs(state, json, format, name) {
  return described(state, json, (model, names) =>
    (format === 'card' ? model.card() : model.export(format, { names }, name)));
}

/**
 * Returns a sentence on gaps, which search engines fill differently; empty where they do not, or without a model.
 * @param {State} state @param {string} json
 */
export function gapNote(state, json) {
  const note = described(state, json, (model) => model.gap_note() ?? '');
  return note && sentence(note);
}

/**
 * Calls a function with a model that has the names of its features, and says where it comes from.
 * @param {State} state @param {string} json
 * @param {(model: Model, names: (string | undefined)[]) => string} use
 */
function described(state, json, use) {
  const names = namesOf(state, state.run?.overview?.features ?? 0);
  const provenance = provenanceOf(state);
  const model = Model.parse(json);
  try {
    if (provenance) model.describe({ names }, provenance);
    return use(model, names);
  } finally {
    model.free();
  }
}
