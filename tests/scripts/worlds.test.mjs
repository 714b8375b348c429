// On wasm32 the runner silently ignores libtest's #[test], so the core's tests must import the attribute for both targets.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { test } from 'node:test';
import { at, root } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';

/** Tests of the command line and of threads exist only natively. */
const nativeAlone = [at('src', 'main.rs'), at('src', 'cli'), at('tests', 'core', 'threads.rs')];

test('every Rust test of the core runs on both targets', async () => {
  const files = [...(await filesUnder(at('src'))), ...(await filesUnder(at('tests', 'core')))];
  let tested = 0;
  for (const path of files.filter((path) => path.endsWith('.rs') && !nativeAlone.some((other) => path.startsWith(other)))) {
    const source = await readFile(path, 'utf8');
    if (!source.includes('#[test]')) continue;
    tested++;
    assert.match(source, /^ *use crate::(?:test|\{[^}]*\btest\b[^}]*\});$/m, `${relative(root, path)} has no "use crate::test;"`);
  }
  assert.ok(tested > 20, `${tested} files have tests`);
});
