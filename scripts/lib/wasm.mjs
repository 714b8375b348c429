// Compiles the crate to WebAssembly and generates its modules in www/wasm. Must not know the page.

import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { copyFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { at, root, toolsFolder } from './project.mjs';
import { cargoBuild, packages } from './cargo.mjs';
import { inPlace, run, step } from './steps.mjs';
import { withNamedImports, withShortNames } from './bindings.mjs';
import { unlessFresh } from './stamps.mjs';
import { bindgenGenerator, npmPackages, npmProgram, once, packer, rustForWasm, wasmTarget } from './tools.mjs';

const generated = at('www', 'wasm');

/**
 * Options of wasm-opt for a module that nobody but its bindings uses: its imports and exports have names of one or two
 * letters. That saves 3 kB of a first visit, because the long names have hashes, which cannot be packed.
 */
const shortNames = ['--minify-imports-and-exports-and-modules', '--strip-producers', '--strip-target-features'];

/** Target features in addition to the default. Every browser that can unpack .gz files has SIMD. */
const features = ['+simd128'];

/** Names of WebAssembly features that differ between the compiler and wasm-opt. */
const optimizerNames = /** @type {Record<string, string>} */ ({
  'nontrapping-fptoint': 'nontrapping-float-to-int',
  simd128: 'simd',
});

/** The threshold of the whole module and of tests. */
const usualInlining = 5;

/** Arguments that compile for WebAssembly what a first visit needs. */
export const smallArguments = ['--target', wasmTarget, '--no-default-features', '--features', 'charts'];

/** Arguments that compile the whole crate for WebAssembly, without the command line. */
export const wasmArguments = [...smallArguments, '--features', 'whole'];

/**
 * The modules: `page` is what a first visit fetches, `rankscope` has everything.
 *
 * `level`: of optimisation for the crates with inner loops; `others`: of the other crates. `inlining`: LLVM's
 * threshold, far below the default. At level "z" it also holds for functions marked `#[inline]`: the small module with
 * threshold 15 is then 6 % smaller than at "s" with 5, and trains 25 % slower (measured in Node). With threshold 8 it
 * is another 1 % smaller and trains 70 % slower; with 30 it is larger and trains 15 % slower.
 *
 * `optimizer`: the level of wasm-opt. A second round finds what the first one has laid bare: 0.2 % of the bytes.
 *
 * `packed`: the page unpacks the module itself. Zopfli makes it 5 % smaller than the gzip of a host does, and many
 * hosts do not compress modules at all.
 *
 * @typedef {'2' | '"s"' | '"z"'} Level
 * @typedef {{ name: 'page' | 'rankscope', choice: string[], level: Level, others: Level, inlining: number,
 *   optimizer: string[], packed: boolean }} Module
 * @type {Module[]}
 */
const MODULES = [
  { name: 'page', choice: smallArguments, level: '"z"', others: '"z"', inlining: 15, optimizer: ['-Os', '-Os'],
    packed: true },
  { name: 'rankscope', choice: wasmArguments, level: '2', others: '"s"', inlining: usualInlining,
    optimizer: ['-O3', '-O3'], packed: false },
];

/** Returns the settings of all cargo commands for WebAssembly. Equal settings let them share build output. */
export const wasmEnvironment = once(() => environment(usualInlining));

/** @param {number} inlining */
async function environment(inlining) {
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
  const flags = [`-Ctarget-feature=${features}`, `-Cllvm-args=--inline-threshold=${inlining}`,
    ...renamed.map(([from, to]) => `--remap-path-prefix=${from}=${to}`)];
  // Unlike RUSTFLAGS, this variable allows spaces in paths, and it takes precedence.
  return { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') };
}

/** Crates of the module with inner loops, which are compiled for speed like the core. */
const fast = ['libm', 'memchr', 'rankscope'];

/**
 * Returns settings that compile the module's other crates for size.
 *
 * Each crate is named, because `package."*"` would also optimise procedural macros, which takes longer than the module
 * itself.
 *
 * @param {Set<string>} linked names of the crates that the module is made of
 * @param {Level} level of the crates with inner loops
 * @param {Level} others of the other crates
 */
export function sizeSettings(linked, level, others) {
  return ['--config', `profile.release.opt-level=${level}`, ...[...linked].filter((name) => !fast.includes(name))
    .flatMap((name) => ['--config', `profile.release.package.${name}.opt-level=${others}`])];
}

/**
 * Compiles the core for a module if something changed. Returns the path of the compiled file.
 * @param {Module} module
 */
async function compileCore({ name, choice, level, others, inlining }) {
  const env = await environment(inlining);
  const folder = join(await targetFolder(), wasmTarget, 'release');
  const compiled = join(folder, `module-${name}.wasm`);
  const { output: compiler } = await run('rustc', ['-vV'], { output: 'keep' });
  await unlessFresh(`core-${name}`, { inputs: ['src', 'Cargo.toml', 'Cargo.lock'].map((path) => at(path)),
    outputs: [compiled], settings: [choice, env, compiler, fast, level, others] },
  () => step(`Compiling the Rust core to WebAssembly (cargo, release): ${name}`, async () => {
    const linked = new Set((await packages(choice, 'normal,no-proc-macro', env)).map((one) => one.name));
    // Both modules have the same name for cargo, which would take the other one for this one.
    await rm(join(folder, 'deps', 'rankscope.wasm'), { force: true });
    await cargoBuild(
      // Only one kind of library is built, because cargo skips cross-crate optimisation if it also builds one for Rust.
      { label: 'crates of the core', command: 'rustc', choice, env,
        args: ['--release', '--lib', '--crate-type', 'cdylib', ...sizeSettings(linked, level, others)] });
    await copyFile(join(folder, 'rankscope.wasm'), compiled);
  }));
  return compiled;
}

/** Compiles the modules one after the other, because cargo locks its folder. */
const compileModules = once(async () => {
  /** @type {string[]} */
  const compiled = [];
  for (const module of MODULES) compiled.push(await compileCore(module));
  return compiled;
});

/** Inputs of the module's types. */
const typeSources = { inputs: ['src', 'Cargo.toml', 'Cargo.lock', 'scripts/bindgen'].map((name) => at(name)),
  outputs: MODULES.map(({ name }) => join(generated, `${name}.d.ts`)) };

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
      await run(generator.path,
        [join(await targetFolder(), wasmTarget, 'debug', 'rankscope.wasm'), folder, 'rankscope', 'beside']);
      await mkdir(generated, { recursive: true });
      // The modules beside them can be older; the next build of the page replaces both. The small module has a part of
      // the types, and its bundle fails if the page uses another one.
      for (const { name } of MODULES) await copyFile(join(folder, 'rankscope.d.ts'), join(generated, `${name}.d.ts`));
    });
  });
  if (!isNew) inPlace('Types of the module: up to date');
});

