// A study on the data that are loaded in the mode Explore. No DOM.

import { messageOf, problemOf } from '../../../core/errors.js';
import { sentence } from '../../../lib/format.js';
import { study_on_data } from '../../../wasm/rankscope.js';
import { dataEntry, dataFiles } from '../../data/study-data.js';

/** @typedef {import('../../data/data-state.js').Data} Data */
/** @typedef {import('../../data/data-state.js').DataSlice} DataSlice */
/** @typedef {import('./study-state.js').Chosen} Chosen */

/**
 * Returns the text of a study on the loaded data, or why it cannot run on them as a sentence.
 * @param {string} text of the study @param {Pick<DataSlice, 'data' | 'loading'>} state
 * @returns {{ data: Data, text: string } | { refused: string }}
 */
export function onLoadedData(text, { data, loading }) {
  if (!data) {
    return { refused: loading ? 'The data in Explore are still being read. Choose again when they are there.'
      : 'No data are loaded. Load data in the mode Explore, then choose again.' };
  }
  const { name, without } = data.request;
  try {
    const onData = study_on_data(text, dataEntry(data));
    // A study reads the files as they are.
    return without?.length ? { refused: 'Some features are off in Explore, and a study trains with all of them. Press '
      + 'Switch all on in the tab Weights, then Train.' } : { data, text: onData };
  } catch (error) {
    const message = problemOf(error).message.replace(/^study: /, '');
    return { refused: /^data\[0\]: it has no "test"/.test(message)
      ? `${name} has no test data. Choose Hold out, or choose a Test file, in the mode Explore.`
      : sentence(`This study cannot run on ${name}: ${message}`) };
  }
}

/**
 * Returns the study on the loaded data with its files. Rankers of others that were chosen for it stay.
 * @param {Chosen} paper the study on its own data @param {Data} data @param {string} text of the study on `data`
 * @returns {Promise<Chosen>}
 */
export async function chosenOn(paper, data, text) {
  const files = await dataFiles(data);
  const others = paper.files.filter(({ name }) => files.every((file) => file.name !== name));
  return { name: paper.name, isBuiltIn: false, text, files: [...files, ...others], own: { paper, data } };
}

/** Why the files of loaded data cannot be read, as a sentence. @param {unknown} error */
export function unreadable(error) {
  return sentence(`The data cannot be read again: ${messageOf(error)}`);
}
