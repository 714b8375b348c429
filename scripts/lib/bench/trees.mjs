// LambdaMART on made sets: beside that of LightGBM if a Python with LightGBM is present, and in Chromium beside native.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../project.mjs';
import { run } from '../steps.mjs';
import { measuredInWorker } from './browser.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {{ leaves: number, threads: number, bins: number, seconds: number, ndcg: number }} Run */
/** @typedef {{ version: string, runs: Run[] }} Measured */

/** Number of documents of every query. */
const DOCUMENTS = 100;
/** How often both programs are measured, one after the other, for every part. @type {Record<string, number>} */
const TURNS = { trees: 3, 'trees-large': 1 };

/**
 * Trains both programs with the same leaves, rounds and learning rate. Returns our seconds over those of LightGBM for
 * every number of leaves and of threads, our NDCG@10 on the test set less that of LightGBM, and our memory. A whole run
 * in Chromium is measured directly after a native one.
 *
 * @param {string} chrome
 * @param {string} folder for temporary files
 * @param {string[]} parts
 * @returns {Promise<Row[]>} with one row that says what is absent, if something is
 */
export async function treeRows(chrome, folder, parts) {
  const chosen = Object.keys(TURNS).filter((part) => parts.includes(part));
  if (chosen.length === 0) return [];
  const python = process.env.PYTHON ?? 'python3';
  const has = await run(python, ['-c', 'import lightgbm, numpy'], { output: 'keep', mayFail: true });
  const note = `skipped: ${python} has no modules lightgbm and numpy; the variable PYTHON names another Python`;
  /** @type {Row[]} */
  const rows = has.code === 0 ? [] : [{ row: 'absent trees', unit: '', values: [], note }];
  for (const part of chosen) {
    for (let turn = 0; turn < TURNS[part]; turn += 1) {
      const into = await mkdtemp(join(folder, 'trees-'));
      for (const row of await measured(part, chrome, has.code === 0 ? python : null, into)) {
        const same = rows.find((one) => one.row === row.row);
        if (same) Object.assign(same, { values: [...same.values, ...row.values], note: row.note });
        else rows.push(row);
      }
    }
  }
  return rows;
}

/**
 * Measures once. @param {string} part @param {string} chrome @param {string | null} python with LightGBM
 * @param {string} folder that is removed
 * @returns {Promise<Row[]>}
 */
async function measured(part, chrome, python, folder) {
  // Memory that was given back must not count as the peak of what follows.
  const env = { MIMALLOC_PURGE_DELAY: '0' };
  await run('cargo', ['bench', '--bench', 'report', '--', '--into', folder, '--only', part], { output: 'keep', env });
  /** @type {{ rows: Row[] }} */
  const { rows: ours } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  const rows = await inChromium(part, chrome, folder, ours);
  if (python) rows.push(...await besideLightgbm(part, python, folder, ours));
  await rm(folder, { recursive: true });
  // With few documents, the bins of the leaves take more than those of the documents.
  const memory = ours.filter(({ row }) => row === 'memory' && part !== 'trees');
  return [...rows, ...memory.map((row) => ({ ...row, row: `${part} memory` }))];
}

/**
 * A whole run in Chromium over the native one. The first run is not counted, because the browser optimises code.
 * @param {string} part @param {string} chrome @param {string} folder with the training set @param {Row[]} ours
 * @returns {Promise<Row[]>}
 */
async function inChromium(part, chrome, folder, ours) {
  const natively = ours.find(({ row }) => row === 'run trees')?.values[0];
  if (natively === undefined) return [];
  const { values } = await measuredInWorker(chrome, folder, (address) => ({
    kind: 'train', settings: { method: 'lambdamart' }, repetitions: 1, uncounted: 1,
    arrays: { features: `${address}train.f64`, grades: `${address}train.u8`, documents: DOCUMENTS } }));
  return [{ row: `${part} browser`, unit: 'times', values: values.map((time) => time / 1000 / natively),
    note: `${(values[0] / 1000).toFixed(2)} s against ${natively.toFixed(2)} s` }];
}

/**
 * @param {string} part @param {string} python @param {string} folder with both sets @param {Row[]} ours
 * @returns {Promise<Row[]>}
 */
async function besideLightgbm(part, python, folder, ours) {
  const times = ours.filter(({ row }) => row.startsWith('seconds '));
  const leaves = [...new Set(times.map(({ row }) => row.split(' ')[2]))].join(',');
  const script = at('benches', 'lightgbm_trees.py');
  const { output } = await run(python, [script, folder, leaves], { output: 'keep' });
  /** @type {Measured} */
  const { version, runs } = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  return times.flatMap(({ values: [own], note }, index) => {
    const { leaves, threads, bins, seconds, ndcg } = runs[index];
    const [ownNdcg, sort] = note.split(' ').map(Number);
    const [mine, sorted, others, binned] = [own, sort, seconds, bins].map((one) => `${one.toFixed(2)} s`);
    const time = { row: `${part} ${leaves} ${threads}`, unit: 'times', values: [own / seconds],
      note: `${mine} after a sort of ${sorted}, against ${others} after ${binned} of LightGBM ${version}` };
    const quality = { row: `${part} ndcg ${leaves}`, unit: 'NDCG@10', values: [ownNdcg - ndcg],
      note: `${ownNdcg.toFixed(4)} against ${ndcg.toFixed(4)}` };
    return threads === 1 ? [time, quality] : [time];
  });
}
