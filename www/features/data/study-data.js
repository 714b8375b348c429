// The loaded data for a study: the entry that names them, and the files that it reads. No DOM.

import { sourcesOf } from './data-request.js';

/** @typedef {import('./data-state.js').Data} Data */
/** @typedef {import('../../core/protocol.js').Source} Source */
/** @typedef {import('../../core/protocol.js').Sources} Sources */

const PARTS = /** @type {const} */ (['train', 'valid', 'test']);
const LONGEST_NAME = 200;

/** Returns the data set as JSON, as a study names it. @param {Data} data */
export function dataEntry({ request, seed }) {
  return JSON.stringify({ name: request.name.slice(0, LONGEST_NAME), ...fieldsOf(sourcesOf(request, seed)) });
}

/** Returns the files that a study on the data reads. @param {Data} data @returns {Promise<File[]>} */
export async function dataFiles({ request, seed }) {
  const sources = sourcesOf(request, seed);
  const names = namesOf(sources);
  const files = await Promise.all(PARTS.map((part) => fileOf(sources[part], names[part])));
  return files.flatMap((file) => file ?? []);
}

/** Whether a study reads the same from both. @param {Data} one @param {Data} other */
export function isSameForStudy(one, other) {
  return one === other || (PARTS.every((part) => one.request[part] === other.request[part])
    && dataEntry(one) === dataEntry(other) && `${one.request.without ?? ''}` === `${other.request.without ?? ''}`);
}

/** @param {Sources} sources */
function fieldsOf(sources) {
  const { train, valid, test, holdOut } = sources;
  const split = holdOut ? { split: { shares: holdOut.shares, seed: holdOut.seed } } : {};
  if (train.kind === 'generated') {
    const { queries, documents, seed } = train;
    return { sample: { queries, documents, seed }, ...split };
  }
  const names = namesOf(sources);
  const grades = train.kind === 'url' && train.grades ? { grades: train.grades } : {};
  return { ...grades, train: names.train, ...(valid && { valid: names.valid }), ...(test && { test: names.test }),
    ...split };
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
