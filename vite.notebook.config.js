// Configuration of the bundler for the page in a notebook cell: one HTML document without a file beside it. A frame
// without an origin can show it, and its policy allows no request at all.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

/** Modules that find files by their addresses, and what takes their place: the files are in the document. */
const INLINED = [
  { module: 'www/core/start-worker.js', source: workerSource },
  { module: 'www/core/core-file.js', source: coreSource },
  { module: 'www/lib/file-address.js', source: filesSource },
];

/** Folders of files that the page fetches when they are needed. */
const FOLDERS = ['www/samples', 'www/lessons'];

export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [inlined(), oneDocument()],
  build: {
    outDir: 'target/notebook-page',
    emptyOutDir: true,
    assetsInlineLimit: Infinity,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: Infinity,
    rollupOptions: { input: 'index.html', output: { codeSplitting: false } },
  },
  // Chromium refuses modules of blob: addresses without an origin, so a worker is a script.
  worker: { format: 'iife', plugins: () => [inlined()], rollupOptions: { output: { codeSplitting: false } } },
});

/** Puts other sources in the place of the modules that find files. @returns {import('vite').Plugin} */
function inlined() {
  return {
    name: 'inlined-files',
    enforce: 'pre',
    load(id) {
      const path = id.split(sep).join('/');
      return INLINED.find(({ module }) => path.endsWith(`/${module}`))?.source() ?? null;
    },
    transform(code, id) {
      if (!id.endsWith('/www/wasm/rankscope.js')) return null;
      // The page hands the compiled module to each instance; otherwise the core would be in the document three times.
      const file = "new URL('rankscope_bg.wasm', import.meta.url)";
      if (!code.includes(file)) throw new Error(`rankscope.js no longer has ${file}`);
      return { code: code.replace(file, 'undefined'), map: null };
    },
  };
}

/** As www/core/start-worker.js, with the script of the worker in the document. */
function workerSource() {
  return `import Worker from '../worker/main.js?worker&inline';
import { compiledCore } from './module.js';
export function startWorker(name) {
  const worker = new Worker({ name });
  compiledCore().then((core) => worker.postMessage(core), () => {});
  return worker;
}`;
}

/** As www/core/core-file.js, with the core in the document: packed, because letters of packed bytes are fewest. */
function coreSource() {
  const packed = gzipSync(readFileSync('www/wasm/rankscope_bg.wasm'), { level: 9 }).toString('base64');
  return `export async function coreFile() {
  const { body } = await fetch('data:application/gzip;base64,${packed}');
  return new Response(body.pipeThrough(new DecompressionStream('gzip')),
    { headers: { 'Content-Type': 'application/wasm' } });
}`;
}

/** As www/lib/file-address.js, with the files in the document. */
function filesSource() {
  const addresses = FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => [name.split(sep).join('/'), join(folder, name)])
    .filter(([, path]) => statSync(path).isFile())
    .map(([name, path]) => [`${folder.replace('www/', '')}/${name}`, addressOf(path)]));
  return `const ADDRESSES = ${JSON.stringify(Object.fromEntries(addresses))};
export function fileAddress(path) {
  if (!Object.hasOwn(ADDRESSES, path)) throw new Error(\`the page has no file \${path}\`);
  return ADDRESSES[path];
}`;
}

/** Returns a file as an address. White space in lesson files helps authors. @param {string} path */
function addressOf(path) {
  const bytes = readFileSync(path);
  const source = path.endsWith('.json') ? Buffer.from(JSON.stringify(JSON.parse(bytes.toString()))) : bytes;
  return `data:application/octet-stream;base64,${source.toString('base64')}`;
}

/** Puts script and style sheet into index.html, with a policy that names both. @returns {import('vite').Plugin} */
function oneDocument() {
  return {
    name: 'one-document',
    generateBundle: { order: 'post', handler(_options, bundle) {
      const page = bundle['index.html'];
      const files = Object.entries(bundle).filter(([name]) => name !== 'index.html');
      const scripts = files.flatMap(([, file]) => (file.type === 'chunk' ? [file.code] : []));
      const styles = files.flatMap(([, file]) =>
        (file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : []));
      if (page?.type !== 'asset' || scripts.length !== 1 || styles.length !== 1 || files.length !== 2) {
        throw new Error(`the page has the files ${files.map(([name]) => name).join(', ')}; one script and one style sheet `
          + 'are expected');
      }
      for (const [name] of files) delete bundle[name];
      page.source = documentOf(String(page.source), closed(scripts[0], 'script'), closed(styles[0], 'style'));
    } },
  };
}

/** @param {string} html @param {string} script @param {string} style */
function documentOf(html, script, style) {
  const hash = (/** @type {string} */ text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; `
    + "img-src data: blob:; connect-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'";
  const rules = html.match(/Content-Security-Policy" content="([^"]*)"/);
  if (!rules) throw new Error('index.html has no policy');
  return html.replace(rules[1], () => policy)
    .replace(/\s*<link rel="(stylesheet|manifest)"[^>]*>/g, '')
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace('</head>', () => `  <style>${style}</style>\n    <script type="module">${script}</script>\n  </head>`);
}

/** Returns a text that cannot end its element, nor begin a comment. @param {string} text @param {string} element */
const closed = (text, element) => text.replaceAll(`</${element}`, `<\\/${element}`).replaceAll('<!--', '<\\!--');
