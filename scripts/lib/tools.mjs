// Finds the tools that the builds and tests need and installs what is missing.
// Each function may be called often and works once. Knows nothing of what the tools are used for.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, isAtLeast, lockedVersion, missingPackages, oldestRust, toolsFolder } from './project.mjs';
import { Advice, firstLine, inPlace, run, step } from './steps.mjs';

export const wasmTarget = 'wasm32-unknown-unknown';

/**
 * The same promise for every call, so that a failure is met, not repeated.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
export function once(work) {
  /** @type {Promise<T> | undefined} */
  let promise;
  return () => (promise ??= work());
}

/** The npm packages of package-lock.json in node_modules. */
export const npmPackages = once(async () => {
  if (missingPackages().length === 0) return inPlace('npm packages: all installed');
  await step('Installing the npm packages (npm ci; seconds)', () => npm('ci'));
});

/**
 * A program of an installed npm package, as arguments for Node.
 *
 * @param {string} name of the package @param {string} program
 */
export function npmProgram(name, program) {
  const folder = at('node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
}

/** Rust, new enough. Returns what `rustc --version` says. */
export const rust = once(async () => {
  const version = await firstLine('rustc', '--version');
  if (version === undefined || (await firstLine('cargo', '--version')) === undefined) {
    throw new Advice(`Rust is needed, ${oldestRust()} or later. Install it with rustup (https://rustup.rs), then run this again.`);
  }
  if (!isAtLeast(version.split(' ')[1], oldestRust())) {
    throw new Advice(`Rust ${oldestRust()} or later is needed; this is ${version}. "rustup update stable" brings it.`);
  }
  inPlace(`Rust: ${version}`);
  return version;
});

/** The standard library for WebAssembly. */
export const rustForWasm = once(async () => {
  await rust();
  const library = await firstLine('rustc', '--print', 'target-libdir', '--target', wasmTarget);
  if (library !== undefined && existsSync(library)) return inPlace(`Rust target ${wasmTarget}: installed`);
  await step(`Adding the Rust target ${wasmTarget} (rustup; seconds)`, () => rustup('target', 'add', wasmTarget));
});

/** rustfmt and clippy, which a minimal Rust installation leaves out. */
export const rustLints = once(async () => {
  await rust();
  const found = await Promise.all([firstLine('cargo', 'fmt', '--version'), firstLine('cargo', 'clippy', '--version')]);
  if (found.every((version) => version !== undefined)) return inPlace(`Rust lints: ${found.join(', ')}`);
  await step('Adding rustfmt and clippy (rustup; seconds)', () => rustup('component', 'add', 'rustfmt', 'clippy'));
});

/**
 * The wasm-bindgen tools in the version of the crate, installed into the project.
 *
 * Returns the paths of the generator and of the test runner.
 */
export const wasmBindgen = once(async () => {
  await rust();
  const version = lockedVersion('wasm-bindgen');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (/** @type {string} */ name) => join(toolsFolder, 'bin', name + suffix);
  const tools = { version, generator: program('wasm-bindgen'), testRunner: program('wasm-bindgen-test-runner') };
  const installed = existsSync(tools.testRunner) && (await firstLine(tools.generator, '--version'))?.split(' ')[1];
  if (installed === version) {
    inPlace(`wasm-bindgen: ${version} in .tools`);
    return tools;
  }
  // cargo's progress is for people; a log would only get a line for each of some 200 crates.
  const quiet = process.stdout.isTTY ? [] : ['--quiet'];
  await step(`Building the wasm-bindgen tool ${version} into .tools (cargo install; 3 to 6 minutes, only this once)`, () =>
    // Without --locked: the tool's own lock file names a version that was withdrawn.
    run('cargo', ['install', 'wasm-bindgen-cli', '--version', version, '--root', toolsFolder, '--force', ...quiet], {
      // Settings meant for this project's crates must not reach the tool's build.
      env: { RUSTFLAGS: undefined, CARGO_ENCODED_RUSTFLAGS: undefined, CARGO_BUILD_TARGET: undefined },
    }),
  );
  return tools;
});

/** Chromium and its driver. Returns their paths. CHROME and CHROMEDRIVER choose others. */
export const browser = once(async () => {
  const before = await findBrowser();
  if (before.chrome === undefined || before.driver === undefined) await installBrowser(before);
  const { chrome, driver } = await findBrowser();
  if (chrome === undefined || driver === undefined) throw new Advice(browserAdvice(chrome, driver));
  inPlace(`Browser: ${chrome} with ${driver}`);
  return { chrome, driver };
});

/** The browser and driver that are on this machine. */
export async function findBrowser() {
  return {
    chrome: await firstProgram(process.env.CHROME, ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ]),
    driver: await firstProgram(process.env.CHROMEDRIVER, ['chromedriver'], ['/usr/lib/chromium/chromedriver']),
  };
}

