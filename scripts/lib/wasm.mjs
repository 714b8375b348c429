// Compiles the crate to WebAssembly and makes the module that the page loads: www/wasm.
// Knows the compiler's flags and features; knows nothing of the page.

import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { at, root } from './project.mjs';
import { inPlace, run, step } from './steps.mjs';
import { unlessFresh } from './stamps.mjs';
import { npmPackages, npmProgram, once, rustForWasm, wasmBindgen, wasmTarget } from './tools.mjs';

const generated = at('www', 'wasm');

/** Beyond what the target has by default. Every browser that can unpack .gz files has SIMD. */
const features = ['+simd128'];

/** The compiler's names of WebAssembly features that wasm-opt calls otherwise. */
const optimizerNames = /** @type {Record<string, string>} */ ({
  'nontrapping-fptoint': 'nontrapping-float-to-int',
  simd128: 'simd',
});

/**
 * How large a function LLVM still copies into its callers; usually three times as much. Functions marked `#[inline]` have a
 * threshold of their own. The module is most of what a first visitor fetches.
 */
const inlined = 75;

/** Crates that are not in the inner loops are compiled for size. */
const small = ['profile.release.package."*".opt-level="s"', 'profile.release.package.libm.opt-level=3', 'profile.release.package.memchr.opt-level=3'];

/** Arguments that choose the WebAssembly flavour of the crate: no command line. */
export const wasmArguments = ['--target', wasmTarget, '--no-default-features'];

/** Settings with which every cargo command for WebAssembly runs, so that they share their work. */
export const wasmEnvironment = once(async () => {
  await rustForWasm();
  const sysroot = (await run('rustc', ['--print', 'sysroot'], { output: 'keep' })).output.trim();
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const registry = join(cargoHome, 'registry', 'src');
  // The crates are unpacked first: the names of their folders are needed below.
  await run('cargo', ['fetch', '--target', wasmTarget, '--quiet']);
  // Panic messages carry file names: say which crate and file, not where this machine keeps them.
  const renamed = [
    [sysroot, 'rust'],
    [cargoHome, 'cargo'],
    ...(existsSync(registry) ? readdirSync(registry).map((name) => [join(registry, name), 'crates']) : []),
    [root, 'rankscope'],
  ];
  const flags = [`-Ctarget-feature=${features}`, `-Cllvm-args=--inline-threshold=${inlined}`, ...renamed.map(([from, to]) => `--remap-path-prefix=${from}=${to}`)];
  // Unlike RUSTFLAGS it allows spaces in paths, and it is stronger.
  return { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') };
});

/** Brings www/wasm up to date. */
export const buildWasm = once(async () => {
  const env = await wasmEnvironment();
  const { version, generator } = await wasmBindgen();
  await npmPackages();
  await step('Compiling the Rust core to WebAssembly (cargo build --release)', () =>
    run('cargo', ['build', '--release', '--lib', ...wasmArguments, ...small.flatMap((setting) => ['--config', setting])], { env }),
  );
  const compiled = join(await targetFolder(), wasmTarget, 'release', 'rankscope.wasm');
  const module = join(generated, 'rankscope_bg.wasm');
  const optimizer = npmProgram('binaryen', 'wasm-opt');
  const optimizerFlags = ['-O3', ...(await optimizerFeatures())];
  const isNew = await unlessFresh(
    'wasm',
    {
      inputs: [compiled, at('node_modules', 'binaryen', 'package.json')],
      outputs: ['rankscope.js', 'rankscope.d.ts', 'rankscope_bg.wasm'].map((name) => join(generated, name)),
      settings: [version, optimizerFlags],
    },
    async () => {
      await step('Generating the JavaScript bindings (wasm-bindgen)', () =>
        run(generator, ['--target', 'web', '--out-dir', generated, '--out-name', 'rankscope', compiled]),
      );
      const before = await size(module);
      await step('Optimising the module (wasm-opt)', async () => {
        const optimized = `${module}.opt`;
        await run(process.execPath, [optimizer, ...optimizerFlags, module, '-o', optimized]);
        await rename(optimized, module);
      });
      inPlace(`WebAssembly module: ${before} kB, optimised ${await size(module)} kB`);
    },
  );
  if (!isNew) inPlace(`WebAssembly module: ${await size(module)} kB, unchanged`);
});

/** wasm-opt refuses instructions of features that it was not told of: name exactly those of the compiler. */
async function optimizerFeatures() {
  const { output } = await run('rustc', ['--print', 'cfg', '--target', wasmTarget, `-Ctarget-feature=${features}`], { output: 'keep' });
  return [...output.matchAll(/^target_feature="(.+)"$/gm)].map(([, name]) => `--enable-${optimizerNames[name] ?? name}`);
}

async function targetFolder() {
  const { output } = await run('cargo', ['metadata', '--format-version', '1', '--no-deps', '--quiet'], { output: 'keep' });
  return /** @type {string} */ (JSON.parse(output).target_directory);
}

/** In kilobytes. @param {string} path */
const size = async (path) => Math.round((await stat(path)).size / 1000);
