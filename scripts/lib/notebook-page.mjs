// The page as one document for notebooks, packed into the Python package.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { at } from './project.mjs';
import { unlessFresh } from './stamps.mjs';
import { inPlace, run, step } from './steps.mjs';
import { npmPackages, npmProgram, once } from './tools.mjs';
import { buildWasm } from './wasm.mjs';

/** What the Python package sends to a notebook. */
const PACKED = at('python', 'rankscope', 'page.html.gz');

const CONFIGURATION = 'vite.notebook.config.js';

/** Makes python/rankscope/page.html.gz if something changed. */
export const notebookPage = once(async () => {
  await npmPackages();
  await buildWasm();
  const inputs = ['index.html', 'www', CONFIGURATION, 'package-lock.json'].map((name) => at(name));
  const isNew = await unlessFresh('notebook-page', { inputs, outputs: [PACKED] }, () =>
    step('Bundling the page for notebooks into python/rankscope/page.html.gz (vite build)', async () => {
      await run(process.execPath, [npmProgram('vite', 'vite'), 'build', '--config', CONFIGURATION]);
      await mkdir(dirname(PACKED), { recursive: true });
      await writeFile(PACKED, gzipSync(await readFile(at('target', 'notebook-page', 'index.html')), { level: 9 }));
    }));
  if (!isNew) inPlace('Page for notebooks: python/rankscope/page.html.gz is up to date');
});
