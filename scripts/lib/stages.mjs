// The stages of `npm test`, in order: what each one runs and how its results are counted.

import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { countCargo, countNode, judge } from './counts.mjs';
import { at, root } from './project.mjs';
import { filesUnder } from './stamps.mjs';
import { SERVICE_WORKER, firstVisit, keptFiles } from './offline.mjs';
import { run, say, styled } from './steps.mjs';
import { buildSite, siteFolder } from './site.mjs';
import { browser, npmPackages, npmProgram, rust, rustLints, wasmBindgen, wasmTarget } from './tools.mjs';
import { buildWasm, wasmArguments, wasmEnvironment } from './wasm.mjs';

/**
 * @typedef {import('./counts.mjs').Counts & { problem?: string }} Result
 *
 * @typedef {object} Stage
 * @property {string} name for --only and --skip
 * @property {string} title
 * @property {() => Promise<Result>} work
 */

/** Seconds after which a command of a stage counts as hanging. Compiling everything cold takes a few minutes, and so do the browser tests on a slow machine. */
const limit = 40 * 60;

/** @type {Stage[]} */
export const stages = [
  { name: 'format', title: 'Formatting of the Rust code', work: formatting },
  { name: 'lint', title: 'Lints of the Rust code', work: lints },
  { name: 'native', title: 'Native Rust tests', work: native },
  { name: 'scripts', title: 'Tests of the scripts', work: scripts },
  { name: 'page', title: 'Tests of the page\'s state', work: page },
  { name: 'types', title: 'Types of the JavaScript code', work: types },
  { name: 'browser', title: 'Rust tests in the browser', work: inBrowser },
  { name: 'site', title: 'The built page, as files', work: site },
  { name: 'e2e', title: 'The built page, in the browser', work: endToEnd },
];

async function formatting() {
  await rustLints();
  return checks({ 'cargo fmt': () => passes('cargo', ['fmt', '--check']) });
}

async function lints() {
  await rustLints();
  const deny = ['--', '-D', 'warnings'];
  return checks({
    'clippy, native': () => passes('cargo', ['clippy', '--all-targets', ...deny]),
    'clippy, WebAssembly': async () =>
      passes('cargo', ['clippy', '--lib', '--tests', ...wasmArguments, ...deny], await wasmEnvironment()),
  });
}

async function native() {
  await rust();
  const { code, output } = await run('cargo', ['test', '--no-fail-fast'], { output: 'both', mayFail: true, limit });
  return judge(countCargo(output), code);
}

async function scripts() {
  return nodeTests('scripts', {});
}

async function page() {
  // Property tests draw their cases by a package.
  await npmPackages();
  return nodeTests('page', {});
}

async function types() {
  await npmPackages();
  // The page imports the generated module, whose types must be there.
  await buildWasm();
  const compiler = npmProgram('typescript', 'tsc');
  const project = (/** @type {string} */ name) => () => passes(process.execPath, [compiler, '--project', name]);
  return checks({
    'tsc, page': project('tsconfig.json'),
    'tsc, worker': project('tsconfig.worker.json'),
    'tsc, scripts and tests': project('tsconfig.node.json'),
  });
}

