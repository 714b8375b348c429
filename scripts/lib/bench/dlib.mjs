// RankSVM of dlib beside ours, on the same pairs of MQ2008, if a Python with dlib and the data are present.

import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from '../project.mjs';
import { run } from '../steps.mjs';

/** @typedef {import('./rows.mjs').Row} Row */
/** @typedef {{ version: string, runs: { c: number, seconds: number[], objective: number }[] }} Measured */

/** How often both programs are measured, one after the other. */
const ROUNDS = 3;

/**
 * Trains both programs with the same C, and returns one row for every C: how many times faster ours is. A value is the
 * ratio of the least times of one round.
 *
 * @param {string} folder for temporary files
 * @returns {Promise<Row[]>} one row that says what is absent, if something is
 */
export async function dlibRows(folder) {
  const python = process.env.PYTHON ?? 'python3';
  const file = join(process.env.RANKSCOPE_DATA ?? at('..', 'shared', 'data'), 'mq2008-fold1-train.txt.gz');
  const has = await run(python, ['-c', 'import dlib, numpy'], { output: 'keep', mayFail: true });
  const absent = has.code !== 0 ? `${python} has no modules dlib and numpy; the variable PYTHON names another Python`
    : existsSync(file) ? null : `${file} is absent; RANKSCOPE_DATA names another folder`;
  if (absent !== null) return [{ row: 'absent dlib', unit: '', values: [], note: `skipped: ${absent}` }];

  /** @type {Map<number, Row>} */
  const rows = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await native(folder);
    const cs = ours.map(({ row }) => row.slice('ms dlib '.length));
    const { output } = await run(python, [at('benches', 'dlib_ranksvm.py'), file, ...cs], { output: 'keep' });
    /** @type {Measured} */
    const theirs = JSON.parse(output.trim().split('\n').at(-1) ?? '');
    theirs.runs.forEach(({ c, seconds, objective }, index) => {
      const [own, other] = [Math.min(...ours[index].values), Math.min(...seconds) * 1e3];
      const row = rows.get(c) ?? { row: `dlib ${c}`, unit: 'times faster', values: [], note: '' };
      row.values.push(other / own);
      row.note = `${own.toFixed(2)} ms against ${other.toFixed(2)} ms of dlib ${theirs.version}; objective `
        + `${Number(ours[index].note).toPrecision(7)} against ${objective.toPrecision(7)}`;
      rows.set(c, row);
    });
  }
  return [...rows.values()];
}

/** Returns our times, one row for every C. @param {string} folder @returns {Promise<Row[]>} */
async function native(folder) {
  const into = await mkdtemp(join(folder, 'peers-'));
  await run('cargo', ['bench', '--bench', 'report', '--', '--into', into, '--only', 'peers'], { output: 'keep' });
  return JSON.parse(await readFile(join(into, 'report.json'), 'utf8')).rows;
}
