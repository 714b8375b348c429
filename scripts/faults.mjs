// `npm run faults`: applies the recorded faults of tests/faults/ one after the other to a copy of the project, and
// reports which tests notice them. The suite is good as long as it finds every fault.
//
// A fault is a file tests/faults/NAME.patch: header lines and a diff that `git apply` takes.
//
//   Room: core
//   Fault: The gain of NDCG is 2^g instead of 2^g − 1.
//   Tests: core metrics
//   Tests: tests/page/x/y.test.mjs
//
// `Tests:` names what should notice the fault: `core FILTER`, `cli FILTER` or `lib FILTER` for `cargo test`, or the
// path of a test file for Node. Tests in a browser run on a page that is bundled with the fault. The copy has the
// compiled module of the project, so only Rust tests notice a fault in src/.

import { parseArgs } from 'node:util';
import { reversed, scratchCopy } from './lib/fault-copy.mjs';
import { namedTest } from './lib/fault-tests.mjs';
import { faultTable, readFaults } from './lib/faults.mjs';
import { Advice, main, say, since, styled } from './lib/steps.mjs';

const usage = `npm run faults -- [options] [NAMES]
  NAMES        only these faults; the names of files in tests/faults/ without .patch
  --each       runs all tests that a fault names, not only until the first is red
  --unchanged  runs the named tests without any fault: all must be green
  --help

Ends with code 1 if a fault is not caught. One run at a time; all faults take up to an hour.`;

await main(async () => {
  const { each, unchanged, help, names } = read();
  if (help) return void say(usage);
  const faults = await readFaults(names);
  const copy = await scratchCopy(faults.some(({ tests }) => tests.some((name) => name.startsWith('tests/e2e/'))));
  try {
    /** @type {import('./lib/faults.mjs').Outcome[]} */
    const outcomes = [];
    for (const [at, fault] of faults.entries()) {
      say(`\n${styled('bold', `── ${at + 1} of ${faults.length}: ${fault.name}`)}\n${fault.text}`);
      const work = () => outcomeOf(fault, copy, each || unchanged);
      outcomes.push(await (unchanged ? work() : reversed(fault, copy, work)));
    }
    say(`\n${faultTable(outcomes)}`);
    const caught = outcomes.filter(({ runs }) => runs.some(({ level }) => level !== null)).length;
    say(`\n${caught} of ${faults.length} ${unchanged ? 'have a red test without the fault' : 'caught'}`);
    return caught === (unchanged ? 0 : faults.length) ? 0 : 1;
  } finally {
    await copy.remove();
  }
});

function read() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        each: { type: 'boolean', default: false },
        unchanged: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return { ...values, names: positionals };
  } catch (problem) {
    throw new Advice(`${/** @type {Error} */ (problem).message}\n\n${usage}`);
  }
}

/**
 * Runs the tests that a fault names, one after the other.
 *
 * @param {import('./lib/faults.mjs').Fault} fault
 * @param {import('./lib/fault-copy.mjs').Copy} copy
 * @param {boolean} each whether to go on after the first red test
 * @returns {Promise<import('./lib/faults.mjs').Outcome>}
 */
async function outcomeOf(fault, copy, each) {
  const start = performance.now();
  /** @type {import('./lib/faults.mjs').Outcome['runs']} */
  const runs = [];
  for (const name of fault.tests) {
    const began = performance.now();
    const { level, red } = await namedTest(name, copy);
    runs.push({ name, level });
    say(`  ${level === null ? 'green' : styled('red', `red at ${level}`)}: ${name} (${since(began)})`);
    for (const one of red) say(`    ${one}`);
    if (level !== null && !each) break;
  }
  return { fault, runs, seconds: Math.round((performance.now() - start) / 1000) };
}
