// Runs a test that a fault names, in the copy of the project, and finds the smallest command that would run it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at } from './project.mjs';
import { Advice, run } from './steps.mjs';

/** Seconds after which a test file counts as hanging, which is red. */
const LONGEST = 10 * 60;

/**
 * The forms of `cargo test` that a fault can name.
 *
 * @type {Record<string, string[]>}
 */
export const CARGO_TESTS = { core: ['--test', 'core'], cli: ['--test', 'cli'], lib: ['--lib'] };

/**
 * The smallest level at which a test is red, null if it is green, and the names of the failed tests.
 *
 * @typedef {{ level: import('./faults.mjs').FaultLevel | null, red: string[] }} Verdict
 */

/**
 * @param {string} name `core FILTER`, `cli FILTER`, `lib FILTER`, or the path of a test file
 * @param {import('./fault-copy.mjs').Copy} copy
 * @returns {Promise<Verdict>}
 */
export async function namedTest(name, copy) {
  if (!name.endsWith('.mjs')) return cargoTest(name, copy);
  // The copy has the compiled module.
  if (name.startsWith('tests/module/')) return verdict('npm test', await nodeTest(name, copy, {}));
  if (!name.startsWith('tests/e2e/')) return verdict('npm run check', await nodeTest(name, copy, {}));
  await copy.bundle();
  const isEveryday = (await readFile(join(copy.folder, name), 'utf8')).includes('everyday: ');
  const env = { CHROME: copy.chrome };
  const everyday = isEveryday ? await nodeTest(name, copy, { ...env, RANKSCOPE_TESTS: 'test' }) : [];
  return everyday.length ? verdict('npm test', everyday)
    : verdict('--all', await nodeTest(name, copy, { ...env, RANKSCOPE_TESTS: 'all' }));
}

/**
 * @param {import('./faults.mjs').FaultLevel} level @param {string[]} red
 * @returns {Verdict}
 */
const verdict = (level, red) => ({ level: red.length ? level : null, red });

/** @param {string} name @param {import('./fault-copy.mjs').Copy} copy */
async function cargoTest(name, { folder }) {
  const [program, filter] = name.split(' ');
  const args = ['test', '--quiet', ...CARGO_TESTS[program], filter];
  const { code, output, silent } = await run('cargo', args, { cwd: folder, output: 'keep', mayFail: true,
    longest: LONGEST, env: { CARGO_TARGET_DIR: at('target', 'faults'), CARGO_PROFILE_DEV_DEBUG: '0' } });
  const ran = [...output.matchAll(/^test result: \S+ (\d+) passed; (\d+) failed/gm)];
  // A fault that does not compile is caught by nothing but the compiler, and a filter without tests catches nothing.
  if (!silent && !ran.some(([, passed, failed]) => Number(passed) + Number(failed))) {
    throw new Advice(`cargo ${args.join(' ')} ran no test:\n${output}`);
  }
  const failed = [...output.matchAll(/^ {4}(\w+(?:::\w+)+)$/gm)].map(([, test]) => test);
  return verdict(program === 'cli' ? 'npm test' : 'npm run check', namesOf(failed, code, silent));
}

/**
 * Returns the failed tests of a file.
 *
 * @param {string} path @param {import('./fault-copy.mjs').Copy} copy @param {Record<string, string | undefined>} env
 */
async function nodeTest(path, { folder }, env) {
  const { code, output, silent } = await run(process.execPath, ['--test', '--test-reporter=tap', path], {
    cwd: folder, env, output: 'keep', mayFail: true, longest: LONGEST });
  const failed = [...output.matchAll(/^(?: {4})?not ok \d+ - (.+)$/gm)].map(([, test]) => test);
  return namesOf(failed, code, silent);
}

/** @param {string[]} failed names of tests @param {number} code @param {boolean} silent whether it was ended */
function namesOf(failed, code, silent) {
  if (code === 0) return [];
  return failed.length ? [...new Set(failed)] : [silent ? `ended after ${LONGEST} s` : `ended with code ${code}`];
}
