// How the page is bundled. Everything in dist/ is found by relative addresses and nothing is inlined,
// so that it works from any path under the strict policy of index.html.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  publicDir: 'www/public',
  plugins: [beside('samples'), beside('lessons')],
  build: {
    // Inlined parts would be data: addresses or inline scripts, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: false,
    // What is fetched when it is needed has a folder of its own: a first visit does not wait for it.
    rollupOptions: {
      output: {
        chunkFileNames: 'later/[name]-[hash].js',
        // The style sheets of the page itself are one; the others belong to what comes later.
        assetFileNames: ({ names: [name = ''] }) => `${name.endsWith('.css') && name !== 'index.css' ? 'later' : 'assets'}/[name]-[hash][extname]`,
      },
    },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
});

/**
 * Copies a folder of www/ to dist/ under the same names: the page fetches its files when they are asked for.
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
        // White space is for writers of lessons; a visitor need not fetch it.
        this.emitFile({ type: 'asset', fileName, source: path.endsWith('.json') ? JSON.stringify(JSON.parse(source.toString())) : source });
      }
    },
  };
}
