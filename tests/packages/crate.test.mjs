// The archive of `cargo package`: it builds by itself, and an empty program that depends on it trains.

import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { listed, pathsOfMachine } from '../../scripts/lib/npm-package.mjs';
import { run } from '../../scripts/lib/steps.mjs';
import { once } from '../../scripts/lib/tools.mjs';
import { targetFolder } from '../../scripts/lib/wasm.mjs';
import { emptyFolder } from './support.mjs';

/**
 * Returns settings for cargo: a folder of its own, because the library's file has the same name whatever its features, and
 * builds without optimisation, because compiling takes all the time.
 * @param {string} folder
 */
const settings = (folder) => ({
  CARGO_TARGET_DIR: folder, CARGO_NET_OFFLINE: 'true', CARGO_INCREMENTAL: '0', CARGO_PROFILE_DEV_OPT_LEVEL: '0',
  CARGO_PROFILE_DEV_DEBUG: '0', RUSTFLAGS: undefined,
});

/** Makes the archive. Cargo builds it with all default features from what it contains. Returns both paths. */
const packaged = once(async () => {
  const target = join(await targetFolder(), 'packaged');
  // Edits that are not committed yet are tested too.
  await run('cargo', ['package', '--allow-dirty', '--locked', '--quiet'], { output: 'keep', env: settings(target) });
  const manifest = await readFile('Cargo.toml', 'utf8');
  const version = /^version = "(.*)"$/m.exec(manifest)?.[1];
  const folder = join(target, 'package', `rankscope-${version}`);
  return { folder, archive: `${folder}.crate`, target };
});

test('the archive builds, is small, and has docs and licences and no tests', async () => {
  const { folder, archive } = await packaged();
  const files = await listed(folder);
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'LICENSE-APACHE', 'LICENSE-MIT', 'docs/library.md',
    'examples/train_and_evaluate.rs', 'src/wasm/plain.js', 'src/wasm/arrays.js', 'Cargo.lock']) {
    assert.ok(files.includes(name), `${name} is missing`);
  }
  assert.deepEqual(files.filter((name) => /^(tests|benches|fuzz|scripts)\/|\.(png|css|html|mjs)$/.test(name)), []);
  const allowed = /^www\/samples\/((results|ring|sites)-(train|valid|test)\.txt|optdigits\.txt\.gz|LICENSES\.md)$/;
  assert.deepEqual(files.filter((name) => name.startsWith('www/') && !allowed.test(name)), []);
  assert.deepEqual(await pathsOfMachine(folder), []);
  const { size } = await stat(archive);
  assert.ok(size < 1_300_000, `${size} bytes`);
});

const PROGRAM = `
use std::sync::Arc;
use rankscope::{data::Dataset, method::settings::TrainingSettings, run::{Progress, TrainingRun}};

fn main() -> Result<(), rankscope::Error> {
    let data = Dataset::from_letor("2 qid:1 1:3\\n1 qid:1 1:2\\n0 qid:1 1:1\\n")?;
    let mut run = TrainingRun::new(Arc::new(data), &TrainingSettings { c: 100.0, ..Default::default() })?;
    loop {
        if let Progress::Stopped { stop } = run.advance(10) {
            println!("{} iterations, w = {:.3?}", stop.iterations, run.model()?.weights()?);
            return Ok(());
        }
    }
}
`;

test('an empty program trains with it, and compiles neither plotters nor the command line', async () => {
  const { folder: crate, target } = await packaged();
  const folder = await emptyFolder();
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src', 'main.rs'), PROGRAM);
  await writeFile(join(folder, 'Cargo.toml'), `[package]
name = "consumer"
version = "0.0.0"
edition = "2024"

[dependencies]
rankscope = { path = ${JSON.stringify(crate)}, default-features = false }
`);
  await writeFile(join(folder, 'Cargo.lock'), await readFile(join(crate, 'Cargo.lock')));
  const options = { cwd: folder, output: /** @type {const} */ ('keep'),
    env: settings(join(target, 'consumer')) };
  const tree = (await run('cargo', ['tree', '--prefix', 'none', '--edges', 'normal'], options)).output;
  assert.match(tree, /^rankscope v/m);
  assert.doesNotMatch(tree, /^(plotters|clap|wasm-bindgen|tempfile|indicatif)/m);
  const { output } = await run('cargo', ['run', '--quiet'], options);
  assert.match(output, /^\d+ iterations, w = \[\d*\.\d*[1-9]/m);
});
