// On wasm32 the runner silently ignores libtest's #[test], so the tests of the module must use the attribute of both.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { at, root } from '../../scripts/lib/project.mjs';

const folder = at('tests', 'module');

test('every Rust test of the module runs on WebAssembly', async () => {
  const main = await readFile(join(folder, 'main.rs'), 'utf8');
  const files = [...main.matchAll(/^(?:#\[path = "(.+)"\]\n)?mod (\w+);$/gm)].map(([, path, name]) => join(folder, path ?? `${name}.rs`));
  let tested = 0;
  for (const path of files) {
    const source = await readFile(path, 'utf8');
    if (!source.includes('#[test]')) continue;
    tested++;
    assert.match(source, /^ *use crate::(?:test|\{[^}]*\btest\b[^}]*\});$/m, `${relative(root, path)} has no "use crate::test;"`);
  }
  assert.ok(tested > 5, `${tested} files have tests`);
});
