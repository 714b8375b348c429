// The counts of `npm test` come from the output of other programs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closingLine, countCargo, countNode, countPytest, failuresIn, judge } from '../../scripts/lib/counts.mjs';

const counts = (passed = 0, failed = 0, skipped = 0) => ({ passed, failed, skipped });

test('closing lines of cargo test add up', () => {
  const cases = /** @type {const} */ ([
    ['', counts()],
    ['test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n', counts(12)],
    ['test a ... ok\n\ntest result: FAILED. 2 passed; 1 failed; 3 ignored; 0 measured\ntest result: ok. 4 passed; 0 failed; 0 ignored', counts(6, 1, 3)],
    ['printed by a test: test result: ok. 9 passed; 0 failed; 0 ignored', counts()],
  ]);
  for (const [output, expected] of cases) assert.deepEqual(countCargo(output), expected);
});

test('the summary of node --test is parsed in both formats', () => {
  const spec = 'ℹ tests 7\nℹ suites 0\nℹ pass 3\nℹ fail 1\nℹ cancelled 1\nℹ skipped 1\nℹ todo 1\nℹ duration_ms 5\n';
  assert.deepEqual(countNode(spec), counts(3, 2, 2));
  assert.deepEqual(countNode(spec.replaceAll('ℹ', '#')), counts(3, 2, 2));
  assert.deepEqual(countNode('Error: cannot find module'), counts());
});

test('the closing line of pytest is parsed', () => {
  const cases = /** @type {const} */ ([
    ['........ [100%]\n73 passed in 3.51s\n', counts(73)],
    ['FAILED a - 3 passed in words\n2 failed, 71 passed, 1 skipped, 2 warnings in 65.20s (0:01:05)', counts(71, 2, 1)],
    ['ERROR tests\n1 error in 0.10s', counts(0, 1)],
    ['no tests ran in 0.01s', counts()],
  ]);
  for (const [output, expected] of cases) assert.deepEqual(countPytest(output), expected);
});

test('failed tests are named, of cargo and of Node', () => {
  const output = 'test a::b ... ok\ntest a::c ... FAILED\nfailed: it opens (tests/e2e/x.test.mjs): 1 is not 2\nℹ fail 1\n';
  assert.deepEqual(failuresIn(output), ['a::c', 'it opens (tests/e2e/x.test.mjs): 1 is not 2']);
  assert.deepEqual(failuresIn('test result: FAILED. 2 passed; 1 failed; 0 ignored\n'), []);
});

test('a crash and an empty run are failures', () => {
  const cases = /** @type {const} */ ([
    [counts(5), 0, counts(5)],
    [counts(5, 2), 101, counts(5, 2)],
    [counts(5), 101, { ...counts(5, 1), problem: 'it ended with code 101' }],
    [counts(), 101, { ...counts(0, 1), problem: 'it ended with code 101' }],
    [counts(), 0, { ...counts(0, 1), problem: 'it ran no test' }],
    [counts(0, 0, 1), 0, counts(0, 0, 1)],
  ]);
  for (const [found, code, expected] of cases) assert.deepEqual(judge(found, code), expected);
});

test('the closing line contains the sums over the stages', () => {
  assert.equal(closingLine([counts(1), counts(20, 3, 9)]), '21 passed, 3 failed');
  assert.equal(closingLine([]), '0 passed, 0 failed');
});
