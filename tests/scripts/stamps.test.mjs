import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { filesUnder, unlessFresh, unlessPassed } from '../../scripts/lib/stamps.mjs';

test('passed tests are skipped until an input changes; failed tests run again', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-passed-'));
  context.after(() => rm(folder, { recursive: true }));
  const [input, stamps] = ['input', 'stamps'].map((name) => join(folder, name));
  await writeFile(input, 'one');
  let runs = 0;
  const tests = (failed = 0, settings = '') => unlessPassed('tests', { inputs: [input], settings, stamps }, async () => {
    runs += 1;
    return { passed: runs, failed };
  });
  assert.deepEqual(await tests(1), { passed: 1, failed: 1 });
  assert.deepEqual(await tests(), { passed: 2, failed: 0 });
  assert.deepEqual(await tests(), { passed: 2, failed: 0, note: 'passed before, and nothing changed since' });
  await writeFile(input, 'two');
  assert.deepEqual(await tests(1), { passed: 3, failed: 1 }, 'another input');
  assert.deepEqual(await tests(), { passed: 4, failed: 0 }, 'a failure is not kept');
  assert.deepEqual(await tests(0, 'other'), { passed: 5, failed: 0 }, 'another setting');
});

test('work is repeated if an input, a setting or an output changed, or if it failed', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-stamps-'));
  context.after(() => rm(folder, { recursive: true }));
  const [input, output, stamps] = ['input', 'output', 'stamps'].map((name) => join(folder, name));
  await mkdir(input);
  await writeFile(join(input, 'a.js'), 'one');

  const make = (settings = '') => unlessFresh('made', { inputs: [input], outputs: [output], settings, stamps }, () => writeFile(output, 'made'));
  assert.equal(await make(), true, 'the first time');
  assert.equal(await make(), false, 'nothing changed');
  await writeFile(join(input, 'a.js'), 'two');
  assert.equal(await make(), true, 'another content');
  await writeFile(join(input, 'b.js'), '');
  assert.equal(await make(), true, 'another file');
  assert.equal(await make('fast'), true, 'another setting');
  await rm(output);
  assert.equal(await make('fast'), true, 'the output is gone');
  const broken = unlessFresh('made', { inputs: [input], outputs: [output], stamps }, () => Promise.reject(new Error('broken')));
  await assert.rejects(broken, /broken/);
  assert.equal(await make('fast'), true, 'the last time failed');
});

test('files are listed in a fixed order, and a missing folder has no files', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-files-'));
  context.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'b'));
  for (const name of ['c', 'b/d', 'a']) await writeFile(join(folder, name), '');
  assert.deepEqual(await filesUnder(folder), ['a', 'b/d', 'c'].map((name) => join(folder, name)));
  assert.deepEqual(await filesUnder(join(folder, 'none')), []);
});
