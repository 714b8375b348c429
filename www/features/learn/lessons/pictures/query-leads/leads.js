// How far boosted trees are ahead of a line on each test query of LightGBM's example. Larger data are not trained on a
// picture, so the numbers are kept here; `tests/module/query-leads.test.mjs` trains both again. Pure.

/** The data and the two trainings. */
export const TRAINED = { sample: 'lightgbm', measure: 'ndcg@10', line: { method: 'dorm', c: 10, scale: 'minmax' },
  trees: { method: 'lambdamart', scale: 'minmax' } };

/** NDCG@10 of LambdaMART minus that of DORM, by test query. @type {readonly number[]} */
export const LEADS = [
  0.0319, 0.098, -0.0689, -0.0158, -0.1046, 0.2305, -0.1331, -0.014, 0.0045, -0.0097,
  -0.0242, 0.0103, -0.0803, -0.0131, -0.1223, -0.1548, -0.2401, -0.2649, -0.1365, 0.0554,
  -0.2644, 0.0153, 0.6438, -0.0669, 0.0183, -0.1033, -0.0384, -0.0399, -0.0488, 0.1663,
  0.1511, 0.0336, 0.0812, -0.0543, -0.0013, -0.0227, -0.0122, 0.0199, -0.279, -0.0015,
  -0.0457, -0.2341, 0.1853, 0.0225, -0.007, -0.0035, -0.0284, 0.0677, -0.0134, -0.3691,
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
