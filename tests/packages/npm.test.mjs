// The archive of `npm pack`, installed in an empty project: Node, TypeScript, a bundler, plain scripts, workers.

import assert from 'node:assert/strict';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { publint } from 'publint';
import { builtInStudies } from '../../scripts/lib/built-in-studies.mjs';
import { libraryFolder, listed, npmPackage, pathsOfMachine } from '../../scripts/lib/npm-package.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { npmProgram, once } from '../../scripts/lib/tools.mjs';
import { installed, node, opened } from './support.mjs';

/** The run in Node, with which every other environment agrees to the last bit. */
const inNode = once(async () => JSON.parse(await node(['node.mjs'], await installed())));

test('the archive has the library, its types and licences, and nothing else', async () => {
  const archive = await npmPackage();
  const folder = join(await installed(), 'node_modules', 'rankscope');
  const files = (await listed(folder)).map((name) => name.replace(/rankscope-[0-9a-f]+/, 'HASH'));
  assert.deepEqual(files, [
    'LICENSE', 'LICENSE-APACHE', 'LICENSE-MIT', 'LICENSES/CC-BY-4.0.txt', 'README.md', 'THIRD-PARTY-LICENSES.md', 'built-in-studies.js',
    'host-messages.d.ts', 'lesson.schema.json', 'node.js', 'package.json', 'rankscope-view.d.ts', 'rankscope-view.js', 'rankscope.d.ts', 'rankscope.js', 'rankscope_bg.wasm',
    'snippets/HASH/src/wasm/arrays.js', 'snippets/HASH/src/wasm/plain.js', 'studies.js', 'study.schema.json',
  ]);
  assert.deepEqual(await listed(folder), await listed(libraryFolder), 'what is packed is what is built');
  assert.deepEqual(await pathsOfMachine(folder), []);
  assert.ok((await stat(archive)).size < 1_400_000, 'the archive is small');
});

test('package.json has what a registry and a bundler need', async () => {
  const manifest = JSON.parse(await readFile(join(libraryFolder, 'package.json'), 'utf8'));
  const own = JSON.parse(await readFile(at('package.json'), 'utf8'));
  assert.deepEqual([manifest.name, manifest.version, manifest.license, manifest.private],
    ['rankscope', own.version, 'MIT OR Apache-2.0', undefined]);
  assert.deepEqual(manifest.sideEffects, ['./rankscope-view.js'], 'its import defines an element');
  assert.deepEqual(manifest.engines, own.engines);
  assert.equal(manifest.dependencies, undefined);
  assert.equal(Object.keys(manifest.exports['.'])[0], 'types', 'TypeScript reads the first condition that fits');
});

test('publint finds no fault, and no advice', async () => {
  await npmPackage();
  const { messages } = await publint({ pkgDir: libraryFolder, strict: true });
  assert.deepEqual(messages, []);
});

test('Node imports it, and a fault says what to do', async () => {
  const { here, documents, fault } = await inNode();
  assert.ok(here.iterations > 1 && here.gap <= 1e-3 && here.weights[0] > Math.abs(here.weights[1]), JSON.stringify(here));
  assert.equal(documents, 2);
  assert.equal(fault, 'RankscopeError: queries: 1 ids for 2 grades; give one id and one grade per document');
});

test('the package has the built-in studies, with what they declare', async () => {
  const { studies } = await inNode();
  const all = await builtInStudies();
  assert.deepEqual(studies.map((/** @type {any} */ { name, json }) => ({ name, json })), all);
  for (const { json, outline } of studies) assert.equal(outline.title, JSON.parse(json).title);
});

test('TypeScript finds the types, as Node and as bundlers resolve them', async () => {
  const folder = await installed();
  const compiler = npmProgram('typescript', 'tsc');
  for (const resolution of ['nodenext', 'bundler']) {
    const project = join(folder, `tsconfig.${resolution}.json`);
    await writeFile(project, JSON.stringify({
      compilerOptions: { strict: true, noEmit: true, target: 'es2023', lib: ['es2023', 'dom'], types: [],
        module: resolution === 'bundler' ? 'esnext' : resolution, moduleResolution: resolution },
      files: ['types.ts'],
    }));
    assert.equal(await node([compiler, '--project', project], folder), '', resolution);
  }
});

/** @param {import('playwright-core').Page} page */
async function resultOf(page) {
  const body = page.locator('body[data-result]');
  await body.waitFor({ state: 'attached', timeout: 120_000 });
  return JSON.parse(/** @type {string} */ (await body.getAttribute('data-result')));
}

test('a bundler takes it, with the module and a worker', async () => {
  const folder = await installed();
  await node([npmProgram('vite', 'vite'), 'build', '--base', './', '--logLevel', 'error'], folder);
  const built = await listed(join(folder, 'dist'));
  assert.ok(built.some((name) => /^assets\/rankscope_bg-.*\.wasm$/.test(name)), built.join(' '));
  const { page, complaints } = await opened(join(folder, 'dist'), 'index.html');
  const { here } = await inNode();
  assert.deepEqual(await resultOf(page), { here, worker: here });
  assert.deepEqual(complaints, []);
});

test('a page without a bundler takes it, in a script and in a module worker', async () => {
  const { page, complaints } = await opened(await installed(), 'plain.html');
  const { here } = await inNode();
  assert.deepEqual(await resultOf(page), { here, worker: here });
  assert.deepEqual(complaints, []);
});
