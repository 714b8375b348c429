// LambdaMART of LightGBM on the data of the report, if a Python with LightGBM is present.

import { join } from 'node:path';
import { at } from '../project.mjs';
import { run } from '../steps.mjs';

/** @typedef {import('./rows.mjs').Row} Row */

/**
 * Trains trees of the same size as the defaults of LambdaMART here. PYTHON names another Python than `python3`.
 *
 * @param {string} folder with small.txt
 * @returns {Promise<Row[]>} no row without LightGBM
 */
export async function lightgbmRows(folder) {
  const python = process.env.PYTHON ?? 'python3';
  const has = await run(python, ['-c', 'import lightgbm'], { output: 'keep', mayFail: true });
  if (has.code !== 0) {
    return [{ row: 'lightgbm', unit: 's', values: [],
      note: `skipped: ${python} has no module lightgbm; the variable PYTHON names another Python` }];
  }
  const { output } = await run(python, [at('benches', 'lightgbm_lambdamart.py'), join(folder, 'small.txt')],
    { output: 'keep' });
  const { version, seconds, ndcg } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  return [{ row: 'lightgbm', unit: 's', values: seconds,
    note: `LightGBM ${version}, ndcg@10 ${ndcg.toFixed(4)} on the training data` }];
}
