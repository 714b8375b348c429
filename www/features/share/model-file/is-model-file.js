// Recognises model files of Rankscope. Pure.

/**
 * Returns whether a text begins like a model file, with any white space.
 * @param {Blob} file
 * @returns {Promise<boolean>} rejected where the file cannot be read
 */
export async function isModelFile(file) {
  return /^\s*\{\s*"format"\s*:\s*"rankscope-model"/.test(await file.slice(0, 200).text());
}
