// LambdaMART beside that of LightGBM on a made set, if a Python with LightGBM is present.

import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../project.mjs';
import { run } from '../steps.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {{ leaves: number, threads: number, bins: number, seconds: number, ndcg: number }} Run */
/** @typedef {{ version: string, runs: Run[] }} Measured */

/** How often both programs are measured, one after the other. */
const ROUNDS = 3;

/**
 * Trains both programs with the same leaves, rounds and learning rate, and returns for every size of a tree and number of
 * threads our seconds over those of LightGBM, and our NDCG@10 on the test set less that of LightGBM.
 *
 * @param {string} folder for temporary files
 * @returns {Promise<Row[]>} one row that says what is absent, if something is
 */
export async function treeRows(folder) {
  const python = process.env.PYTHON ?? 'python3';
  const has = await run(python, ['-c', 'import lightgbm, numpy'], { output: 'keep', mayFail: true });
  if (has.code !== 0) {
    const note = `skipped: ${python} has no modules lightgbm and numpy; the variable PYTHON names another Python`;
    return [{ row: 'absent trees', unit: '', values: [], note }];
  }
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    const into = await mkdtemp(join(folder, 'trees-'));
    const ours = await native(into);
    const { output } = await run(python, [at('benches', 'lightgbm_trees.py'), into], { output: 'keep' });
    /** @type {Measured} */
    const theirs = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    theirs.runs.forEach(({ leaves, threads, bins, seconds, ndcg }, index) => {
      const [own] = ours[index].values;
      const [ownNdcg, sort] = ours[index].note.split(' ').map(Number);
      const add = (/** @type {string} */ name, /** @type {string} */ unit, /** @type {number} */ value,
        /** @type {string} */ note) => {
        const row = rows.get(name) ?? { row: name, unit, values: [], note: '' };
        row.values.push(value);
        row.note = note;
        rows.set(name, row);
      };
      add(`trees ${leaves} ${threads}`, 'times', own / seconds, `${own.toFixed(2)} s after a sort of ${sort.toFixed(2)} `
        + `s, against ${seconds.toFixed(2)} s after ${bins.toFixed(2)} s of LightGBM ${theirs.version}`);
      if (threads === 1) {
        add(`trees ndcg ${leaves}`, 'NDCG@10', ownNdcg - ndcg, `${ownNdcg.toFixed(4)} against ${ndcg.toFixed(4)}`);
      }
    });
  }
  return [...rows.values()];
}

/** Returns our times, and writes the sets. @param {string} into a folder @returns {Promise<Row[]>} */
async function native(into) {
  await run('cargo', ['bench', '--bench', 'report', '--', '--into', into, '--only', 'trees'], { output: 'keep' });
  return JSON.parse(await readFile(join(into, 'report.json'), 'utf8')).rows;
}
