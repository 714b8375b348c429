// The stages of `npm test` in order: the commands of each, and how its results are counted.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countCargo, countPytest, failuresIn, judge } from './counts.mjs';
import { nodeTests } from './node-tests.mjs';
import { at, root } from './project.mjs';
import { filesUnder, unlessPassed } from './stamps.mjs';
import { npmPackage } from './npm-package.mjs';
import { ABOUT } from './pages/documents.mjs';
import { installedWheel, notebookEnvironment } from './python.mjs';
import { SERVICE_WORKER, firstVisit, keptFiles } from './offline.mjs';
import { run, say, styled } from './steps.mjs';
import { buildSite, siteFolder } from './site.mjs';
import { bindgenTestRunner, browser, npmPackages, npmProgram, otherEngines, rust, rustLints,
  wasmTarget } from './tools.mjs';
import { buildWasm, moduleTypes, wasmArguments, wasmEnvironment } from './wasm.mjs';

/**
 * @typedef {import('./counts.mjs').Counts & { problem?: string, note?: string, missing?: string,
 *   failures?: string[] }} Result
 *
 * `missing`: why the stage was left out
 *
 * @typedef {import('./selection.mjs').Level} Level
 *
 * @typedef {object} Stage
 * @property {string} name for --only and --skip
 * @property {string} title
 * @property {Level} from the smallest level that runs it
 * @property {'cargo' | 'node' | 'packages' | 'engines'} [lane] what it needs: stages of the lanes cargo and node run
 *   beside each other, then each stage without a lane alone, then the other two lanes beside each other
 * @property {(level: Level) => Promise<Result>} work
 */

/**
 * Seconds without output after which a command counts as hanging. On a busy machine the last crate can compile for
 * minutes.
 */
const limit = 20 * 60;

/** The bar of a first visit, and what is reached and must not grow, in KB of 1,024 bytes. */
const FIRST_VISIT = { bar: 1030, reached: 1267 };

/** @type {Stage[]} */
export const stages = [
  { name: 'format', title: 'Formatting of the Rust code', from: 'check', lane: 'cargo', work: formatting },
  { name: 'lint', title: 'Lints', from: 'check', lane: 'cargo', work: lints },
  { name: 'native', title: 'Native Rust tests', from: 'check', lane: 'cargo', work: native },
  { name: 'scripts', title: 'Tests of the scripts', from: 'check', lane: 'node', work: scripts },
  { name: 'page', title: 'Tests of the page\'s state', from: 'check', lane: 'node', work: page },
  { name: 'types', title: 'Types of the JavaScript code', from: 'check', lane: 'node', work: types },
  { name: 'browser', title: 'Tests of the module in the browser', from: 'test', lane: 'cargo',
    work: inBrowser },
  { name: 'module', title: 'The module, in Node', from: 'test', lane: 'node', work: inNode },
  { name: 'site', title: 'The built page, as files', from: 'test', work: site },
  { name: 'e2e', title: 'The built page, in the browser', from: 'test', work: endToEnd },
  { name: 'engines', title: 'The built page, in three engines', from: 'all', lane: 'engines',
    work: inThreeEngines },
  { name: 'packages', title: 'Packages and examples', from: 'all', lane: 'packages', work: packages },
  { name: 'python', title: 'The Python package', from: 'all', lane: 'packages', work: inPython },
  { name: 'notebooks', title: 'The page in notebooks', from: 'all', lane: 'packages', work: inNotebooks },
];

async function formatting() {
  await rustLints();
  return checks({ 'cargo fmt': () => passes('cargo', ['fmt', '--check']) });
}

/** @param {Level} level */
async function lints(level) {
  await npmPackages();
  await rustLints();
  const deny = ['--', '-D', 'warnings'];
  const inWasm = async () =>
    passes('cargo', ['clippy', '--lib', '--test', 'module', ...wasmArguments, ...deny], await wasmEnvironment());
  const library = (/** @type {string[]} */ ...features) => () =>
    passes('cargo', ['clippy', '--lib', '--no-default-features', ...features, ...deny]);
  const biome = [npmProgram('@biomejs/biome', 'biome'), 'lint', '--error-on-warnings'];
  return checks({
    'Biome, JavaScript and style sheets': () => passes(process.execPath, biome),
    'clippy, native': () => passes('cargo', ['clippy', '--all-targets', ...deny]),
    ...(level === 'check' ? {} : {
      'clippy, WebAssembly': inWasm,
      'clippy, the library without features': library(),
    }),
  });
}

/**
 * Runs the core's own tests at every level. Higher levels add the command line, hostile input and extreme numbers.
 * @param {Level} level
 */
async function native(level) {
  await rust();
  const chosen = { check: ['--lib', '--test', 'core'], test: ['--lib', '--bins', '--test', 'core', '--test', 'cli'],
    all: [] }[level];
  const { code, output } = await run('cargo', ['test', '--no-fail-fast', ...chosen], { mayFail: true, limit });
  return { ...judge(countCargo(output), code), failures: failuresIn(output) };
}

async function scripts() {
  // The tests measure lines with the bundler's parser.
  await npmPackages();
  return nodeTests('scripts', { atOnce: 2 });
}