/** @param {{ chrome?: string, driver?: string }} found */
async function installBrowser({ chrome, driver }) {
  const system = linuxFamily();
  const packages = system && { debian: ['chromium', 'chromium-driver'], ubuntu: ['chromium-browser', 'chromium-chromedriver'] }[system];
  const aptGet = await which('apt-get');
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo'];
  if (packages === undefined || aptGet === undefined || (asRoot.length > 0 && (await which('sudo')) === undefined)) {
    throw new Advice(browserAdvice(chrome, driver));
  }
  // No questions: in a test run there is nobody to answer. Through env, because sudo clears the environment.
  const [command, ...first] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', aptGet];
  await step(`Installing ${packages.join(' and ')} (${[...asRoot, 'apt-get'].join(' ')}; a minute)`, async () => {
    await run(command, [...first, 'update', '-qq'], { output: 'keep', mayFail: true });
    await run(command, [...first, 'install', '-y', '-qq', '--no-install-recommends', ...packages], { output: 'keep' });
  });
}

/** @param {string | undefined} chrome @param {string | undefined} driver */
function browserAdvice(chrome, driver) {
  return [
    `The browser tests need Chromium or Chrome (${chrome ?? 'not found'}) and the ChromeDriver of the same version (${driver ?? 'not found'}).`,
    'Install both, or set CHROME and CHROMEDRIVER to their paths. On Debian: apt-get install chromium chromium-driver.',
    'The other tests run without them: npm test -- --skip browser,e2e',
  ].join('\n');
}

function linuxFamily() {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const words = [...release.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, value]) => value.split(' '));
  return words.includes('ubuntu') ? 'ubuntu' : words.includes('debian') ? 'debian' : undefined;
}

/** @param {string | undefined} chosen @param {string[]} names @param {string[]} paths */
async function firstProgram(chosen, names, paths) {
  if (chosen) {
    const path = existsSync(chosen) ? chosen : await which(chosen);
    if (path === undefined) throw new Advice(`${chosen}, named by the environment, is not there.`);
    return path;
  }
  for (const name of names) {
    const path = await which(name);
    if (path !== undefined) return path;
  }
  return paths.find((path) => existsSync(path));
}

/** @param {string} name */
const which = (name) => (process.platform === 'win32' ? firstLine('where', name) : firstLine('sh', '-c', `command -v "${name}"`));

/** @param {string[]} args */
function npm(...args) {
  // npm says where it lives when it starts a script; by name it is a shell script on Windows.
  const self = process.env.npm_execpath;
  return self?.endsWith('.js') ? run(process.execPath, [self, ...args]) : run('npm', args);
}

/** @param {string[]} args */
async function rustup(...args) {
  if ((await firstLine('rustup', '--version')) === undefined) {
    throw new Advice(`rustup is needed for this: "rustup ${args.join(' ')}". With another Rust, install that part its own way.`);
  }
  return run('rustup', args);
}
