// Prints the current step, runs commands, and measures times. Must not know the purpose of the commands.

import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { delimiter, join } from 'node:path';
import { homedir } from 'node:os';
import { styleText, stripVTControlCharacters } from 'node:util';
import { oldestNode, isAtLeast, root } from './project.mjs';

/** A failure with a sufficient message. It is shown without a stack trace. */
export class Advice extends Error {}

/** The current work's output function, if not the terminal. @type {AsyncLocalStorage<(text: string) => void>} */
const output = new AsyncLocalStorage();

/**
 * Whether Node's test runner reads the standard output of this process. There Node 20 takes words for a message of a
 * test if they follow one and begin with a letter such as ✓, and then the file fails.
 */
const isTest = process.env.NODE_TEST_CONTEXT?.startsWith('child') ?? false;

/** @param {string} text */
const toTerminal = (text) => void (isTest ? process.stderr : process.stdout).write(text);

const writer = () => output.getStore() ?? toTerminal;

/**
 * Does work whose output goes to a function, so that the output of parallel work can be shown in one piece.
 *
 * @template T
 * @param {(text: string) => void} to
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const writingTo = (to, work) => output.run(to, work);

/** @param {string} text */
export const say = (text) => writer()(`${text}\n`);

/** @param {Parameters<typeof styleText>[0]} format @param {string} text */
export const styled = (format, text) => (process.stdout.isTTY ? styleText(format, text) : text);

/** @param {number} start a `performance.now()` */
export function since(start) {
  const seconds = (performance.now() - start) / 1000;
  return seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/**
 * Announces some work, does it, and prints its duration.
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
  // Steps can run in parallel, so each names itself when it ends.
  say(`  ${styled('green', '✓')} done in ${since(start)}: ${title.replace(/ \(.*$/, '')}`);
  return result;
}

/** Prints that some work is not needed. @param {string} text */
export const inPlace = (text) => say(`${styled('green', '✓')} ${text}`);

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] added to the environment; undefined removes
 * @property {string} [cwd]
 * @property {'show' | 'keep' | 'both'} [output] show it (the default), keep it, or both
 * @property {boolean} [mayFail] return a code other than 0 instead of throwing
 * @property {number} [limit] seconds without any output after which the command counts as hanging and is ended. Its
 *   output is piped
 * @property {number} [longest] seconds after which the command is ended, whatever it prints
 * @property {(line: string) => void} [onLine] takes each line of standard output, which is not shown then
 *
 * @typedef {object} Ran
 * @property {number} code 0 is success
 * @property {string} output kept standard output and error without colour codes; empty when only shown
 * @property {boolean} silent whether it was ended because of a limit
 */

/**
 * Runs a command until it ends.
 *
 * @param {string} command @param {string[]} args @param {RunOptions} [options]
 * @returns {Promise<Ran>}
 */
export async function run(command, args, options = {}) {
  const { env = {}, cwd = root, mayFail = false, limit, longest, onLine } = options;
  // A limit needs to see the output, because output is the sign of progress. So does redirected work.
  const write = writer();
  const shown = options.output ?? (limit !== undefined || output.getStore() ? 'both' : 'show');
  const ran = await new Promise((/** @type {(ran: Ran) => void} */ resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      // Inside Node's test runner, an inner runner would print for the outer runner, not for people.
      env: environment({ NODE_TEST_CONTEXT: undefined, ...env }),
      stdio: shown === 'show' ? ['inherit', onLine ? 'pipe' : isTest ? 2 : 'inherit', 'inherit']
        : ['ignore', 'pipe', 'pipe'],
      // With its own process group, a hanging command can be ended together with its children.
      detached: (limit ?? longest) !== undefined && process.platform !== 'win32',
    });
    if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
    let kept = '';
    let silent = false;
    const end = () => endGroup(child, (limit ?? longest) !== undefined);
    const endEarly = () => {
      silent = true;
      end();
    };
    const endAfter = (/** @type {number | undefined} */ seconds) =>
      (seconds === undefined ? undefined : setTimeout(endEarly, seconds * 1000));
    const [timer, last] = [endAfter(limit), endAfter(longest)];
    for (const from of onLine ? [child.stderr] : [child.stdout, child.stderr]) {
      from?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        kept += text;
        timer?.refresh();
        if (shown === 'both') write(text);
      });
    }
    process.once('exit', end);
    child.once('error', (/** @type {Error} */ problem) => finish(() => reject(problem)));
    child.once('close', (code) => finish(() => resolve({ code: code ?? 1, output: plain(kept), silent })));
    function finish(/** @type {() => void} */ settle) {
      clearTimeout(timer);
      clearTimeout(last);
      process.off('exit', end);
      settle();
    }
  }).catch((problem) => {
    if (problem.code !== 'ENOENT') throw problem;
    return { code: 127, output: `${command}: not found`, silent: false };
  });
  if (ran.code !== 0 && !mayFail) {
    if (shown === 'keep') say(ran.output);
    throw new Advice(`${[command, ...args].join(' ')}\nended with code `
        + `${ran.code}${ran.silent ? `, because it printed nothing for ${limit} s` : ''}.`);
  }
  return ran;
}

/**
 * Returns the first line that a command prints, or undefined if the command is missing or fails.
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
  // Ending through exit() lets run() end its children too.
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => process.exit(130));
  }
  try {
    if (!isAtLeast(process.versions.node, oldestNode())) {
      throw new Advice(`Node ${oldestNode()} or later is needed; this is Node ${process.versions.node}.`);
    }
    process.exitCode = (await body()) ?? 0;
  } catch (problem) {
    explain(problem);
    // exit() also ends parallel work that is still running.
    process.stdout.write('', () => process.exit(1));
  }
}

/** Prints a failure: advice as its message, any other error with its stack. @param {unknown} problem */
export function explain(problem) {
  const text = problem instanceof Advice ? problem.message : problem instanceof Error ? problem.stack : String(problem);
  say(`${styled('red', '✗')} ${text}`);
}

/** @param {Record<string, string | undefined>} added */
function environment(added) {
  // A shell that was opened before Rust was installed does not have cargo on its path.
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
    // It has ended in the meantime.
  }
}

/** @param {string} text */
const plain = (text) => stripVTControlCharacters(text).replaceAll('\r\n', '\n');
