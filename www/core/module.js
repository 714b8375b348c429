// The compiled core, which is fetched and compiled once per visit: the page and every worker make an instance of it.
// No DOM.

import { lazy } from '../lib/lazy.js';
import { coreFile } from './core-file.js';

/** Compiles the core while it arrives. Throws if the host does not have the file. */
async function compile() {
  const file = await coreFile();
  if (!file.ok) throw new Error(`the host does not send the compiled core (${file.status})`);
  const isAnnounced = file.headers.get('Content-Type')?.startsWith('application/wasm');
  // Some hosts announce the file as something else, which browsers refuse to compile while it arrives.
  return WebAssembly.compileStreaming(isAnnounced ? file
    : new Response(file.body, { headers: { 'Content-Type': 'application/wasm' } }));
}

/** Returns the compiled core. */
export const compiledCore = lazy(compile);
