// The wheel of the Python package, and the virtual environment that its tests run in.

import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { notebookPage } from './notebook-page.mjs';
import { at, toolsFolder } from './project.mjs';
import { unlessFresh } from './stamps.mjs';
import { Advice, firstLine, inPlace, run, step } from './steps.mjs';
import { Missing, once, rust } from './tools.mjs';

/** The oldest Python that the wheel runs on, as in python/pyproject.toml. */
const OLDEST = [3, 11];

/** The pinned packages that build and test the wheel. */
const REQUIREMENTS = at('python', 'requirements.txt');

/** JupyterLab, marimo and nbconvert, which only the tests of notebooks need: half a minute and 200 MB. */
const NOTEBOOKS = at('python', 'requirements-notebooks.txt');

/** pdoc, which writes the reference of the package. */
const REFERENCE = at('python', 'requirements-reference.txt');

/** Where wheels are built. The crate has features of its own, so it shares no folder with the others. */
const BUILT = at('target', 'python');

/**
 * Makes a virtual environment in .tools with the packages of python/requirements.txt. Returns the folder of its
 * programs.
 *
 * @throws {Missing} without Python of a usable version
 */
const environment = once(async () => {
  const version = await firstLine('python3', '--version');
  const [major = 0, minor = 0] = (version ?? '').split(' ').at(-1)?.split('.').map(Number) ?? [];
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    const found = version ? `this is ${version}` : 'there is none';
    throw new Missing(`Python ${OLDEST.join('.')} or later is needed; ${found}.`);
  }
  const folder = join(toolsFolder, 'python');
  const programs = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  const isNew = await unlessFresh('python', { inputs: [REQUIREMENTS], outputs: [programs], settings: [version] }, () =>
    step('Installing the packages of python/requirements.txt into .tools (pip; a minute)', async () => {
      await rm(folder, { recursive: true, force: true });
      await run('python3', ['-m', 'venv', folder]);
      await install(programs, REQUIREMENTS);
    }));
  if (!isNew) inPlace(`${version}: packages in .tools`);
  return programs;
});

/** Installs pinned packages. @param {string} programs @param {string} requirements */
async function install(programs, requirements) {
  await run(join(programs, 'python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps',
    '--requirement', requirements]);
}

/** Adds the wheel, JupyterLab, marimo and nbconvert to the environment. Returns the folder of its programs. */
export const notebookEnvironment = once(async () => {
  const programs = await installedWheel();
  await unlessFresh('notebooks', { inputs: [REQUIREMENTS, NOTEBOOKS], outputs: [join(programs, 'jupyter-lab')] }, () =>
    step('Installing the packages of python/requirements-notebooks.txt into .tools (pip)',
      () => install(programs, NOTEBOOKS)));
  return programs;
});

/** Builds the wheel. Returns its path. */
export const wheel = once(async () => {
  await rust();
  await notebookPage();
  const programs = await environment();
  const folder = join(BUILT, 'wheels');
  const inputs = ['src', 'Cargo.toml', 'www/samples', 'python/src', 'python/rankscope', 'python/Cargo.toml',
    'python/Cargo.lock', 'python/pyproject.toml', 'python/README.md'].map((name) => at(...name.split('/')));
  await unlessFresh('wheel', { inputs, outputs: [folder] }, () =>
    step('Building the wheel (maturin; minutes)', async () => {
      await rm(folder, { recursive: true, force: true });
      await run(join(programs, 'maturin'), ['build', '--release', '--locked', '--quiet', '--out', folder,
        '--manifest-path', at('python', 'Cargo.toml')], { env: { CARGO_TARGET_DIR: BUILT } });
    }));
  const found = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.whl')) : [];
  if (found.length !== 1) throw new Advice(`${found.length} wheels are in ${folder}; remove the folder and try again.`);
  return join(folder, found[0]);
});

/** Installs the wheel in the virtual environment. Returns the folder of its programs. */
export const installedWheel = once(async () => {
  const [path, programs] = [await wheel(), await environment()];
  await run(join(programs, 'python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps',
    '--no-index', '--force-reinstall', path]);
  return programs;
});

/** Writes the reference of the package as HTML, from the docstrings of the wheel. @param {string} folder */
export async function pythonReference(folder) {
  const programs = await installedWheel();
  const pdoc = join(programs, 'pdoc');
  await unlessFresh('reference', { inputs: [REQUIREMENTS, REFERENCE], outputs: [pdoc] }, () =>
    step('Installing the packages of python/requirements-reference.txt into .tools (pip)',
      () => install(programs, REFERENCE)));
  await step('Documenting the Python package (pdoc)', async () => {
    await rm(folder, { recursive: true, force: true });
    await run(pdoc, ['rankscope', 'rankscope.distributed', '--output-directory', folder]);
  });
}
