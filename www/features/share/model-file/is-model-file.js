// Recognises model files: those of Rankscope by their beginning, those of other programs by the core. A run of TREC is
// opened as a model is.

const HEAD = 2 ** 16; // bytes in which a format shows

/**
 * Returns whether a file begins like a model or a run.
 * @param {Blob} file
 * @returns {Promise<boolean>} rejected where the file cannot be read
 */
export async function isModelFile(file) {
  const start = await file.slice(0, 200).text();
  const own = /^\s*\{\s*"(?:format|rankscope)"\s*:\s*"([^"]*)"/.exec(start);
  if (own) return own[1] === 'rankscope-model';
  if (/^\s*\S+[ \t]+Q0[ \t]/.test(start)) return true;
  const { Model } = await import('../../../wasm/rankscope.js');
  return Model.begins(new Uint8Array(await file.slice(0, HEAD).arrayBuffer()));
}