async function page() {
  // Property tests use a package that generates cases.
  await npmPackages();
  const noCore = pathToFileURL(at('tests', 'page', 'support', 'no-core.mjs')).href;
  return nodeTests('page', { atOnce: 2, env: { NODE_OPTIONS: `--import=${noCore}` } });
}

/** @param {Level} level */
async function types(level) {
  await npmPackages();
  // The page imports the generated module, whose types must exist.
  await (level === 'check' ? moduleTypes() : buildWasm());
  const compiler = npmProgram('typescript', 'tsc');
  const project = (/** @type {string} */ name) => () => passes(process.execPath, [compiler, '--project', name]);
  return checks({
    'tsc, page': project('tsconfig.json'),
    'tsc, worker': project('tsconfig.worker.json'),
    'tsc, scripts and tests': project('tsconfig.node.json'),
  });
}

/** The inputs of the module's tests: the crate, its samples, the tools. */
const moduleSources = ['src', 'tests/core', 'www/samples', 'Cargo.toml', 'Cargo.lock', 'webdriver.json',
  'scripts/bindgen', 'scripts/lib/wasm.mjs'].map((name) => at(name));

/** The tests of the module in Rust. Those in JavaScript are beside them. */
async function moduleTests() {
  return (await filesUnder(at('tests', 'module'))).filter((path) => path.endsWith('.rs'));
}

/**
 * Skips the core's tests after an edit of the page only. With --all they always run.
 * @param {Level} level
 */
async function inBrowser(level) {
  if (level === 'all') return testModule();
  const settings = [await rust(), (await browser()).chrome];
  return unlessPassed('browser', { inputs: [...moduleSources, ...await moduleTests()], settings }, testModule);
}

