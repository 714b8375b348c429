// A comparison as a study on the data of the page: its text, and the files that it reads. No DOM.

import { comparison_study } from '../../../wasm/rankscope.js';
import { dataEntry, dataFiles } from '../../data/study-data.js';
import { planOf } from './comparison-plan.js';

/** @typedef {import('./comparison-state.js').ComparisonState} State */

/** Returns the text of the study. Throws what the core refuses. @param {State} state with data */
export function studyText(state) {
  const { data } = state;
  if (!data) throw new Error('a comparison needs data');
  return comparison_study(planOf(state), dataEntry(data));
}

/** Returns the files that the study reads. @param {State} state @returns {Promise<File[]>} */
export async function studyFiles(state) {
  const { data, comparison: { ranker } } = state;
  if (!data) return [];
  const lists = planOf(state).rankers.map((name) => new File([/** @type {BlobPart} */ (ranker?.content)], name));
  return [...await dataFiles(data), ...lists];
}
