// Reads the recorded faults of tests/faults/, and writes the table of their outcomes. Must not run commands.

import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { at } from './project.mjs';
import { Advice } from './steps.mjs';

/** The parts of the project that a fault can be in. */
export const ROOMS = ['core', 'worker', 'state', 'views', 'links', 'storage', 'lessons', 'styles'];

/** The folder of the faults. */
export const faultsFolder = at('tests', 'faults');

/**
 * `text`: what is wrong. `tests`: names of the tests that should notice the fault.
 *
 * @typedef {{ name: string, room: string, text: string, tests: string[], path: string }} Fault
 */

/**
 * The command that runs a failed test: the smallest of `npm run check`, `npm test` and `npm test -- --all`.
 *
 * @typedef {'npm run check' | 'npm test' | '--all'} FaultLevel
 */

/**
 * `runs`: the tests that ran, with the level of a red test and null for a green one.
 *
 * @typedef {{ fault: Fault, runs: { name: string, level: FaultLevel | null }[], seconds: number }} Outcome
 */

/**
 * Returns the fault of a patch file. A header that is missing is empty.
 *
 * @param {string} path @param {string} patch
 * @returns {Fault}
 */
export function faultOf(path, patch) {
  const head = patch.split(/^diff --git /m)[0];
  const values = (/** @type {string} */ key) =>
    [...head.matchAll(new RegExp(`^${key}: (.+)$`, 'gm'))].map(([, value]) => value.trim());
  const [[room = ''], [text = ''], tests] = [values('Room'), values('Fault'), values('Tests')];
  return { name: basename(path, '.patch'), room, text, tests, path };
}

/**
 * Returns the faults with these names, or all of them, by room and name.
 *
 * @param {string[]} [names]
 */
export async function readFaults(names = []) {
  const files = (await readdir(faultsFolder)).filter((file) => file.endsWith('.patch'));
  const all = await Promise.all(files.map(async (file) => {
    const path = join(faultsFolder, file);
    return faultOf(path, await readFile(path, 'utf8'));
  }));
  const wrong = names.find((name) => !all.some((fault) => fault.name === name));
  if (wrong !== undefined) throw new Advice(`There is no fault "${wrong}" in tests/faults/.`);
  const place = (/** @type {Fault} */ { room }) => ROOMS.indexOf(room);
  return all.filter(({ name }) => names.length === 0 || names.includes(name))
    .sort((a, b) => place(a) - place(b) || (a.name < b.name ? -1 : 1));
}

/** Returns a Markdown table of the outcomes. @param {Outcome[]} outcomes */
export function faultTable(outcomes) {
  const rows = outcomes.map(({ fault, runs, seconds }) => {
    const red = runs.filter(({ level }) => level !== null);
    const green = runs.filter(({ level }) => level === null);
    return [fault.name, fault.room, list(red) || 'not caught', list(green), smallest(red) ?? '', `${seconds}`];
  });
  const all = [['fault', 'room', 'red', 'green', 'level', 'seconds'], ...rows];
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ row) => `| ${row.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [line(all[0]), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}

/** @param {Outcome['runs']} runs */
const list = (runs) => runs.map(({ name }) => name).join(', ');

/** Returns the smallest level of red tests; null if there are none. @param {Outcome['runs']} red */
export function smallest(red) {
  const levels = /** @type {const} */ (['npm run check', 'npm test', '--all']);
  return levels.find((level) => red.some((run) => run.level === level)) ?? null;
}
