import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAtLeast, lockedVersion, oldestNode, oldestRust } from '../../scripts/lib/project.mjs';

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
