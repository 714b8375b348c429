// Tells files that are opened as something else from data.

import { isModelFile } from '../share/model-file/is-model-file.js';
import { isDocument } from './is-document.js';

/**
 * Returns whether a file is a document of Rankscope or a model of any program.
 * @param {File} file
 * @returns {Promise<boolean>} false where the file cannot be read
 */
export async function holdsNoData(file) {
  return await isDocument(file) || isModelFile(file).catch(() => false);
}
