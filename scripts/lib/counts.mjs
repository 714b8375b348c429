// Counts passed and failed tests in the output of test runners.

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/**
 * Returns the sum of the closing lines of `cargo test` or of wasm-bindgen's runner, one for every test program.
 *
 * @param {string} output without colour codes
 * @returns {Counts}
 */
export function countCargo(output) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (
    const [, passed, failed, skipped] of output.matchAll(
      /^test result: \S+ (\d+) passed; (\d+) failed; (\d+) ignored/gm)) {
    total.passed += Number(passed);
    total.failed += Number(failed);
    total.skipped += Number(skipped);
  }
  return total;
}

/**
 * Returns the summary of `node --test`. Cancelled tests count as failed.
 *
 * @param {string} output of the `spec` or `tap` reporter, without colour codes
 * @returns {Counts}
 */
export function countNode(output) {
  const read = (/** @type {string} */ what) => {
    const lines = [...output.matchAll(new RegExp(`^(?:ℹ|#) ${what} (\\d+)$`, 'gm'))];
    return Number(lines.at(-1)?.[1] ?? 0);
  };
  return { passed: read('pass'), failed: read('fail') + read('cancelled'), skipped: read('skipped') + read('todo') };
}

/**
 * Returns the closing line of pytest. Errors outside of tests count as failed.
 *
 * @param {string} output without colour codes
 * @returns {Counts}
 */
export function countPytest(output) {
  const line = output.split('\n').findLast((text) => / in \d+(\.\d+)?s\b/.test(text)) ?? '';
  const read = (/** @type {string} */ what) => Number(new RegExp(`(\\d+) ${what}\\b`).exec(line)?.[1] ?? 0);
  return { passed: read('passed'), failed: read('failed') + read('errors?'), skipped: read('skipped') };
}

/**
 * Returns the failed tests that an output names: lines of cargo and of this project's runner of Node's tests.
 *
 * @param {string} output without colour codes
 */
export function failuresIn(output) {
  return [...output.matchAll(/^(?:test (.+) \.\.\. FAILED|failed: (.+))$/gm)].map(([, cargo, node]) => cargo ?? node);
}

/**
 * Returns the result of a test program by its counts and its exit code.
 *
 * A crash is a failure even if every counted test passed. A run without any test is a failure too.
 *
 * @param {Counts} counts @param {number} code with which the program ended
 * @returns {Counts & { problem?: string }}
 */
export function judge(counts, code) {
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1, problem: `it ended with code ${code}` };
  if (counts.passed + counts.failed + counts.skipped === 0) return { ...counts, failed: 1, problem: 'it ran no test' };
  return counts;
}

/**
 * Returns the closing line of the whole run.
 *
 * @param {Counts[]} all
 */
export function closingLine(all) {
  const sum = (/** @type {'passed' | 'failed'} */ key) => all.reduce((total, counts) => total + counts[key], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
