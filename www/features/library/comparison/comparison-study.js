// A comparison as a study on the data of the page: its text, and the files that it reads. No DOM.

import { comparison_study } from '../../../wasm/rankscope.js';
import { sourcesOf } from '../../data/data-request.js';
import { planOf } from './comparison-plan.js';

/** @typedef {import('../../../core/protocol.js').Source} Source */
/** @typedef {import('../../../core/protocol.js').Sources} Sources */
/** @typedef {import('./comparison-state.js').ComparisonState} State */

const PARTS = /** @type {const} */ (['train', 'valid', 'test']);

/** Returns the text of the study. Throws what the core refuses. @param {State} state with data */
export function studyText(state) {
  const { data } = state;
  if (!data) throw new Error('a comparison needs data');
  const { request, seed } = data;
  return comparison_study(planOf(state),
    JSON.stringify({ name: request.name.slice(0, 200), ...dataOf(sourcesOf(request, seed)) }));
}

/** Returns the files that the study reads. @param {State} state @returns {Promise<File[]>} */
export async function studyFiles(state) {
  const { data, comparison: { ranker } } = state;
  if (!data) return [];
  const sources = sourcesOf(data.request, data.seed);
  const names = namesOf(sources);
  const files = await Promise.all(PARTS.map((part) => fileOf(sources[part], names[part])));
  const lists = planOf(state).rankers.map((name) => new File([/** @type {BlobPart} */ (ranker?.content)], name));
  return [...files.flatMap((file) => file ?? []), ...lists];
}

/** The data set as a study names it. @param {Sources} sources */
function dataOf(sources) {
  const { train, valid, test, holdOut } = sources;
  const split = holdOut ? { split: { shares: holdOut.shares, seed: holdOut.seed } } : {};
  if (train.kind === 'generated') {
    const { queries, documents, seed } = train;
    return { sample: { queries, documents, seed }, ...split };
  }
  const names = namesOf(sources);
  return { train: names.train, ...(valid && { valid: names.valid }), ...(test && { test: names.test }), ...split };
}

/** The names of the files in the study: their own, unless they are equal. @param {Sources} sources */
function namesOf(sources) {
  const own = PARTS.flatMap((part) => sources[part]?.name ?? []);
  const areDistinct = new Set(own).size === own.length;
  const names = PARTS.map((part) => [part, areDistinct ? sources[part]?.name ?? part : `${part}.txt`]);
  return /** @type {Record<typeof PARTS[number], string>} */ (Object.fromEntries(names));
}

/** The data as a file of the study; null where there are none, or the study generates them.
 * @param {Source | null} source @param {string} name */
async function fileOf(source, name) {
  if (!source || source.kind === 'generated') return null;
  if (source.kind === 'blob') return new File([source.blob], name);
  const response = await fetch(source.url);
  if (!response.ok) throw new Error(`${source.name} could not be fetched: the server answers ${response.status}.`);
  return new File([await response.blob()], name);
}
