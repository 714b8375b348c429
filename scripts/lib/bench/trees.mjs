// LambdaMART beside that of LightGBM on made sets, if a Python with LightGBM is present.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../project.mjs';
import { run } from '../steps.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {{ leaves: number, threads: number, bins: number, seconds: number, ndcg: number }} Run */
/** @typedef {{ version: string, runs: Run[] }} Measured */

/** How often both programs are measured, one after the other, for every part. @type {Record<string, number>} */
const TURNS = { trees: 3, 'trees-large': 1 };

/**
 * Trains both programs with the same leaves, rounds and learning rate. Returns our seconds over those of LightGBM for
 * every number of leaves and of threads, our NDCG@10 on the test set less that of LightGBM, and our memory.
 *
 * @param {string} folder for temporary files
 * @param {string[]} parts
 * @returns {Promise<Row[]>} one row that says what is absent, if something is
 */
export async function treeRows(folder, parts) {
  const chosen = Object.keys(TURNS).filter((part) => parts.includes(part));
  if (chosen.length === 0) return [];
  const python = process.env.PYTHON ?? 'python3';
  const has = await run(python, ['-c', 'import lightgbm, numpy'], { output: 'keep', mayFail: true });
  if (has.code !== 0) {
    const note = `skipped: ${python} has no modules lightgbm and numpy; the variable PYTHON names another Python`;
    return [{ row: 'absent trees', unit: '', values: [], note }];
  }
  /** @type {Row[]} */
  const rows = [];
  for (const part of chosen) {
    for (let turn = 0; turn < TURNS[part]; turn += 1) {
      for (const row of await measured(part, python, await mkdtemp(join(folder, 'trees-')))) {
        const same = rows.find((one) => one.row === row.row);
        if (same) Object.assign(same, { values: [...same.values, ...row.values], note: row.note });
        else rows.push(row);
      }
    }
  }
  return rows;
}

/**
 * Measures both programs once. @param {string} part @param {string} python @param {string} folder that is removed
 * @returns {Promise<Row[]>}
 */
async function measured(part, python, folder) {
  // Memory that was given back must not count as the peak of what follows.
  const env = { MIMALLOC_PURGE_DELAY: '0' };
  await run('cargo', ['bench', '--bench', 'report', '--', '--into', folder, '--only', part], { output: 'keep', env });
  /** @type {{ rows: Row[] }} */
  const { rows: ours } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  const times = ours.filter(({ row }) => row.startsWith('seconds '));
  const leaves = [...new Set(times.map(({ row }) => row.split(' ')[2]))].join(',');
  const script = at('benches', 'lightgbm_trees.py');
  const { output } = await run(python, [script, folder, leaves], { output: 'keep' });
  await rm(folder, { recursive: true });
  /** @type {Measured} */
  const { version, runs } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  const rows = times.flatMap(({ values: [own], note }, index) => {
    const { leaves, threads, bins, seconds, ndcg } = runs[index];
    const [ownNdcg, sort] = note.split(' ').map(Number);
    const [mine, sorted, others, binned] = [own, sort, seconds, bins].map((one) => `${one.toFixed(2)} s`);
    const time = { row: `${part} ${leaves} ${threads}`, unit: 'times', values: [own / seconds],
      note: `${mine} after a sort of ${sorted}, against ${others} after ${binned} of LightGBM ${version}` };
    const quality = { row: `${part} ndcg ${leaves}`, unit: 'NDCG@10', values: [ownNdcg - ndcg],
      note: `${ownNdcg.toFixed(4)} against ${ndcg.toFixed(4)}` };
    return threads === 1 ? [time, quality] : [time];
  });
  // With few documents, the bins of the leaves take more than those of the documents.
  const memory = ours.filter(({ row }) => row === 'memory' && part !== 'trees');
  return [...rows, ...memory.map((row) => ({ ...row, row: `${part} memory` }))];
}
