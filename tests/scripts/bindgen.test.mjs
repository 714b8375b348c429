import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at, lockedVersion } from '../../scripts/lib/project.mjs';
import { lockedCrates } from '../../scripts/lib/dependencies.mjs';
import { sizeSettings } from '../../scripts/lib/wasm.mjs';

test('the tools and the crate have the same wasm-bindgen', () => {
  // Their protocol is private and changes with every version.
  const version = lockedVersion('wasm-bindgen');
  const manifest = readFileSync(at('scripts', 'bindgen', 'Cargo.toml'), 'utf8');
  const wanted = [...manifest.matchAll(/^(wasm-bindgen\S*) = .*"=([\d.]+)"/gm)].map(([, name, wish]) => `${name} ${wish}`);
  assert.deepEqual(wanted, [`wasm-bindgen-cli ${version}`, `wasm-bindgen-cli-support ${version}`]);
  const lock = readFileSync(at('scripts', 'bindgen', 'Cargo.lock'), 'utf8');
  for (const crate of ['wasm-bindgen-cli', 'wasm-bindgen-cli-support']) assert.equal(lockedVersion(crate, lock), version);
});

test('every crate of the tools comes from the public registry, with a checksum', () => {
  const crates = lockedCrates(readFileSync(at('scripts', 'bindgen', 'Cargo.lock'), 'utf8')).filter(({ name }) => name !== 'rankscope-bindgen');
  assert.ok(crates.length > 40, 'the lock file is read');
  for (const { name, source, checksum } of crates) {
    assert.ok(source.startsWith('registry+https://github.com/rust-lang/crates.io-index') && /^[0-9a-f]{64}$/.test(checksum), name);
  }
});

test('crates of the module are compiled for size, except those with inner loops', () => {
  assert.deepEqual(sizeSettings(new Set(['rankscope', 'libm', 'serde_json', 'memchr'])), ['--config', 'profile.release.opt-level=2', '--config', 'profile.release.package.serde_json.opt-level="s"']);
});