async function testModule() {
  const env = await wasmEnvironment();
  const { path: testRunner } = await bindgenTestRunner();
  const { chrome, driver } = await browser();
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-browser-'));
  try {
    const capabilities = JSON.parse(await readFile(at('webdriver.json'), 'utf8'));
    const options = capabilities['goog:chromeOptions'];
    options.binary = chrome;
    options.args.push(`--user-data-dir=${join(folder, 'profile')}`);
    const settings = join(folder, 'webdriver.json');
    await writeFile(settings, JSON.stringify(capabilities));
    const { code, output } = await run('cargo', ['test', '--test', 'module', '--no-fail-fast', ...wasmArguments],
      {
      env: {
        ...env,
        [`CARGO_TARGET_${wasmTarget.toUpperCase().replaceAll('-', '_')}_RUNNER`]: testRunner,
        CHROMEDRIVER: driver,
        WASM_BINDGEN_TEST_ONLY_WEB: '1',
        WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings,
        // Seconds for the whole program. A hanging program is ended earlier by the limit without output.
        WASM_BINDGEN_TEST_TIMEOUT: '14400',
      },
      mayFail: true,
      limit,
    });
    return { ...judge(countCargo(output), code), failures: failuresIn(output) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Runs what needs the compiled module but no browser: bindings, workers, and the page without its views. */
async function inNode() {
  await npmPackages();
  await buildWasm();
  return nodeTests('module', { atOnce: 2 });
}

/** Checks what a host can rely on in dist/. */
async function site() {
  await buildSite();
  const files = await filesUnder(siteFolder);
  const page = await readFile(join(siteFolder, 'index.html'), 'utf8');
  const links = [...page.matchAll(/\s(?:src|href)\s*=\s*"([^"]*)"/g)].map(([, link]) => link);
  // The address of the page itself, for search engines: no browser fetches it.
  const [, canonical] = /<link rel="canonical" href="([^"]*)">/.exec(page) ?? [];
  const ownPaths = [root, homedir() + sep];
  return checks({
    'index.html has a Content-Security-Policy': async () => /http-equiv="Content-Security-Policy"/i.test(page),
    'index.html has no inline script, style or handler': async () =>
      !/<script(?![^>]*\ssrc=)[^>]*>/i.test(page) && !/<style|\s(?:style|on\w+)\s*=/i.test(page),
    // A data: image inside the page is not a link.
    'index.html links to files beside it only': async () =>
      links.every((link) => link.startsWith('#') || link.startsWith('data:image/') || link === canonical
          || (link.startsWith('./') && files.includes(join(siteFolder, link.split(/[?#]/)[0])))),
    'the WebAssembly module is there once, as a file': async () => {
      const modules = files.filter((file) => file.endsWith('.wasm')).map((file) => relative(siteFolder, file));
      return modules.length === 1 && /^assets.rankscope_bg-.*\.wasm$/.test(modules[0]);
    },
    'the service worker lists the files that are there, with their checksums': async () => {
      const worker = await readFile(join(siteFolder, SERVICE_WORKER), 'utf8');
      const { ahead, later } = await keptFiles(siteFolder);
      return [ahead, later].every((list) => worker.includes(JSON.stringify(list))) && '' in ahead
        && Object.keys(ahead).some((path) => path.endsWith('.wasm'));
    },
    'the documents about the page, lessons and terms to read are beside it': async () =>
      [...ABOUT.map((name) => `about/${name}`), 'docs/index', 'learn/ties', 'terms/ndcg']
        .every((name) => files.includes(join(siteFolder, ...`${name}.html`.split('/')))),
    'the manifest names icons that are there, by relative addresses': async () => {
      const { icons, start_url: start } = JSON.parse(await readFile(join(siteFolder, 'manifest.webmanifest'), 'utf8'));
      return start === './' && icons.length > 0
        && icons.every((/** @type {{ src: string }} */ { src }) => files.includes(join(siteFolder, src)));
    },
    // The report has the bar for what a first visit asks for; this counts what the service worker keeps at once too.
    // The bar is missed and told in red; the check holds what is reached.
    [`the first visit takes at most ${FIRST_VISIT.reached} KB compressed`]: async () => {
      const size = await firstVisit(siteFolder) / 1024;
      const isWithin = size <= FIRST_VISIT.bar;
      say(styled(isWithin ? 'green' : 'red', `  ${size.toFixed(1)} KB; the bar is ${FIRST_VISIT.bar} KB`));
      return size <= FIRST_VISIT.reached;
    },
    'no file names a path of the machine that built it': async () => {
      const found = [];
      for (const file of files) {
        const content = await readFile(file, 'latin1');
        for (const path of ownPaths) if (content.includes(path)) found.push(`${relative(root, file)}: ${path}`);
      }
      for (const line of found) say(`  ${line}`);
      return found.length === 0;
    },
  });
}

/** Runs all end-to-end tests with --all, else those marked as everyday tests. @param {Level} level */
async function endToEnd(level) {
  const { shell } = await browser();
  await buildSite();
  // Pictures of earlier runs would look like results of this run.
  await rm(at('test-results'), { recursive: true, force: true });
  return nodeTests('e2e', {
    env: { CHROME: shell, RANKSCOPE_TESTS: level },
    files: (_, source) => level === 'all' || /\beveryday: /.test(source),
    atOnce: 2,
    run: `e2e-${level}`,
  });
}

/** Installs the archives in empty projects, and runs the examples. */
async function packages() {
  const { chrome, driver } = await browser();
  await buildSite();
  await npmPackage();
  return nodeTests('packages', { env: { CHROME: chrome, CHROMEDRIVER: driver } });
}

/** Installs the wheel in a virtual environment of its own, and runs the tests of the Python package there. */
async function inPython() {
  const programs = await installedWheel();
  // The tests compare the package with the program.
  await run('cargo', ['build', '--quiet'], { limit });
  const cwd = at('python');
  const inEnvironment = (/** @type {string} */ program, /** @type {string[]} */ ...args) =>
    run(join(programs, program), args, { cwd, mayFail: true, limit });
  const crate = ['--manifest-path', join(cwd, 'Cargo.toml')];
  const built = { CARGO_TARGET_DIR: at('target', 'python') };
  const checked = await checks({
    'cargo fmt, the extension module': () => passes('cargo', ['fmt', '--check', ...crate]),
    'clippy, the extension module': () =>
      passes('cargo', ['clippy', '--release', ...crate, '--', '-D', 'warnings'], built),
    'ruff, Python': async () => (await inEnvironment('ruff', 'check', '--no-cache', '.')).code === 0,
    'mypy, the types of the package': async () => (await inEnvironment('mypy', '--cache-dir', at('.tools', 'mypy'),
      'rankscope')).code === 0,
  });
  const { code, output } = await inEnvironment('pytest', '--color=no');
  const tested = judge(countPytest(output), code);
  return {
    passed: checked.passed + tested.passed,
    failed: checked.failed + tested.failed,
    skipped: tested.skipped,
    failures: [...output.matchAll(/^FAILED (\S+)/gm)].map(([, name]) => name),
  };
}

/** Shows the page in the cells of JupyterLab and marimo. */
async function inNotebooks() {
  const { shell } = await browser();
  return nodeTests('notebooks', { env: { CHROME: shell, RANKSCOPE_PROGRAMS: await notebookEnvironment() } });
}

/**
 * Runs every check and counts each as one test.
 *
 * @param {Record<string, () => Promise<boolean>>} all
 * @returns {Promise<Result>}
 */
async function checks(all) {
  const result = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, check] of Object.entries(all)) {
    const passed = await check();
    result[passed ? 'passed' : 'failed']++;
    say(`${passed ? styled('green', '✓') : styled('red', '✗')} ${name}`);
  }
  return result;
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
async function passes(command, args, env) {
  return (await run(command, args, { env, mayFail: true, limit })).code === 0;
}

/** Runs the main jobs of the page in Chromium, Firefox and WebKitGTK. A missing engine is skipped by name. */
async function inThreeEngines() {
  const { chrome } = await browser();
  await buildSite();
  const { firefox, webkit, webkitDriver, display } = await otherEngines();
  return nodeTests('engines', { env: {
    CHROME: chrome, FIREFOX: firefox, WEBKIT: webkit, WEBKIT_DRIVER: webkitDriver, XVFB_RUN: display,
  } });
}
