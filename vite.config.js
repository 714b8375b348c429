// Configuration of the bundler. dist/ uses only relative addresses and no inlined parts, so that it works from any path
// under the strict policy of index.html.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { defineConfig } from 'vite';

/** What a worker starts with. */
const WORKER = 'worker';

/** What Explore and lessons draw with, which is fetched with the first of these pictures. */
const PICTURES = 'pictures';

/** What the page starts with, and the script before it. */
const PAGE = 'page';
const FIRST = 'first';
const FIRST_FILE = 'www/first.js';

export default defineConfig({
  base: './',
  publicDir: 'www/public',
  plugins: [beside('samples'), beside('lessons'), beside('course'), beside('embed'), firstScript()],
  build: {
    // Inlined parts would be data: addresses or inline scripts, which the policy forbids.
    assetsInlineLimit: 0,
    // What index.html starts with is fetched side by side; every browser that can run the page knows how.
    modulePreload: { polyfill: false, resolveDependencies: (_file, needed, { hostType }) =>
      hostType === 'html' ? needed : [] },
    // Files that are fetched later have their own folder, so that a first visit does not load them.
    rollupOptions: {
      input: { index: 'index.html', [FIRST]: FIRST_FILE },
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        codeSplitting: { groups: [{ name: atStart, includeDependenciesRecursively: false }] },
        chunkFileNames: ({ name }) =>
          `${[PAGE, FIRST].includes(name) ? 'assets' : 'later'}/[name]-[hash].js`,
        assetFileNames: placeOf,
      },
    },
    reportCompressedSize: false,
  },
  // All workers run the same file.
  worker: { format: 'es', rollupOptions: { output: {
    entryFileNames: 'assets/start-[hash].js', codeSplitting: { groups: [{ name: besideEntry }] },
    chunkFileNames: ({ name }) => `${name === WORKER ? 'assets' : 'later'}/[name]-[hash].js`,
    assetFileNames: placeOf,
  } } },
});

/**
 * Puts what the page starts with into two files: the script that fetches the core, and the rest. Otherwise each module
 * that a later file needs too would be a file of its own, which is found only when the file before it is read. The
 * drawings of `www/pictures` are one file too.
 *
 * @param {string} id of a module
 * @param {{ getModuleInfo: (id: string) => { isEntry: boolean, importers: string[] } | null }} graph
 */
function atStart(id, graph) {
  const above = new Set([id]);
  for (const one of above) for (const importer of graph.getModuleInfo(one)?.importers ?? []) above.add(importer);
  const entries = [...above].filter((one) => graph.getModuleInfo(one)?.isEntry);
  if (entries.some((one) => one.endsWith(FIRST_FILE))) return FIRST;
  if (entries.length > 0) return PAGE;
  return id.includes(`/www/${PICTURES}/`) ? PICTURES : null;
}

/**
 * Has index.html start with the script that fetches the core. The bundler would join two scripts of the file.
 *
 * @returns {import('vite').Plugin}
 */
function firstScript() {
  return {
    name: 'first-script',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const first = Object.values(bundle ?? {}).find(({ fileName }) => /^assets\/first-.*\.js$/.test(fileName));
        if (!first) throw new Error('the build has no first script');
        // Without waiting for the document, but before the first paint. After the policy, which holds for what follows.
        const script = `<script type="module" async blocking="render" crossorigin src="./${first.fileName}"></script>`;
        return html.replace('<script ', () => `${script}\n    <script `);
      },
    },
  };
}

/**
 * Puts the modules that a worker starts with into a file of their own, beside the entry. WebKit runs the entry of a
 * worker a second time when another module imports it, so no module may.
 *
 * @param {string} id of a module
 * @param {{ getModuleInfo: (id: string) => { isEntry: boolean, importers: string[] } | null }} graph
 */
function besideEntry(id, graph) {
  if (graph.getModuleInfo(id)?.isEntry) return null;
  const above = new Set([id]);
  for (const one of above) for (const importer of graph.getModuleInfo(one)?.importers ?? []) above.add(importer);
  return [...above].some((one) => graph.getModuleInfo(one)?.isEntry) ? WORKER : null;
}

/**
 * The first visit has one style sheet and the core. The other style sheets belong to what is fetched later, and so do
 * data.
 *
 * @param {{ names: string[] }} asset
 */
function placeOf({ names: [name = ''] }) {
  const isLater = /\.(css|json)$/.test(name) && name !== 'index.css';
  return `${isLater ? 'later' : 'assets'}/[name]-[hash][extname]`;
}

/**
 * Copies a folder of www/ to dist/ under the same names. The page fetches its files when they are needed.
 *
 * @param {string} name
 * @returns {import('vite').Plugin}
 */
function beside(name) {
  return {
    name,
    generateBundle() {
      const folder = `www/${name}`;
      if (!existsSync(folder)) return;
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const fileName = `${name}/${relative(folder, path).split(sep).join('/')}`;
        const source = readFileSync(path);
        // White space in lesson files helps authors; the build removes it.
        this.emitFile({ type: 'asset', fileName, source: path.endsWith('.json') ? JSON.stringify(JSON.parse(source.toString())) : source });
      }
    },
  };
}
