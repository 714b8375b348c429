// Compiles the crate to WebAssembly and generates its module in www/wasm. Must not know the page.

import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at, root, toolsFolder } from './project.mjs';
import { builtInStudies } from './built-in-studies.mjs';
import { cargoBuild, packages } from './cargo.mjs';
import { withOrderedNames } from './function-order.mjs';
import { inPlace, run, step } from './steps.mjs';
import { unlessFresh } from './stamps.mjs';
import { bindgenGenerator, npmPackages, npmProgram, once, rustForWasm, wasmTarget } from './tools.mjs';

const generated = at('www', 'wasm');

/** Target features in addition to the default. Every browser that can unpack .gz files has SIMD. */
const features = ['+simd128'];

/** Names of WebAssembly features that differ between the compiler and wasm-opt. */
const optimizerNames = /** @type {Record<string, string>} */ ({
  'nontrapping-fptoint': 'nontrapping-float-to-int',
  simd128: 'simd',
});

/**
 * Options of LLVM. The inline thresholds are far below the defaults; that of functions with a hint is 325 by default,
 * and 50 makes the module 4 % smaller, ListNet 20 % slower, SmoothRank 6 % slower, and the other methods no slower.
 * Loops whose length is unknown are not unrolled: that makes the module 3 % smaller, and training 1 % slower.
 */
const llvm = ['--inline-threshold=5', '--inlinehint-threshold=50', '--unroll-runtime=0', '--unroll-allow-partial=0'];

/** Arguments that compile the crate for WebAssembly, without the command line. */
export const wasmArguments = ['--target', wasmTarget, '--no-default-features', '--features', 'charts'];

/** Crates with inner loops, which are compiled for speed. */
const fast = ['libm', 'memchr', 'rankscope'];

/**
 * The levels of optimisation: of the crates with inner loops, and of the others. At level "s" for all, the module is
 * 7 % smaller and trains 29 % slower; at level "z" it is 16 % smaller and trains 65 % slower.
 */
const levels = { fast: '2', others: '"s"' };

/**
 * Options of wasm-opt. Level 3 takes twice as long and makes the module neither smaller nor faster. Large functions
 * stay where they are even if they have one caller, which lets the module be compressed more. Zeros stay in the data,
 * because they take fewer compressed bytes than a new segment behind them.
 */
const optimizing = ['-O2', '--shrink-level=2', '--one-caller-inline-max-function-size=0', '--code-folding', '--rse',
  '--vacuum', '--skip-pass=memory-packing'];

