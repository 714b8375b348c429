// Runs test files with Node's own runner in the given order, because `node --test` would sort them by name.
// Arguments: the number of files at a time, the file for the durations, and the test files.

import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { at, root } from './project.mjs';

const [atOnce, durations, ...files] = process.argv.slice(2);
/** @type {Record<string, number>} */
const taken = {};

/** @param {{ nesting: number, file?: string, details: { duration_ms: number } }} test */
function note({ nesting, file, details }) {
  if (nesting !== 0 || file === undefined) return;
  const name = relative(root, file);
  taken[name] = (taken[name] ?? 0) + Math.round(details.duration_ms);
}

const tests = run({ files: files.map((file) => at(file)), concurrency: Number(atOnce) });
tests.on('test:pass', note);
tests.on('test:fail', (test) => {
  note(test);
  process.exitCode = 1;
});
tests.compose(new spec()).pipe(process.stdout);
tests.once('end', () => writeFileSync(durations, JSON.stringify(taken)));
