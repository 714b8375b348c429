// How the page is bundled. Everything in dist/ is found by relative addresses and nothing is inlined,
// so that it works from any path under the strict policy of index.html.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  publicDir: 'www/public',
  plugins: [samples()],
  build: {
    // Inlined parts would be data: addresses or inline scripts, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
});

/**
 * Copies www/samples to dist/samples under the same names: the page fetches them when they are asked for.
 *
 * @returns {import('vite').Plugin}
 */
function samples() {
  return {
    name: 'samples',
    generateBundle() {
      const folder = 'www/samples';
      if (!existsSync(folder)) return;
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue;
        const path = join(entry.parentPath, entry.name);
        const fileName = `samples/${relative(folder, path).split(sep).join('/')}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
      }
    },
  };
}
