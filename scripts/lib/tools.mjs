// Finds the tools for builds and tests, and installs missing ones. Each function works once, even if it is called
// often. Must not know the use of the tools.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, isAtLeast, lockedVersion, missingPackages, oldestRust, toolsFolder } from './project.mjs';
import { cargoBuild } from './cargo.mjs';
import { unlessFresh } from './stamps.mjs';
import { Advice, firstLine, inPlace, run, step } from './steps.mjs';

export const wasmTarget = 'wasm32-unknown-unknown';

/**
 * Returns the same promise for every call, so that failing work is not repeated.
 *
 * @template T
 * @param {() => Promise<T>} work
 */
export function once(work) {
  /** @type {Promise<T> | undefined} */
  let promise;
  return () => (promise ??= work());
}

/** Installs the npm packages of package-lock.json. */
export const npmPackages = once(async () => {
  if (missingPackages().length === 0) return inPlace('npm packages: all installed');
  await step('Installing the npm packages (npm ci; seconds)', () => npm('ci'));
});

/**
 * Returns a program of an installed npm package, as arguments for Node.
 *
 * @param {string} name of the package @param {string} program
 */
export function npmProgram(name, program) {
  const folder = at('node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
}

/** Checks that Rust is recent enough. Returns the output of `rustc --version`. */
export const rust = once(async () => {
  const version = await firstLine('rustc', '--version');
  if (version === undefined || (await firstLine('cargo', '--version')) === undefined) {
    throw new Advice(
      `Rust is needed, ${oldestRust()} or later. Install it with rustup (https://rustup.rs), then try again.`);
  }
  if (!isAtLeast(version.split(' ')[1], oldestRust())) {
    throw new Advice(`Rust ${oldestRust()} or later is needed; this is ${version}. Run "rustup update stable".`);
  }
  inPlace(`Rust: ${version}`);
  return version;
});

/** Installs the standard library for WebAssembly. */
export const rustForWasm = once(async () => {
  await rust();
  const library = await firstLine('rustc', '--print', 'target-libdir', '--target', wasmTarget);
  if (library !== undefined && existsSync(library)) return inPlace(`Rust target ${wasmTarget}: installed`);
  await step(`Adding the Rust target ${wasmTarget} (rustup; seconds)`, () => rustup('target', 'add', wasmTarget));
});

/** Installs rustfmt and clippy, which a minimal Rust installation lacks. */
export const rustLints = once(async () => {
  await rust();
  const found = await Promise.all([firstLine('cargo', 'fmt', '--version'), firstLine('cargo', 'clippy', '--version')]);
  if (found.every((version) => version !== undefined)) return inPlace(`Rust lints: ${found.join(', ')}`);
  await step('Adding rustfmt and clippy (rustup; seconds)', () => rustup('component', 'add', 'rustfmt', 'clippy'));
});

/**
 * Builds a program of scripts/bindgen in .tools. Returns its path and the version of wasm-bindgen.
 *
 * Each program is built when it is first needed. The test runner takes twice as long as the generator, and the page
 * does not need it.
 *
 * @param {string} program @param {string[]} features
 */
const bindgenProgram = (program, features) => once(async () => {
  await rust();
  const version = lockedVersion('wasm-bindgen');
  const folder = join(toolsFolder, 'bindgen');
  const path = join(folder, 'debug', program + (process.platform === 'win32' ? '.exe' : ''));
  const choice = ['--manifest-path', at('scripts', 'bindgen', 'Cargo.toml'),
    ...features.flatMap((name) => ['--features', name])];
  // Settings for this project's crate must not apply to the tools.
  const env = { RUSTFLAGS: undefined, CARGO_ENCODED_RUSTFLAGS: undefined, CARGO_BUILD_TARGET: undefined };
  const isNew = await unlessFresh(`bindgen-${program}`, { inputs: [at('scripts', 'bindgen')], outputs: [path] }, () =>
    step(`Building the ${program} for wasm-bindgen ${version} into .tools (only once)`, () =>
      cargoBuild({ label: `crates of the ${program}`, choice, args: ['--bin', program, '--target-dir', folder], env }),
    ),
  );
  if (!isNew) inPlace(`wasm-bindgen ${version}: ${program} in .tools`);
  return { path, version };
});

/** Builds the generator, which makes a JavaScript module of the compiled core. */
export const bindgenGenerator = bindgenProgram('generator', []);

/** Builds the runner of compiled tests in a browser. */
export const bindgenTestRunner = bindgenProgram('test-runner', ['test-runner']);

/** A program that is missing and cannot be installed from here: what needs it is left out. */
export class Missing extends Advice {}

/**
 * Returns the paths of Chromium and its driver, and of the program for tests of the page: Chromium without windows,
 * which draws faster, where it is there. As root on Debian this installs what is missing. CHROME and CHROMEDRIVER name
 * other programs.
 *
 * @throws {Missing}
 */
export const browser = once(async () => {
  const before = await findBrowser();
  const isThere = before.chrome !== undefined && before.driver !== undefined;
  if (!isThere || (before.shell === undefined && process.env.CHROME === undefined)) {
    await installPackages({ debian: ['chromium', 'chromium-driver', 'chromium-headless-shell'],
      ubuntu: ['chromium-browser', 'chromium-chromedriver'] });
  }
  const { chrome, driver, shell } = await findBrowser();
  if (chrome === undefined || driver === undefined) throw new Missing(browserAdvice(chrome, driver));
  inPlace(`Browser: ${shell ?? chrome} with ${driver}`);
  return { chrome, driver, shell: shell ?? chrome };
});

/** Returns the installed browser, the one without windows, and the driver. */
export async function findBrowser() {
  const chrome = await firstProgram(process.env.CHROME,
    ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'], [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]);
  return {
    chrome,
    shell: process.env.CHROME ? chrome : await firstProgram(undefined, ['chromium-headless-shell'], []),
    driver: await firstProgram(process.env.CHROMEDRIVER, ['chromedriver'], ['/usr/lib/chromium/chromedriver']),
  };
}

/**
 * The other engines of the page's tests. Debian has packages of those that are missing.
 * FIREFOX, WEBKIT, WEBKIT_DRIVER and XVFB_RUN name other programs. `display`: what brings a display where none is.
 */
export const otherEngines = once(async () => {
  const before = await findEngines();
  if (!(before.firefox && before.webkit && before.webkitDriver && before.display)) {
    await installPackages({ debian: ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xauth'] });
  }
  const found = await findEngines();
  inPlace(`Other engines: ${[found.firefox, found.webkitDriver].filter(Boolean).join(', ') || 'none'}`);
  return found;
});

async function findEngines() {
  const browsers = ['x86_64', 'aarch64'].flatMap((machine) => ['4.1', '6.0'].map((version) =>
      `/usr/lib/${machine}-linux-gnu/webkit${version === '6.0' ? '' : '2'}gtk-${version}/MiniBrowser`));
  return {
    firefox: await firstProgram(process.env.FIREFOX, ['firefox-esr', 'firefox'],
      ['/Applications/Firefox.app/Contents/MacOS/firefox']),
    webkit: await firstProgram(process.env.WEBKIT, [], browsers),
    webkitDriver: await firstProgram(process.env.WEBKIT_DRIVER, ['WebKitWebDriver'], []),
    display: await firstProgram(process.env.XVFB_RUN, ['xvfb-run'], []),
  };
}

/**
 * Installs packages as root on Debian or Ubuntu; elsewhere it does nothing.
 * @param {{ debian?: string[], ubuntu?: string[] }} choice packages by the family of the system
 */
async function installPackages(choice) {
  const system = linuxFamily();
  const packages = system && choice[system];
  if (packages === undefined || process.getuid?.() !== 0 || (await which('apt-get')) === undefined) return;
  // A test run cannot answer questions.
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await step(`Installing ${packages.join(' and ')} (apt-get; a minute)`, async () => {
    await run('apt-get', ['update', '-qq'], { output: 'keep', mayFail: true, env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages],
      { output: 'keep', mayFail: true, env });
  });
}

/** @param {string | undefined} chrome @param {string | undefined} driver */
function browserAdvice(chrome, driver) {
  const packages = linuxFamily() === 'ubuntu' ? 'chromium-browser chromium-chromedriver'
    : 'chromium chromium-driver chromium-headless-shell';
  return `The tests in a browser need Chromium (${chrome ?? 'not found'}) and its driver (${driver ?? 'not found'}). `
    + `${linuxFamily() ? `Install both: sudo apt-get install ${packages}` : 'Install both'}, or set CHROME and `
    + 'CHROMEDRIVER to their paths.';
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
    if (path === undefined) throw new Advice(`${chosen}, which the environment names, does not exist.`);
    return path;
  }
  for (const name of names) {
    const path = await which(name);
    if (path !== undefined) return path;
  }
  return paths.find((path) => existsSync(path));
}

/** @param {string} name */
const which = (name) =>
  (process.platform === 'win32' ? firstLine('where', name) : firstLine('sh', '-c', `command -v "${name}"`));

/** @param {string[]} args */
const npm = (...args) => npmCommand(args);

/**
 * Runs npm.
 *
 * @param {string[]} args @param {import('./steps.mjs').RunOptions} [options]
 */
export function npmCommand(args, options) {
  // npm sets its path when it starts a script. On Windows, `npm` itself is a shell script.
  const self = process.env.npm_execpath;
  return self?.endsWith('.js') ? run(process.execPath, [self, ...args], options) : run('npm', args, options);
}

/** @param {string[]} args */
async function rustup(...args) {
  if ((await firstLine('rustup', '--version')) === undefined) {
    throw new Advice(
      `rustup is needed for this: "rustup ${args.join(' ')}". `
      + 'Without rustup, install this part with the tools of your Rust distribution.');
  }
  return run('rustup', args);
}
