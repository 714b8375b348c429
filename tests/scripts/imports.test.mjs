// The order of the page's folders: imports point one way, and files and folders form no import cycle.
// Types that comments import count too.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';

/** @typedef {Map<string, Set<string>>} Graph what each file or folder imports */

const NEW_FEATURES = 'features/*';

/**
 * Folders from left to right. A folder imports from its own group and from those to the left. A feature without a place
 * stands right of all other features: it may import them, and they may not import it.
 * The rooms of `features/` say what belongs together, the features in them what may import what.
 */
const GROUPS = [
  ['lib'],
  ['core', 'store', 'ui'],
  ['pictures'],
  ['features/learn/glossary', 'features/share/course'],
  ['features/data', 'features/settings'],
  ['features/run/training', 'features/run/queries-table.js', 'features/share/offline'],
  ['features/inspect/model', 'features/library/runs', 'features/run/playback', 'features/inspect/inspector'],
  ['features/ratings', 'features/theory'],
  ['features/driver'],
  ['features/run/charts', 'features/inspect/certificate', 'features/share/links', 'features/sketch'],
  ['features/library/study'],
  ['features/library/comparison'],
  ['features/learn/lessons', 'features/share/export'],
  ['features/run/start', 'features/learn/lesson-editor', 'features/share/embedding'],
  [NEW_FEATURES],
  ['engine'],
  ['app'],
  ['first.js'],
  ['main.js'],
];

/** Folders outside the order, with the folders that they may import. */
const APART = new Map([['worker', ['lib', 'core']], ['course', []], ['embed', []]]);

const root = at('www');

/** @param {string} path absolute @returns its path below www/, with slashes */
const nameOf = (path) => relative(root, path).split(sep).join('/');

/** The rooms of `features/` that have features in folders of their own. The other rooms are one feature each. */
const ROOMS = new Set((await filesUnder(join(root, 'features'))).filter((path) => path.endsWith('.js'))
  .map((path) => nameOf(path).split('/')).filter((parts) => parts.length > 3).map((parts) => parts[1]));

/**
 * The folder of a file: one of `www/`, or the feature, which is a folder or a single file of a room, or a whole room.
 *
 * @param {string} name
 */
function folderOf(name) {
  const parts = name.split('/');
  if (parts[0] !== 'features') return parts[0];
  return parts.slice(0, ROOMS.has(parts[1]) ? 3 : 2).join('/');
}

/** The relative modules that a source names: by an import, by a lazy import(), or by a type in a comment. @param {string} source */
export function importsOf(source) {
  return [...source.matchAll(/\bfrom\s+'(\.[^']*)'|\bimport\s+'(\.[^']*)'|\bimport\(\s*'(\.[^']*)'\s*\)/g)].map(([, from, bare, lazy]) => from ?? bare ?? lazy);
}

/** @returns {Promise<Graph>} */
async function graphOfFiles() {
  const files = (await filesUnder(root)).filter((path) => path.endsWith('.js') && !nameOf(path).startsWith('wasm/'));
  return new Map(files.map((path) => {
    const targets = importsOf(readFileSync(path, 'utf8')).map((module) => nameOf(resolve(dirname(path), module)));
    return [nameOf(path), new Set(targets.filter((target) => target.endsWith('.js') && !target.startsWith('wasm/')))];
  }));
}

/** @param {Graph} files @returns {Graph} */
function graphOfFolders(files) {
  /** @type {Graph} */
  const folders = new Map();
  for (const [file, targets] of files) {
    const folder = folderOf(file);
    const all = folders.get(folder) ?? new Set();
    folders.set(folder, all);
    for (const target of targets) if (folderOf(target) !== folder) all.add(folderOf(target));
  }
  return folders;
}

/**
 * Returns the cycles: Tarjan's strongly connected components of more than one node, and nodes that import themselves.
 * @param {Graph} graph
 * @returns {string[][]}
 */
export function circles(graph) {
  /** @type {Map<string, { index: number, low: number, open: boolean }>} */
  const seen = new Map();
  /** @type {string[]} */
  const stack = [];
  /** @type {string[][]} */
  const found = [];
  /** @param {string} node */
  const visit = (node) => {
    const mine = { index: seen.size, low: seen.size, open: true };
    seen.set(node, mine);
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      const other = seen.get(next) ?? visit(next);
      if (other.open) mine.low = Math.min(mine.low, other.low);
    }
    if (mine.low === mine.index) {
      const circle = stack.splice(stack.indexOf(node));
      for (const one of circle) Object.assign(seen.get(one) ?? {}, { open: false });
      if (circle.length > 1 || graph.get(node)?.has(node)) found.push(circle.sort());
    }
    return mine;
  };
  for (const node of graph.keys()) if (!seen.has(node)) visit(node);
  return found;
}

const files = await graphOfFiles();
const folders = graphOfFolders(files);

test('files form no import cycle', () => assert.deepEqual(circles(files), []));

test('folders form no import cycle', () => assert.deepEqual(circles(folders), []));

const places = new Map(GROUPS.flatMap((group, at) => group.map((folder) => /** @type {const} */ ([folder, at]))));
/** @param {string} folder */
const placeOf = (folder) => places.get(folder) ?? (folder.startsWith('features/') ? places.get(NEW_FEATURES) : undefined);

test('every folder has a place in the order, and every place a folder', () => {
  assert.deepEqual([...folders.keys()].filter((folder) => placeOf(folder) === undefined && !APART.has(folder)), []);
  assert.deepEqual([...places.keys()].filter((folder) => folder !== NEW_FEATURES && !folders.has(folder)), []);
});

test('imports point to the left', () => {
  const wrong = [...files].flatMap(([file, targets]) => {
    const folder = folderOf(file);
    const allowed = APART.get(folder);
    return [...targets].filter((target) => {
      const to = folderOf(target);
      if (to === folder) return false;
      return allowed ? !allowed.includes(to) : (placeOf(to) ?? Infinity) > (placeOf(folder) ?? -1);
    }).map((target) => `${file} imports ${target}`);
  });
  assert.deepEqual(wrong, []);
});

test('a feature imports no view of another feature', () => {
  const wrong = [...files].flatMap(([file, targets]) => (file.startsWith('features/')
    ? [...targets].filter((target) => target.startsWith('features/') && folderOf(target) !== folderOf(file) && drawsSomething(target)).map((target) => `${file} imports ${target}`)
    : []));
  assert.deepEqual(wrong, []);
});

/** Returns whether a file makes elements. @param {string} name */
function drawsSomething(name) {
  return [...files.get(name) ?? []].includes('ui/dom.js');
}

test('the scanner finds every kind of import, and a cycle', () => {
  const source = `import { a } from './a.js';\nimport './b.js';\nexport { c } from './c.js';\nconst d = () => import('./d.js');\n/** @typedef {import('./e.js').E} E */\nimport {\n  f,\n} from './f.js';\nimport { g } from 'package';`;
  assert.deepEqual(importsOf(source), ['./a.js', './b.js', './c.js', './d.js', './e.js', './f.js']);
  assert.deepEqual(circles(new Map([['a', new Set(['b'])], ['b', new Set(['c'])], ['c', new Set(['a'])], ['d', new Set(['a'])]])), [['a', 'b', 'c']]);
  assert.deepEqual(circles(new Map([['a', new Set(['b'])], ['b', new Set()], ['c', new Set(['c'])]])), [['c']]);
});
