// A plain #[test] is passed over on wasm32 without a word: the core's tests have the attribute that is both.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { test } from 'node:test';
import { at, root } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';

/** Tests of the command line are native alone. */
const nativeAlone = [at('src', 'main.rs'), at('src', 'cli')];

test('every Rust test of the core runs in both worlds', async () => {
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
