// Runs test files with Node's own runner in the given order, because `node --test` would sort them by name.
// Arguments: the number of files at a time, the file for the durations, and the test files.

import { writeFileSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { at } from './project.mjs';

const [atOnce, durations, ...files] = process.argv.slice(2);
/** Milliseconds that each file took. @type {Record<string, number>} */
const taken = {};
const counts = { pass: 0, fail: 0, skipped: 0 };
/** The failed tests with their files and errors, repeated at the end. @type {string[]} */
const failures = [];

const HANGING = 16 * 60_000; // ms after which a file fails, so that its name is told
const LONGEST = 600; // characters of an error that are repeated

/** The counts stand once at the end, not after every file. */
const SUMMARY = ['test:diagnostic', 'test:summary'];

/** Runs one file. Each file has a run of its own, so that its duration is known. @param {string} file */
function runFile(file) {
  const began = performance.now();
  const tests = run({ files: [at(file)], concurrency: 1, timeout: HANGING });
  tests.on('test:pass', ({ skip, todo, details }) => {
    if (details.type === 'suite') return;
    counts[skip === undefined && todo === undefined ? 'pass' : 'skipped'] += 1;
  });
  tests.on('test:fail', ({ name, details: { error } }) => {
    counts.fail += 1;
    const { cause } = error;
    const what = cause instanceof Error ? cause.message : String(cause ?? error.message);
    failures.push(`${name} (${file}): ${what.replace(/\s+/g, ' ').slice(0, LONGEST)}`);
  });
  tests.filter(({ type }) => !SUMMARY.includes(type)).compose(new spec()).pipe(process.stdout, { end: false });
  return new Promise((/** @type {(value: void) => void} */ resolve) => {
    tests.once('end', () => {
      taken[file] = Math.round(performance.now() - began);
      resolve();
    });
  });
}

const waiting = [...files];
const lane = async () => {
  for (let file = waiting.shift(); file; file = waiting.shift()) await runFile(file);
};
await Promise.all(Array.from({ length: Number(atOnce) }, lane));
writeFileSync(durations, JSON.stringify(taken));
const slowest = Object.entries(taken).sort(([, a], [, b]) => b - a).slice(0, 5);
console.log(`slowest: ${slowest.map(([file, ms]) => `${file} ${(ms / 1000).toFixed(1)} s`).join(', ')}`);
for (const failure of failures) console.log(`failed: ${failure}`);
for (const [what, count] of Object.entries(counts)) console.log(`ℹ ${what} ${count}`);
if (counts.fail > 0) process.exitCode = 1;