/** Returns the settings of all cargo commands for WebAssembly. Equal settings let them share build output. */
export const wasmEnvironment = once(async () => {
  await rustForWasm();
  const sysroot = (await run('rustc', ['--print', 'sysroot'], { output: 'keep' })).output.trim();
  const cargoHome = process.env.CARGO_HOME ?? join(homedir(), '.cargo');
  const registry = join(cargoHome, 'registry', 'src');
  // The crates must be unpacked, because the names of their folders are needed below.
  await run('cargo', ['fetch', '--target', wasmTarget, '--quiet']);
  // Panic messages contain file names. They name crate and file, not the folders of this machine.
  const renamed = [
    [sysroot, 'rust'],
    [cargoHome, 'cargo'],
    ...(existsSync(registry) ? readdirSync(registry).map((name) => [join(registry, name), 'crates']) : []),
    [root, 'rankscope'],
  ];
  const flags = [`-Ctarget-feature=${features}`, `-Cllvm-args=${llvm.join(' ')}`,
    ...renamed.map(([from, to]) => `--remap-path-prefix=${from}=${to}`)];
  // Unlike RUSTFLAGS, this variable allows spaces in paths, and it takes precedence.
  // With debugging information, the test program has 77 MB, and reading it takes longer than the tests.
  return { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f'), CARGO_PROFILE_DEV_DEBUG: 'false' };
});

/**
 * Returns settings that compile the module's other crates for size.
 *
 * Each crate is named, because `package."*"` would also optimise procedural macros, which takes longer than the module
 * itself.
 *
 * @param {Set<string>} linked names of the crates that the module is made of
 */
export function sizeSettings(linked) {
  return ['--config', `profile.release.opt-level=${levels.fast}`, ...[...linked].filter((name) => !fast.includes(name))
    .flatMap((name) => ['--config', `profile.release.package.${name}.opt-level=${levels.others}`])];
}

/** Compiles the core if something changed. Returns the path of the compiled file. */
const compileCore = once(async () => {
  const env = await wasmEnvironment();
  const compiled = join(await targetFolder(), wasmTarget, 'release', 'rankscope.wasm');
  const { output: compiler } = await run('rustc', ['-vV'], { output: 'keep' });
  await unlessFresh('core', { inputs: coreSources, outputs: [compiled],
    settings: [wasmArguments, env, compiler, fast, levels] },
  () => step('Compiling the Rust core to WebAssembly (cargo, release)', async () => {
    const linked = new Set((await packages(wasmArguments, 'normal,no-proc-macro', env)).map((one) => one.name));
    await cargoBuild(
      // Only one kind of library is built, because cargo skips cross-crate optimisation if it also builds one for Rust.
      { label: 'crates of the core', command: 'rustc', choice: wasmArguments, env,
        args: ['--release', '--lib', '--crate-type', 'cdylib', ...sizeSettings(linked)] });
  }));
  return compiled;
});

const coreSources = ['src', 'Cargo.toml', 'Cargo.lock'].map((path) => at(path));

/** Inputs of the module's types. */
const typeSources = { inputs: [...coreSources, at('scripts', 'bindgen')],
  outputs: [join(generated, 'rankscope.d.ts')] };

/**
 * Generates the types of the module if something changed, for checks that do not run the module.
 *
 * They come from a build without optimisation, which takes seconds; the optimised build takes a minute.
 */
export const moduleTypes = once(async () => {
  const isNew = await unlessFresh('module-types', typeSources, async () => {
    const [env, generator] = await Promise.all([wasmEnvironment(), bindgenGenerator()]);
    const folder = join(toolsFolder, 'types');
    await step('Generating the types of the module (cargo, wasm-bindgen)', async () => {
      await cargoBuild({ label: 'crates of the core', choice: wasmArguments, args: ['--lib'], env });
      await run(generator.path, [join(await targetFolder(), wasmTarget, 'debug', 'rankscope.wasm'), folder]);
      await mkdir(generated, { recursive: true });
      // The module beside them can be older; the next build of the page replaces it.
      await copyFile(join(folder, 'rankscope.d.ts'), join(generated, 'rankscope.d.ts'));
    });
  });
  if (!isNew) inPlace('Types of the module: up to date');
});

/** Builds www/wasm if something changed. */
export const buildWasm = once(async () => {
  // They need different resources: the network, and cores that are idle while the last crate compiles.
  const [compiled, generator] = await Promise.all([compileCore(), bindgenGenerator(), npmPackages()]);
  await generateModule(compiled, generator.path);
  // The page fetches them when it needs them, so the module does not have them.
  await writeFile(join(generated, 'built-in-studies.json'), JSON.stringify(await builtInStudies()));
  // The types are generated too.
  await unlessFresh('module-types', typeSources, async () => {});
});

/**
 * Generates and optimises the module if something changed.
 * @param {string} compiled @param {string} generator path of the program
 */
async function generateModule(compiled, generator) {
  const module = join(generated, 'rankscope_bg.wasm');
  const enabled = await optimizerFeatures();
  const flags = [...optimizing, ...enabled];
  const isNew = await unlessFresh(
    'wasm',
    {
      inputs: [compiled, at('scripts', 'bindgen'), at('scripts', 'lib', 'function-order.mjs'),
        at('node_modules', 'binaryen', 'package.json')],
      outputs: ['rankscope.js', 'rankscope.d.ts', 'rankscope_bg.wasm', 'snippets'].map((file) => join(generated, file)),
      settings: flags,
    },
    () => step('Generating and optimising the module (wasm-bindgen, wasm-opt)', async () => {
      // Nothing of an earlier version stays beside it.
      await rm(generated, { recursive: true, force: true });
      await run(generator, [compiled, generated]);
      const optimized = `${module}.opt`;
      const optimize = (/** @type {string[]} */ ...args) =>
        run(process.execPath, [npmProgram('binaryen', 'wasm-opt'), ...args]);
      await optimize(...flags, module, '-o', optimized);
      await writeFile(optimized, withOrderedNames(await readFile(optimized)));
      await optimize('--reorder-functions-by-name', ...enabled, optimized, '-o', module);
      await rm(optimized);
    }),
  );
  inPlace(`WebAssembly module: ${await size(module)} kB${isNew ? '' : ', unchanged'}`);
}

/** Returns wasm-opt's feature flags, exactly those of the compiler; it refuses instructions of other features. */
async function optimizerFeatures() {
  const { output } = await run('rustc', ['--print', 'cfg', '--target', wasmTarget, `-Ctarget-feature=${features}`],
    { output: 'keep' });
  return [...output.matchAll(/^target_feature="(.+)"$/gm)].map(
    ([, name]) => `--enable-${optimizerNames[name] ?? name}`);
}

/** Returns the folder where cargo builds. */
export async function targetFolder() {
  const { output } = await run('cargo', ['metadata', '--format-version', '1', '--no-deps', '--quiet'],
    { output: 'keep' });
  return /** @type {string} */ (JSON.parse(output).target_directory);
}

/** Returns the size in kilobytes. @param {string} path */
const size = async (path) => Math.round((await stat(path)).size / 1000);
