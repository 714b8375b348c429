import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at, isAtLeast, lockedVersion, oldestNode, oldestRust } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';

test('versions compare number by number', () => {
  const cases = /** @type {const} */ ([
    ['1.88.0', '1.88', true],
    ['1.100.0', '1.88', true],
    ['1.87.9', '1.88', false],
    ['2.0', '1.88.5', true],
    ['20.19.0', '20.19', true],
    ['1.96.0-nightly', '1.96', true],
  ]);
  for (const [version, oldest, expected] of cases) assert.equal(isAtLeast(version, oldest), expected, `${version} >= ${oldest}`);
});

test('the version of a crate is not confused with that of a similar name', () => {
  const lock = '[[package]]\nname = "wasm-bindgen-macro"\nversion = "0.1.0"\n\n[[package]]\nname = "wasm-bindgen"\nversion = "0.2.130"\n';
  assert.equal(lockedVersion('wasm-bindgen', lock), '0.2.130');
  assert.equal(lockedVersion('wasm-bindgen', lock.replaceAll('\n', '\r\n')), '0.2.130');
  assert.throws(() => lockedVersion('bindgen', lock), /bindgen in Cargo.lock/);
});

test("the project's files name the oldest versions that they need", () => {
  assert.match(oldestRust(), /^1\.\d+/);
  assert.match(oldestNode(), /^2\d\./);
  assert.match(lockedVersion('wasm-bindgen'), /^\d+\.\d+\.\d+$/);
});

test('no script in scripts/lib/ imports a package at once, because the scripts install the packages', async () => {
  // The bench alone needs packages that are installed already.
  const files = (await filesUnder(at('scripts', 'lib'))).filter((path) => path.endsWith('.mjs') && !path.startsWith(at('scripts', 'lib', 'bench')));
  assert.ok(files.length > 20);
  const found = files.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/^import .* from '(?!\.|node:)([^']+)';$/gm)].map(([, name]) => `${path}: ${name}`));
  assert.deepEqual(found, []);
});