async function inBrowser() {
  const env = await wasmEnvironment();
  const { testRunner } = await wasmBindgen();
  const { chrome, driver } = await browser();
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-browser-'));
  try {
    const capabilities = JSON.parse(await readFile(at('webdriver.json'), 'utf8'));
    const options = capabilities['goog:chromeOptions'];
    options.binary = chrome;
    options.args.push(`--user-data-dir=${join(folder, 'profile')}`);
    const settings = join(folder, 'webdriver.json');
    await writeFile(settings, JSON.stringify(capabilities));
    const { code, output } = await run('cargo', ['test', '--lib', '--test', 'core', '--no-fail-fast', ...wasmArguments], {
      env: {
        ...env,
        [`CARGO_TARGET_${wasmTarget.toUpperCase().replaceAll('-', '_')}_RUNNER`]: testRunner,
        CHROMEDRIVER: driver,
        WASM_BINDGEN_TEST_ONLY_WEB: '1',
        WASM_BINDGEN_TEST_WEBDRIVER_JSON: settings,
        WASM_BINDGEN_TEST_TIMEOUT: String(limit),
      },
      output: 'both',
      mayFail: true,
      limit,
    });
    return judge(countCargo(output), code);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What dist/ promises to whoever puts it on a host. */
async function site() {
  await buildSite();
  const files = await filesUnder(siteFolder);
  const page = await readFile(join(siteFolder, 'index.html'), 'utf8');
  const links = [...page.matchAll(/\s(?:src|href)\s*=\s*"([^"]*)"/g)].map(([, link]) => link);
  const ownPaths = [root, homedir() + sep];
  return checks({
    'index.html has a Content-Security-Policy': async () => /http-equiv="Content-Security-Policy"/i.test(page),
    'index.html has no inline script, style or handler': async () =>
      !/<script(?![^>]*\ssrc=)[^>]*>/i.test(page) && !/<style|\s(?:style|on\w+)\s*=/i.test(page),
    // An image that is in the page itself is no link to anywhere.
    'index.html links to files beside it only': async () =>
      links.every((link) => link.startsWith('#') || link.startsWith('data:image/') || (link.startsWith('./') && files.includes(join(siteFolder, link.split(/[?#]/)[0])))),
    'the WebAssembly module is there once, as a file': async () => files.filter((file) => file.endsWith('.wasm')).length === 1,
    'the service worker lists the files that are there, with their checksums': async () => {
      const worker = await readFile(join(siteFolder, SERVICE_WORKER), 'utf8');
      const { ahead, later } = await keptFiles(siteFolder);
      return [ahead, later].every((list) => worker.includes(JSON.stringify(list))) && '' in ahead && Object.keys(ahead).some((path) => path.endsWith('.wasm'));
    },
    'the manifest names icons that are there, by relative addresses': async () => {
      const { icons, start_url: start } = JSON.parse(await readFile(join(siteFolder, 'manifest.webmanifest'), 'utf8'));
      return start === './' && icons.length > 0 && icons.every((/** @type {{ src: string }} */ { src }) => files.includes(join(siteFolder, src)));
    },
    'the first visit takes at most 450 KB compressed': async () => {
      const size = await firstVisit(siteFolder);
      say(`  ${Math.round(size / 1024)} KB`);
      return size <= 450 * 1024;
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

async function endToEnd() {
  await buildSite();
  const { chrome } = await browser();
  // Pictures of earlier runs would pass for this one's.
  await rm(at('test-results'), { recursive: true, force: true });
  const together = await nodeTests('e2e', { CHROME: chrome }, { files: (name) => !ALONE.includes(name), atOnce: 2 });
  const alone = await nodeTests('e2e', { CHROME: chrome }, { files: (name) => ALONE.includes(name) });
  return {
    passed: together.passed + alone.passed,
    failed: together.failed + alone.failed,
    skipped: together.skipped + alone.skipped,
    problem: [together.problem, alone.problem].filter(Boolean).join('; ') || undefined,
  };
}

/** What asks how soon the page answers has the machine to itself. */
const ALONE = ['responsiveness.test.mjs'];

/**
 * Runs tests/FOLDER/*.test.mjs with Node's own runner.
 *
 * @param {string} folder @param {Record<string, string>} env
 * @param {{ files?: (name: string) => boolean, atOnce?: number }} [options] which of the files, and how many of them at a time
 */
async function nodeTests(folder, env, { files = () => true, atOnce = 1 } = {}) {
  const names = (await readdir(at('tests', folder))).filter((name) => name.endsWith('.test.mjs') && files(name)).sort();
  const paths = names.map((name) => join('tests', folder, name));
  // Without any file Node would search for tests by itself.
  if (paths.length === 0) return judge({ passed: 0, failed: 0, skipped: 0 }, 0);
  const { code, output } = await run(process.execPath, ['--test', '--test-reporter=spec', `--test-concurrency=${atOnce}`, ...paths], {
    // Inside a run of Node's test runner another one would print for the outer one, not for people.
    env: { ...env, NODE_TEST_CONTEXT: undefined },
    output: 'both',
    mayFail: true,
    limit,
  });
  return judge(countNode(output), code);
}

/**
 * Counts each check as one test. All are made, whatever the others say.
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
