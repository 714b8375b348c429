// Recognises model files, of Rankscope and of other programs. Pure.

/** How the files begin: Rankscope, XGBoost (JSON, UBJSON, dump), LightGBM (text, dump), RankLib, SVM^rank. */
const BEGINNINGS = [
  /^\s*\{\s*"format"\s*:\s*"rankscope-model"/, /^\s*\{\s*"learner"/, /^\{L[\s\S]{8}learner/,
  /^\s*\[\s*\{\s*"nodeid"/, /^tree\r?\n/, /^\s*\{\s*"name"\s*:\s*"tree"/,
  /^\s*## (?:LambdaMART|MART|RankBoost|AdaRank|Coordinate Ascent|Linear Regression|ListNet|RankNet|Random Forests)/,
  /^SVM-light Version/,
];

/**
 * Returns whether a file begins like a model file, with any white space.
 * @param {Blob} file
 * @returns {Promise<boolean>} rejected where the file cannot be read
 */
export async function isModelFile(file) {
  const start = await file.slice(0, 200).text();
  return BEGINNINGS.some((beginning) => beginning.test(start));
}
