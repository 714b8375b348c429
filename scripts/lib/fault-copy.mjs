// A copy of the project in which faults are applied. Must not know the tests.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { at, root } from './project.mjs';
import { Advice, run, step } from './steps.mjs';
import { browser, npmPackages, rust } from './tools.mjs';
import { buildWasm } from './wasm.mjs';

/**
 * `chrome`: the browser, if tests need it. `bundle`: makes dist/ in the copy if something changed.
 *
 * @typedef {{ folder: string, chrome: string | undefined, bundle: () => Promise<void>, remove: () => Promise<void> }}
 *   Copy
 */

/**
 * Makes a copy of the files that git knows or would take, with the compiled module.
 *
 * The copy of a project always has the same path, because Cargo compiles a crate again at another path. The files get
 * the time of copying, because Cargo compares times: a build with a fault must not look newer than the sound file.
 *
 * @param {boolean} hasPages whether tests need a browser
 * @returns {Promise<Copy>}
 */
export async function scratchCopy(hasPages) {
  const name = `rankscope-faults-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`;
  const folder = join(tmpdir(), name);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  await Promise.all([rust(), npmPackages()]);
  const chrome = hasPages ? (await browser()).shell : undefined;
  // The module is built in the project: its stamps name the folder that it was built in.
  if (hasPages || !existsSync(at('www', 'wasm', 'rankscope.js'))) await buildWasm();
  await remove();
  await step('Copying the project', async () => {
    const { output } = await run('git', ['ls-files', '-co', '--exclude-standard', '-z'], { output: 'keep' });
    for (const file of output.split('\0').filter((path) => path && existsSync(at(path)))) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await copyFile(at(file), join(folder, file));
    }
    await cp(at('www', 'wasm'), join(folder, 'www', 'wasm'), { recursive: true });
    await symlink(at('node_modules'), join(folder, 'node_modules'), 'dir');
  });
  const bundle = async () => {
    const code = 'import { bundleSite } from "./scripts/lib/site.mjs"; await bundleSite();';
    await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder, output: 'keep' });
  };
  return { folder, chrome, bundle, remove };
}

/**
 * Does work while a fault is applied to the copy.
 *
 * @template T
 * @param {import('./faults.mjs').Fault} fault
 * @param {Copy} copy
 * @param {() => Promise<T>} work
 */
export async function reversed(fault, { folder }, work) {
  const apply = async (/** @type {string[]} */ ...options) => {
    const { code, output } = await run('git', ['apply', ...options, fault.path],
      { cwd: folder, output: 'keep', mayFail: true });
    if (code !== 0) throw new Advice(`The fault ${fault.name} no longer applies:\n${output}`);
  };
  await apply();
  try {
    return await work();
  } finally {
    await apply('--reverse');
  }
}
