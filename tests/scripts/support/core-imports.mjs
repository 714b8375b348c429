// What the files of src/ import, file by file and room by room. Test modules are left out.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { at } from '../../../scripts/lib/project.mjs';
import { filesUnder } from '../../../scripts/lib/stamps.mjs';

/** @typedef {Map<string, Set<string>>} Graph what each file or room imports */
/** @typedef {{ path: string[], parent: string[], code: string }} Source `path`: of the module, `parent`: what `super` names. */

/** Returns Rust code without comments, texts and test modules, which are at the end of a file. @param {string} text */
function codeOf(text) {
  const [code] = text.split(/^#\[cfg\(test\)\]\nmod \w+ \{/m);
  return code.replace(/\/\/.*$/gm, '').replace(/"(?:[^"\\]|\\.)*"/g, '""');
}

/** Returns the sources of the library by the path of their module, such as `loss::map`. @returns {Promise<Map<string, Source>>} */
async function sources() {
  const found = new Map();
  for (const file of await filesUnder(at('src'))) {
    const parts = relative(at('src'), file).replace(/\.rs$/, '').split(/[\\/]/);
    if (parts[0] === 'main' || parts[0] === 'cli') continue; // another crate, which imports the library
    const path = ['mod', 'lib'].includes(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts;
    found.set(path.join('::'), { path, parent: path.slice(0, -1), code: codeOf(readFileSync(file, 'utf8')) });
  }
  return found;
}

/** Returns `a::{b, c::{self, d}}` as a list of paths. @param {string} tree @returns {string[][]} */
export function pathsOf(tree) {
  const brace = tree.indexOf('{');
  if (brace < 0) return [tree.trim().split(/\s+as\s+/)[0].split('::').filter(Boolean)];
  const head = tree.slice(0, brace).trim().split('::').filter(Boolean);
  const inner = tree.slice(brace + 1, tree.lastIndexOf('}'));
  const parts = [];
  let depth = 0;
  let from = 0;
  for (const [index, letter] of [...inner].entries()) {
    depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
    if (letter !== ',' || depth > 0) continue;
    parts.push(inner.slice(from, index));
    from = index + 1;
  }
  parts.push(inner.slice(from));
  return parts.filter((part) => part.trim()).flatMap(pathsOf).map((path) => [...head, ...path.filter((name) => name !== 'self')]);
}

/** Returns the paths that a source names, from the root of the crate. @param {Source} source @returns {string[][]} */
function namedBy({ path, parent, code }) {
  const trees = [...code.matchAll(/\buse\s+((?:crate|super|self)\b[^;]*);/g)].map(([, tree]) => tree);
  const plain = [...code.replace(/\buse\s[^;]*;/g, '').matchAll(/(?:\$?crate|super)(?:::\w+)+/g)].map(([text]) => text.replace('$', ''));
  return [...trees, ...plain].flatMap(pathsOf).map((names) => {
    let base = names[0] === 'self' ? path : names[0] === 'crate' ? [] : parent;
    let rest = names.slice(1);
    for (; rest[0] === 'super'; rest = rest.slice(1)) base = base.slice(0, -1);
    return [...base, ...rest];
  });
}

/**
 * Returns the module that defines the item of a path; re-exports are followed.
 * @param {Map<string, Source>} all
 * @param {string[]} path
 * @returns {string}
 */
function definedIn(all, path) {
  for (let length = path.length; length > 0; length -= 1) {
    const source = all.get(path.slice(0, length).join('::'));
    if (!source) continue;
    const name = path[length];
    const exports = [...source.code.matchAll(/\bpub(?:\(\w+\))? use ((?!crate|super|std)[^;]*);/g)].flatMap(([, tree]) => pathsOf(tree));
    const through = name && exports.find((one) => one.length > 1 && one.at(-1) === name);
    return through ? definedIn(all, [...source.path, ...through]) : source.path.join('::');
  }
  return '';
}

/** Returns one cycle of a graph, or null. @param {Graph} graph */
export function cycleIn(graph) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} node @param {string[]} way @returns {string[] | null} */
  const visit = (node, way) => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...way, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle.join(' → ');
  }
  return null;
}

/** @param {Graph} graph @param {string} from @param {string} to */
function arrow(graph, from, to) {
  graph.set(from, (graph.get(from) ?? new Set()).add(to));
}

/** Returns what each module of the library imports from other modules, and each room from other rooms. */
export async function importsOfCore() {
  const all = await sources();
  /** @type {Graph} */
  const files = new Map();
  /** @type {Graph} */
  const rooms = new Map();
  for (const [from, source] of all) {
    for (const path of namedBy(source)) {
      const to = definedIn(all, path);
      // Seen from outside, a module and its submodules are one unit.
      if (!to || to === from || `${to}::`.startsWith(`${from}::`) || `${from}::`.startsWith(`${to}::`)) continue;
      arrow(files, from, to);
      const [room, other] = [from, to].map((name) => name.split('::')[0]);
      if (room !== other) arrow(rooms, room, other);
    }
  }
  return { files, rooms };
}
