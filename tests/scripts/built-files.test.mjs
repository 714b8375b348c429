// The stages that run before the page is built must not need what the build makes: on a clean checkout it is not there.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { at, root } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';

/** The folders that the build writes. */
const BUILT = ['www/wasm', 'dist'].map((folder) => at(...folder.split('/')));

/** @param {string} path */
const isBuilt = (path) => BUILT.some((folder) => path === folder || path.startsWith(folder + sep));

/** The source without its comments: a type that a comment imports is not needed to run. @param {string} source */
const withoutComments = (source) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** The relative modules that are loaded with a module. @param {string} source */
const loadedBy = (source) => [...withoutComments(source).matchAll(/\b(?:from|import)\s+'(\.[^']*)'/g)]
  .map(([, module]) => module);

/** Files of the build that a source names by its parts, as in at('www', 'wasm'). @param {string} source */
const readBy = (source) => /\bat\('(?:www', 'wasm|dist)'/.test(withoutComments(source));

/**
 * Returns how a file reaches something built, as a chain of paths, or null.
 * @param {string} path
 * @param {Set<string>} seen
 * @returns {string[] | null}
 */
function chainToBuilt(path, seen = new Set()) {
  if (isBuilt(path)) return [path];
  if (seen.has(path) || !/\.m?js$/.test(path) || !existsSync(path)) return null;
  seen.add(path);
  const source = readFileSync(path, 'utf8');
  for (const module of loadedBy(source)) {
    const rest = chainToBuilt(resolve(dirname(path), module), seen);
    if (rest) return [path, ...rest];
  }
  return null;
}

test('no test of the page\'s state or of the scripts needs a built file', async () => {
  const tests = [...await filesUnder(at('tests', 'page')), ...await filesUnder(at('tests', 'scripts'))]
    .filter((path) => path.endsWith('.mjs'));
  assert.ok(tests.length > 50, `the tests are found: ${tests.length}`);
  const chains = tests.map((path) => chainToBuilt(path)).filter((chain) => chain !== null)
    .map((chain) => chain.map((path) => relative(root, path)).join(' → '));
  assert.deepEqual(chains, []);
  assert.deepEqual(tests.filter((path) => readBy(readFileSync(path, 'utf8'))).map((path) => relative(root, path)), []);
});

test('a test that needs the built module is recognised', () => {
  assert.ok(chainToBuilt(at('tests', 'module', 'setting-names.test.mjs')));
  assert.ok(readBy(readFileSync(at('tests', 'module', 'setting-names.test.mjs'), 'utf8')));
});
