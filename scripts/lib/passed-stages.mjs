// Notes which stages of the tests have passed completely for which commit, so that a release can ask for the others.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toolsFolder } from './project.mjs';
import { run } from './steps.mjs';

const STAMPS = join(toolsFolder, 'stamps');

/**
 * Returns the files of the present commit as git names them; null if a file differs from the commit, or without git.
 * Two commits with the same files have the same name.
 */
export async function committedFiles() {
  const status = await run('git', ['status', '--porcelain'], { output: 'keep', mayFail: true });
  if (status.code !== 0 || status.output.trim() !== '') return null;
  const { code, output } = await run('git', ['rev-parse', 'HEAD^{tree}'], { output: 'keep', mayFail: true });
  return code === 0 ? output.trim() : null;
}

/** @param {string} stage @param {string} files @param {string} [stamps] */
export async function notePassed(stage, files, stamps = STAMPS) {
  await mkdir(stamps, { recursive: true });
  await writeFile(join(stamps, `complete-${stage}`), files);
}

/**
 * Returns the stages that have not passed completely for these files.
 * @param {string[]} stages @param {string | null} files @param {string} [stamps]
 */
export async function notYetPassed(stages, files, stamps = STAMPS) {
  const passed = await Promise.all(stages.map((stage) =>
    readFile(join(stamps, `complete-${stage}`), 'utf8').catch(() => '')));
  return stages.filter((_, at) => files === null || passed[at] !== files);
}
