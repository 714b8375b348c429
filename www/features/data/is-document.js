// Recognises files that hold no data: models, studies, kept runs and lessons. Pure.

/**
 * Returns whether a file is opened as a document: by its name, or because it begins as a file of Rankscope.
 * @param {File} file
 * @returns {Promise<boolean>} false where the file cannot be read
 */
export async function isDocument(file) {
  if (/\.json$/i.test(file.name)) return true;
  const start = await file.slice(0, 200).text().catch(() => '');
  return /^\s*\{\s*"(?:format|rankscope)"\s*:\s*"/.test(start);
}
