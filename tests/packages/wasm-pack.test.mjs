// What people who know Rust and WebAssembly try first. It needs wasm-pack, wasm-bindgen of the version in Cargo.lock and its
// test runner on the path, and compiles for minutes: RANKSCOPE_WASM_PACK=1 npm test -- --only packages

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockedVersion } from '../../scripts/lib/project.mjs';
import { run } from '../../scripts/lib/steps.mjs';
import { findBrowser } from '../../scripts/lib/tools.mjs';
import { emptyFolder } from './support.mjs';

const skip = process.env.RANKSCOPE_WASM_PACK !== '1' && 'RANKSCOPE_WASM_PACK is not 1';
const options = { output: /** @type {const} */ ('keep'), mayFail: true };

for (const target of ['bundler', 'web', 'nodejs']) {
  test(`wasm-pack build --target ${target}`, { skip }, async () => {
    const folder = await emptyFolder();
    const { code, output } = await run('wasm-pack',
      ['build', '--dev', '--mode', 'no-install', '--target', target, '--out-dir', folder], options);
    assert.equal(code, 0, `${output}\nwasm-bindgen must be of version ${lockedVersion('wasm-bindgen')}`);
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    assert.deepEqual([manifest.name, manifest.license], ['rankscope', 'MIT OR Apache-2.0']);
    assert.match(await readFile(join(folder, 'rankscope.d.ts'), 'utf8'), /static from\(features: Float64Array/);
  });
}

test('wasm-pack test --headless --chrome', { skip }, async () => {
  const { driver } = await findBrowser();
  const { code, output } = await run('wasm-pack', ['test', '--headless', '--chrome',
    ...(driver ? ['--chromedriver', driver] : []), '--mode', 'no-install', '--', '--lib'], options);
  assert.equal(code, 0, output);
  assert.match(output, /^test result: ok\. [1-9]\d* passed; 0 failed/m);
});
