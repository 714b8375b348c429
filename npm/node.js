// The entry for Node: the same names as in a browser; `init` reads the WebAssembly module from beside this file.

import { readFile } from 'node:fs/promises';
import initOfWeb from './rankscope.js';

export * from './rankscope.js';

/**
 * Loads the module once. Everything else works after it.
 * @param {any} [given] as in a browser: bytes, a compiled module, or a promise of them
 */
export default async function init(given) {
  if (given !== undefined) return initOfWeb(given);
  return initOfWeb({ module_or_path: await readFile(new URL('rankscope_bg.wasm', import.meta.url)) });
}
