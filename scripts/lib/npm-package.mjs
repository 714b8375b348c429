// Makes the npm package of the library: the module with its types, in a folder and as an archive.

import { copyFile, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { STUDY_SOURCES, builtInStudies } from './built-in-studies.mjs';
import { factsOf, npmFacts } from './metadata.mjs';
import { at, root } from './project.mjs';
import { filesUnder, unlessFresh } from './stamps.mjs';
import { Advice, inPlace, step } from './steps.mjs';
import { npmCommand, once } from './tools.mjs';
import { buildWasm } from './wasm.mjs';

/** The folder of the package and of its archive. It is never committed. */
export const packageFolder = at('dist-npm');

/** The unpacked package. */
export const libraryFolder = join(packageFolder, 'rankscope');

/** Files of the package by the place that they come from. */
const FILES = {
  'rankscope.js': at('www', 'wasm', 'rankscope.js'),
  'rankscope.d.ts': at('www', 'wasm', 'rankscope.d.ts'),
  'rankscope_bg.wasm': at('www', 'wasm', 'rankscope_bg.wasm'),
  'built-in-studies.js': at('npm', 'built-in-studies.js'),
  'host-messages.d.ts': at('npm', 'host-messages.d.ts'),
  'rankscope-view.d.ts': at('npm', 'rankscope-view.d.ts'),
  'rankscope-view.js': at('www', 'embed', 'rankscope-view.js'),
  'lesson.schema.json': at('schemas', 'lesson.schema.json'),
  'node.js': at('npm', 'node.js'),
  'study.schema.json': at('schemas', 'study.schema.json'),
  'README.md': at('npm', 'README.md'),
  'LICENSE': at('LICENSE'),
  'LICENSE-APACHE': at('LICENSE-APACHE'),
  'LICENSE-MIT': at('LICENSE-MIT'),
  'LICENSES/CC-BY-4.0.txt': at('LICENSES', 'CC-BY-4.0.txt'),
  'THIRD-PARTY-LICENSES.md': at('www', 'public', 'LICENSES.md'),
};

/** The types of `built_in_studies`, which the package has beside the module. */
const STUDY_TYPES = at('npm', 'built-in-studies.d.ts');

/**
 * Returns the package.json of the library, with the facts of Cargo.toml.
 *
 * @param {string} manifest text of Cargo.toml @param {{ engines: object }} own package.json of this project
 */
export function libraryManifest(manifest, { engines }) {
  const fact = (/** @type {string} */ key) => {
    const found = new RegExp(`^${key} = (".*"|\\[.*\\])$`, 'm').exec(manifest);
    if (found === null) throw new Error(`Cargo.toml has no ${key} in one line`);
    return JSON.parse(found[1]);
  };
  return {
    name: fact('name'),
    version: fact('version'),
    description: 'Structured max-margin learning to rank, compiled to WebAssembly for Node and browsers',
    keywords: fact('keywords'),
    // Cargo.toml has the same expression, which both registries read as SPDX.
    license: fact('license'),
    ...npmFacts(factsOf(manifest)),
    type: 'module',
    main: './node.js',
    types: './rankscope.d.ts',
    exports: {
      '.': { types: './rankscope.d.ts', node: './node.js', default: './rankscope.js' },
      './rankscope.js': { types: './rankscope.d.ts', default: './rankscope.js' },
      './rankscope_bg.wasm': './rankscope_bg.wasm',
      './host-messages': { types: './host-messages.d.ts' },
      './rankscope-view': { types: './rankscope-view.d.ts', default: './rankscope-view.js' },
      './lesson.schema.json': './lesson.schema.json',
      './study.schema.json': './study.schema.json',
      './package.json': './package.json',
    },
    files: [...Object.keys(FILES), 'studies.js', 'snippets'],
    // The import defines the element.
    sideEffects: ['./rankscope-view.js'],
    engines,
  };
}

/** Builds the package if something changed. Returns the path of its archive. */
export const npmPackage = once(async () => {
  await buildWasm();
  const own = JSON.parse(await readFile(at('package.json'), 'utf8'));
  const manifest = libraryManifest(await readFile(at('Cargo.toml'), 'utf8'), own);
  if (manifest.version !== own.version) {
    throw new Advice(`Cargo.toml has version ${manifest.version}, package.json ${own.version}. Make them equal.`);
  }
  const archive = join(packageFolder, `${manifest.name}-${manifest.version}.tgz`);
  const isNew = await unlessFresh('npm-package', {
    inputs: [...Object.values(FILES), ...STUDY_SOURCES, STUDY_TYPES, at('scripts', 'lib', 'npm-package.mjs'),
      at('package.json')],
    outputs: [archive],
    settings: manifest,
  }, () => step('Packing the library for npm (npm pack)', async () => {
    await rm(packageFolder, { recursive: true, force: true });
    await writeLibrary(manifest);
    await npmCommand(['pack', '--silent', '--pack-destination', packageFolder], { cwd: libraryFolder });
  }));
  const size = Math.round((await stat(archive)).size / 1000);
  inPlace(`npm package: ${relative(root, archive)}, ${size} kB${isNew ? '' : ', unchanged'}`);
  return archive;
});

/** Writes the unpacked package. @param {object} manifest */
async function writeLibrary(manifest) {
  const files = Object.entries(FILES);
  // The module imports its snippets by these paths; folders of earlier versions stay behind.
  const code = await readFile(FILES['rankscope.js'], 'utf8');
  const snippets = new Set([...code.matchAll(/from\s+['"]\.\/(snippets\/[^'"]+)['"]/g)].map(([, path]) => path));
  for (const path of snippets) files.push([path, at('www', 'wasm', ...path.split('/'))]);
  for (const [name, source] of files) {
    const target = join(libraryFolder, ...name.split('/'));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(source, target);
  }
  await writeFile(join(libraryFolder, 'studies.js'),
    `export const STUDIES = ${JSON.stringify(await builtInStudies(), null, 1)};\n`);
  await writeFile(join(libraryFolder, 'rankscope.js'), `${code}export * from './built-in-studies.js';\n`);
  // The classes have Symbol.dispose, which the usual libraries of TypeScript do not declare.
  const types = await readFile(FILES['rankscope.d.ts'], 'utf8') + await readFile(STUDY_TYPES, 'utf8');
  await writeFile(join(libraryFolder, 'rankscope.d.ts'), `/// <reference lib="esnext.disposable" />\n${types}`);
  await writeFile(join(libraryFolder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const found = await pathsOfMachine(libraryFolder);
  if (found.length > 0) throw new Advice(`The package names paths of this machine:\n${found.join('\n')}`);
}

/**
 * Returns the files that name a folder of this machine, with the folder.
 * @param {string} folder
 */
export async function pathsOfMachine(folder) {
  const found = [];
  for (const file of await filesUnder(folder)) {
    const content = await readFile(file, 'latin1');
    for (const path of [root + sep, homedir() + sep]) {
      if (content.includes(path)) found.push(`${relative(folder, file)}: ${path}`);
    }
  }
  return found;
}

/** Returns the names of the files in an unpacked package, with slashes. @param {string} folder */
export async function listed(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')).sort();
}
