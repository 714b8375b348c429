// How far boosted trees are ahead of a line on each test query of LightGBM's example. Larger data are not trained on a
// picture, so the numbers are kept here; `tests/module/query-leads.test.mjs` trains both again. Pure.

/** The data and the two trainings. */
export const TRAINED = { sample: 'lightgbm', measure: 'ndcg@10', line: { method: 'dorm', c: 10, scale: 'minmax' },
  trees: { method: 'lambdamart', scale: 'minmax' } };

/** NDCG@10 of LambdaMART minus that of DORM, by test query. @type {readonly number[]} */
export const LEADS = [
  -0.1347, 0.1714, -0.0047, -0.0123, -0.0654, 0.184, -0.1034, -0.0636, -0.0166, -0.085,
  -0.0337, 0.0103, 0, 0.044, -0.1432, -0.3112, 0.2099, -0.0402, -0.1362, 0.0135,
  -0.1558, 0, 0.0306, -0.0835, 0.1312, -0.0323, -0.0153, 0.0336, 0.0676, 0.1321,
  0.2895, 0.0553, 0.0006, -0.1652, 0.0348, -0.0508, 0.0106, -0.0196, 0.0588, 0.0355,
  0.1228, -0.1099, 0.2966, -0.0286, 0.0302, 0.0554, -0.1175, 0.072, -0.0258, 0,
];

/** The least number of queries of which a spread is told. */
export const FEWEST = 5;

/**
 * The mean of the first queries, and two standard errors to both sides of it: about 95 %.
 * @param {number} count of queries
 */
export function meanOf(count) {
  const seen = LEADS.slice(0, count);
  const mean = seen.reduce((sum, lead) => sum + lead, 0) / count;
  const variance = seen.reduce((sum, lead) => sum + (lead - mean) ** 2, 0) / (count - 1);
  const error = Math.sqrt(variance / count);
  return { mean, low: mean - 2 * error, high: mean + 2 * error };
}