/** Builds www/wasm if something changed. */
export const buildWasm = once(async () => {
  // They need different resources: the network, and cores that are idle while the last crate compiles.
  const [compiled, generator] = await Promise.all([compileModules(), bindgenGenerator(), npmPackages()]);
  await Promise.all(MODULES.map((module, place) => generateModule(module, compiled[place], generator.path)));
  await Promise.all(MODULES.map(packModule));
  // The types are generated too.
  await unlessFresh('module-types', typeSources, async () => {});
});

/**
 * Generates and optimises a module if something changed.
 * @param {Module} module @param {string} compiled @param {string} generator path of the program
 */
async function generateModule({ name, optimizer, packed }, compiled, generator) {
  const module = join(generated, `${name}_bg.wasm`);
  const flags = [...optimizer, '--code-folding', '--rse', '--vacuum', ...(packed ? shortNames : []),
    ...(await optimizerFeatures())];
  const isNew = await unlessFresh(
    `wasm-${name}`,
    {
      inputs: [compiled, at('scripts', 'bindgen'), at('scripts', 'lib', 'bindings.mjs'),
        at('node_modules', 'binaryen', 'package.json')],
      outputs: [`${name}.js`, `${name}.d.ts`, `${name}_bg.wasm`, 'snippets'].map((file) => join(generated, file)),
      settings: flags,
    },
    () => step(`Generating and optimising the module (wasm-bindgen, wasm-opt): ${name}`, async () => {
      await run(generator, [compiled, generated, name, packed ? 'nowhere' : 'beside']);
      const imports = WebAssembly.Module.imports(new WebAssembly.Module(await readFile(module)));
      const optimized = `${module}.opt`;
      const optimizing = [npmProgram('binaryen', 'wasm-opt'), ...flags, module, '-o', optimized];
      const { output } = await run(process.execPath, optimizing, packed ? { output: 'keep' } : {});
      await rename(optimized, module);
      const bindings = join(generated, `${name}.js`);
      const code = withNamedImports(await readFile(bindings, 'utf8'), imports);
      await writeFile(bindings, packed ? withShortNames(code, JSON.parse(output)) : code);
    }),
  );
  inPlace(`WebAssembly module ${name}: ${await size(module)} kB${isNew ? '' : ', unchanged'}`);
}

/**
 * Packs a module if the page unpacks it and something changed.
 *
 * The ending of the file is not .gz: some hosts announce such files as compressed for the transfer, and the browser
 * would unpack them before the page does.
 * @param {Module} module
 */
async function packModule({ name, packed }) {
  if (!packed) return;
  const [from, to] = [`${name}_bg.wasm`, `${name}.packed`].map((file) => join(generated, file));
  const { path: program } = await packer();
  await unlessFresh(`packed-${name}`, { inputs: [from, at('scripts', 'bindgen')], outputs: [to] },
    () => step(`Packing the module (zopfli): ${name}`, async () => {
      await run(program, [from, to]);
    }));
  inPlace(`Packed module ${name}: ${await size(to)} kB`);
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
