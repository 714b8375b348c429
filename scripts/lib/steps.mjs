// Says what is being done, runs commands, takes the time.
// Knows nothing of what the commands are for.

import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { homedir } from 'node:os';
import { styleText, stripVTControlCharacters } from 'node:util';
import { oldestNode, isAtLeast, root } from './project.mjs';

/** A failure whose message is all that a person needs: it is shown without a stack trace. */
export class Advice extends Error {}

/** @param {string} text */
export const say = (text) => void process.stdout.write(`${text}\n`);

/** @param {Parameters<typeof styleText>[0]} format @param {string} text */
export const styled = (format, text) => (process.stdout.isTTY ? styleText(format, text) : text);

/** @param {number} start a `performance.now()` */
export function since(start) {
  const seconds = (performance.now() - start) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Announces a piece of work, does it, and says how long it took.
 *
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  say(`${styled('cyan', '▸')} ${title}`);
  const start = performance.now();
  const result = await work();
  say(`  ${styled('green', '✓')} done in ${since(start)}`);
  return result;
}

/** Says that a piece of work is not needed. @param {string} text */
export const inPlace = (text) => say(`${styled('green', '✓')} ${text}`);

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] added to the environment; undefined removes
 * @property {string} [cwd]
 * @property {'show' | 'keep' | 'both'} [output] show it (the default), keep it, or both
 * @property {boolean} [mayFail] return a code other than 0 instead of throwing
 * @property {number} [limit] seconds after which the command is ended
 *
 * @typedef {object} Ran
 * @property {number} code 0 is success
 * @property {string} output kept standard output and error without colour codes; empty when only shown
 * @property {boolean} overtime whether it was ended at its limit
 */

/**
 * Runs a command to its end.
 *
 * @param {string} command @param {string[]} args @param {RunOptions} [options]
 * @returns {Promise<Ran>}
 */
export async function run(command, args, options = {}) {
  const { env = {}, cwd = root, output = 'show', mayFail = false, limit } = options;
  const ran = await new Promise((/** @type {(ran: Ran) => void} */ resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: environment(env),
      stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // A group of its own lets a command that hangs be ended with its children.
      detached: limit !== undefined && process.platform !== 'win32',
    });
    let kept = '';
    for (const [from, to] of /** @type {const} */ ([[child.stdout, process.stdout], [child.stderr, process.stderr]])) {
      from?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        kept += text;
        if (output === 'both') to.write(text);
      });
    }
    let overtime = false;
    const end = () => endGroup(child, limit !== undefined);
    const timer = limit === undefined ? undefined : setTimeout(() => ((overtime = true), end()), limit * 1000);
    process.once('exit', end);
    child.once('error', (/** @type {Error} */ problem) => finish(() => reject(problem)));
    child.once('close', (code) => finish(() => resolve({ code: code ?? 1, output: plain(kept), overtime })));
    function finish(/** @type {() => void} */ settle) {
      clearTimeout(timer);
      process.off('exit', end);
      settle();
    }
  }).catch((problem) => {
    if (problem.code !== 'ENOENT') throw problem;
    return { code: 127, output: `${command}: not found`, overtime: false };
  });
  if (ran.code !== 0 && !mayFail) {
    if (output === 'keep') say(ran.output);
    throw new Advice(`${[command, ...args].join(' ')}\nended with code ${ran.code}${ran.overtime ? ` after its limit of ${limit} s` : ''}.`);
  }
  return ran;
}

/**
 * The first line that a command prints, or undefined when it is missing or fails.
 *
 * @param {string} command @param {string[]} args
 */
export async function firstLine(command, ...args) {
  const { code, output } = await run(command, args, { output: 'keep', mayFail: true });
  return code === 0 ? output.split('\n').find((line) => line !== '') : undefined;
}

/**
 * Runs a script's main function and turns failures into a message and exit code 1.
 *
 * @param {() => Promise<number | void>} body returns the exit code
 */
export async function main(body) {
  // Ending through exit() lets run() take its children along.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => process.exit(130));
  try {
    if (!isAtLeast(process.versions.node, oldestNode())) {
      throw new Advice(`Node ${oldestNode()} or later is needed; this is Node ${process.versions.node}.`);
    }
    process.exitCode = (await body()) ?? 0;
  } catch (problem) {
    explain(problem);
    process.exitCode = 1;
  }
}

/** Prints a failure: advice as it is, anything else with its stack. @param {unknown} problem */
export function explain(problem) {
  const text = problem instanceof Advice ? problem.message : problem instanceof Error ? problem.stack : String(problem);
  say(`${styled('red', '✗')} ${text}`);
}

/** @param {Record<string, string | undefined>} added */
function environment(added) {
  // A shell opened before Rust was installed does not have cargo on its path yet.
  const cargo = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin');
  const path = `${process.env.PATH ?? ''}${delimiter}${cargo}`;
  const colour = process.stdout.isTTY ? { CARGO_TERM_COLOR: 'always', FORCE_COLOR: '1' } : {};
  const all = { ...process.env, PATH: path, ...colour, ...added };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** @param {import('node:child_process').ChildProcess} child @param {boolean} group */
function endGroup(child, group) {
  if (child.pid === undefined || child.exitCode !== null) return;
  try {
    if (group && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill();
  } catch {
    // It ended by itself in the meantime.
  }
}

/** @param {string} text */
const plain = (text) => stripVTControlCharacters(text).replaceAll('\r\n', '\n');
