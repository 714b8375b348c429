// Runs the tests of a folder under tests/ in Node: selection, order and parallelism.

import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { countNode, failuresIn, judge } from './counts.mjs';
import { at, toolsFolder } from './project.mjs';
import { run } from './steps.mjs';

/**
 * Seconds without output after which tests count as hanging. A single test can be long, and longer on a busy machine.
 */
const limit = 20 * 60;

/**
 * Runs the files *.test.mjs below tests/FOLDER.
 *
 * @param {string} folder
 * @param {object} [options]
 * @param {Record<string, string | undefined>} [options.env]
 * @param {(name: string, source: string) => boolean} [options.files] which files, by their path below FOLDER with
 *   slashes, and by their text
 * @param {number} [options.atOnce] how many files at a time
 * @param {string} [options.run] what the durations are kept under, where there are several ways to run the same files
 * @returns {Promise<import('./stages.mjs').Result>}
 */
export async function nodeTests(folder, { env = {}, files = () => true, atOnce = 1, run: name = folder } = {}) {
  const paths = [];
  for (const entry of await readdir(at('tests', folder), { recursive: true })) {
    if (!entry.endsWith('.test.mjs')) continue;
    const path = join('tests', folder, entry);
    if (files(entry.split(sep).join('/'), await readFile(at(path), 'utf8'))) {
      paths.push({ path, size: (await stat(at(path))).size });
    }
  }
  // Without any file, Node would search for tests itself.
  if (paths.length === 0) return judge({ passed: 0, failed: 0, skipped: 0 }, 0);
  // Duration of each file in the last run on this machine, in milliseconds.
  const durations = join(toolsFolder, `durations-${name}.json`);
  const read = async () => JSON.parse(await readFile(durations, 'utf8').catch(() => '{}'));
  const known = await read();
  await mkdir(toolsFolder, { recursive: true });
  const { code, output } = await run(process.execPath,
    [at('scripts', 'lib', 'node-test-runner.mjs'), String(atOnce), durations, ...longestFirst(paths, known)], {
    env,
    mayFail: true,
    limit,
  });
  await writeFile(durations, JSON.stringify({ ...known, ...await read() }));
  return { ...judge(countNode(output), code), failures: failuresIn(output) };
}

/**
 * Returns the files in starting order. The last files are short, so that no core waits long for another.
 *
 * Files without a duration come first, because one of them may be the longest.
 *
 * @param {{ path: string, size: number }[]} files with their sizes in bytes
 * @param {Record<string, number>} durations by path, in milliseconds
 */
export function longestFirst(files, durations) {
  const time = (/** @type {string} */ path) => durations[path] ?? Infinity;
  const order = (/** @type {number} */ a, /** @type {number} */ b) => (a === b ? 0 : b - a);
  return [...files].sort((a, b) => order(time(a.path), time(b.path)) || b.size - a.size || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}
