// Builds the page into dist/, a folder for any static host.

import { writeFileList } from './course.mjs';
import { writeServiceWorker } from './offline.mjs';
import { writePages } from './pages/site-pages.mjs';
import { at } from './project.mjs';
import { inPlace, run, step } from './steps.mjs';
import { unlessFresh } from './stamps.mjs';
import { npmPackages, npmProgram, once } from './tools.mjs';
import { buildWasm } from './wasm.mjs';

export const siteFolder = at('dist');

/** Builds dist/ if something changed. */
export const buildSite = once(async () => {
  await npmPackages();
  await buildWasm();
  await bundleSite();
});

/** What the pages beside the explorer are made of, apart from the explorer's own files. */
const PAGES = ['scripts/lib/pages', 'scripts/lib/teaching.mjs', 'docs', 'README.md', 'ARCHITECTURE.md', 'BENCHMARKS.md',
  'CHANGELOG.md', 'python/README.md', 'Cargo.toml'];

/** Makes dist/ of the compiled module and the sources of the page if something changed. */
export async function bundleSite() {
  const isNew = await unlessFresh(
    'site',
    {
      inputs: ['index.html', 'www', 'vite.config.js', 'package-lock.json', 'scripts/lib/offline.mjs',
        'scripts/lib/course.mjs', ...PAGES].map((name) => at(name)),
      outputs: [at('dist', 'index.html')],
    },
    () => step('Bundling the page into dist/ (vite build)', async () => {
      await run(process.execPath, [npmProgram('vite', 'vite'), 'build']);
      await writePages(siteFolder);
      await writeServiceWorker(siteFolder);
      await writeFileList(siteFolder);
    }),
  );
  if (!isNew) inPlace('Page: dist/ is up to date');
}
