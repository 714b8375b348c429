// The recorded faults of tests/faults/ are complete, and apply to the files of today.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { CARGO_TESTS } from '../../scripts/lib/fault-tests.mjs';
import { ROOMS, faultOf, faultTable, readFaults, smallest } from '../../scripts/lib/faults.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { run } from '../../scripts/lib/steps.mjs';

const faults = await readFaults();

test('every fault names its room, what is wrong, and tests that exist', () => {
  assert.ok(faults.length >= 30, `${faults.length} faults`);
  for (const { name, room, text, tests } of faults) {
    assert.match(name, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    assert.ok(ROOMS.includes(room), `${name}: ${room} is a room`);
    assert.match(text, /^[A-Z].*\.$/, `${name}: a sentence says what is wrong`);
    assert.ok(tests.length > 0, `${name} names a test`);
    for (const one of tests) {
      if (one.endsWith('.mjs')) assert.ok(/^tests\/(page|scripts|module|e2e)\//.test(one) && existsSync(at(one)), `${name}: ${one}`);
      else assert.match(one, new RegExp(`^(${Object.keys(CARGO_TESTS).join('|')}) \\w+(::\\w+)*$`), name);
    }
  }
  assert.deepEqual(ROOMS.filter((room) => !faults.some((fault) => fault.room === room)), [], 'every room has a fault');
});

test('every fault applies to the tree', async (context) => {
  const inTree = await run('git', ['rev-parse', '--is-inside-work-tree'], { output: 'keep', mayFail: true });
  if (inTree.code !== 0) return context.skip('there is no git');
  for (const { name, path } of faults) {
    const { code, output } = await run('git', ['apply', '--check', path], { output: 'keep', mayFail: true });
    assert.equal(code, 0, `${name}: ${output}`);
  }
});

test('headers are read before the diff only, and the smallest level of a red test counts', () => {
  const patch = 'Room: core\nFault: It is wrong.\nTests: core metrics\nTests: lib holm\n\ndiff --git a/x b/x\nTests: not this\n';
  const fault = faultOf('/a/off-by-one.patch', patch);
  assert.deepEqual(fault, { name: 'off-by-one', room: 'core', text: 'It is wrong.', tests: ['core metrics', 'lib holm'], path: '/a/off-by-one.patch' });
  const runs = /** @type {const} */ ([{ name: 'a', level: '--all' }, { name: 'b', level: null }, { name: 'c', level: 'npm test' }]);
  assert.equal(smallest([...runs]), 'npm test');
  assert.equal(smallest([]), null);
  assert.match(faultTable([{ fault, runs: [...runs], seconds: 7 }]), /\| off-by-one \| core \| a, c \| b +\| npm test \| 7 +\|/);
  assert.match(faultTable([{ fault, runs: [{ name: 'b', level: null }], seconds: 7 }]), /not caught/);
});
