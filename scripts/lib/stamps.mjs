// Stores a digest of the inputs of some work, so that the work is skipped if nothing changed.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root, toolsFolder } from './project.mjs';

/**
 * Does the work unless its inputs and outputs are unchanged.
 *
 * @param {string} name
 * @param {object} what
 * @param {string[]} what.inputs files and folders
 * @param {string[]} what.outputs files that must exist
 * @param {unknown} [what.settings] anything else that the result depends on
 * @param {string} [what.stamps] folder of the notes about earlier work
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether there was work to do
 */
export async function unlessFresh(name, { inputs, outputs, settings = null, stamps = join(toolsFolder, 'stamps') },
  work) {
  const stamp = join(stamps, name);
  const digest = await digestOf(inputs, settings);
  const before = await readFile(stamp, 'utf8').catch(() => '');
  if (before === digest && outputs.every((path) => existsSync(path))) return false;
  await rm(stamp, { force: true });
  await work();
  await mkdir(stamps, { recursive: true });
  await writeFile(stamp, digest);
  return true;
}

/**
 * Runs tests unless they passed the last time and their inputs are unchanged.
 *
 * @template {{ failed: number }} R
 * @param {string} name
 * @param {object} what
 * @param {string[]} what.inputs files and folders
 * @param {unknown} [what.settings] anything else that the result depends on
 * @param {string} [what.stamps] folder of the notes about earlier work
 * @param {() => Promise<R>} work
 * @returns {Promise<R & { note?: string }>} the counts, of the last time where it says so
 */
export async function unlessPassed(name, { inputs, settings = null, stamps = join(toolsFolder, 'stamps') }, work) {
  const stamp = join(stamps, `passed-${name}`);
  const digest = await digestOf(inputs, settings);
  const before = JSON.parse(await readFile(stamp, 'utf8').catch(() => 'null'));
  if (before?.digest === digest) return { ...before.result, note: 'passed before, and nothing changed since' };
  await rm(stamp, { force: true });
  const result = await work();
  if (result.failed > 0) return result;
  await mkdir(stamps, { recursive: true });
  await writeFile(stamp, JSON.stringify({ digest, result }));
  return result;
}

/**
 * Returns every file under a file or folder, in a fixed order; empty if it does not exist.
 *
 * @param {string} path
 * @returns {Promise<string[]>}
 */
export async function filesUnder(path) {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const entries = (await readdir(path)).sort();
  return (await Promise.all(entries.map((entry) => filesUnder(join(path, entry))))).flat();
}

/** @param {string[]} inputs @param {unknown} settings */
async function digestOf(inputs, settings) {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  for (const path of (await Promise.all(inputs.map(filesUnder))).flat()) {
    const content = await readFile(path);
    hash.update(`\0${relative(root, path)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}
