import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { at } from '../../scripts/lib/project.mjs';

/** What a process prints that says a word, and runs a command that prints one. @param {string | undefined} context of Node's test runner */
function printed(context) {
  const { NODE_TEST_CONTEXT: _own, ...env } = process.env;
  const steps = JSON.stringify(pathToFileURL(at('scripts', 'lib', 'steps.mjs')).href);
  const program = `import { inPlace, run } from ${steps};
    inPlace('said');
    await run(process.execPath, ['-e', 'console.log(process.env.NODE_TEST_CONTEXT ?? "a command")']);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', env: { ...env, ...(context && { NODE_TEST_CONTEXT: context }) } });
  return { stdout, stderr };
}

test('words are printed to standard output', () => {
  assert.deepEqual(printed(undefined), { stdout: '✓ said\na command\n', stderr: '' });
});

test('in a test, whose standard output Node reads, words go to standard error', () => {
  assert.deepEqual(printed('child-v8'), { stdout: '', stderr: '✓ said\na command\n' });
});
