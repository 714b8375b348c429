// Recognises model files: those of Rankscope by their beginning, those of other programs by the core.

import { Model } from '../../../wasm/rankscope.js';

const HEAD = 2 ** 16; // bytes in which a format shows

/**
 * Returns whether a file begins like a model.
 * @param {Blob} file
 * @returns {Promise<boolean>} rejected where the file cannot be read
 */
export async function isModelFile(file) {
  const start = await file.slice(0, 200).text();
  const own = /^\s*\{\s*"(?:format|rankscope)"\s*:\s*"([^"]*)"/.exec(start);
  return own ? own[1] === 'rankscope-model' : Model.begins(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
}
