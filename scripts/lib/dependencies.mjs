// The dependencies of the project: packages with versions, licences and uses, and the licence texts of shipped
// packages. The data come from the lock files, from cargo and from its cache.

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from './project.mjs';
import { run } from './steps.mjs';

/** The files of the lists. */
export const LIST = at('docs', 'dependencies.md');
export const LICENCES = at('www', 'public', 'LICENSES.md');

/**
 * Licences that require only attribution, by SPDX names. A package needs one of them on one side of each OR. The
 * Mozilla licence also requires publishing changes of its own files, so it is allowed for tools only.
 */
export const ALLOWED = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'Zlib', '0BSD', 'Unlicense',
  'Unicode-3.0'];
export const ALLOWED_FOR_TOOLS = [...ALLOWED, 'MPL-2.0', 'BlueOak-1.0.0', 'CC0-1.0'];

/** @typedef {'shipped' | 'command line' | 'build and tests'} Use */
/**
 * `runs`: whether it runs its own code during a build or an installation.
 * @typedef {{ name: string, version: string, licence: string, use: Use, runs: boolean }} Dependency
 */

/**
 * Returns whether `licence` is allowed. It is an SPDX expression, or names with slashes between them.
 * @param {string} licence
 * @param {string[]} allowed
 */
export function isAllowed(licence, allowed) {
  const tokens = licence.replaceAll('/', ' OR ').match(/[()]|[^\s()]+/g) ?? [];
  // AND binds closer than OR.
  /** @returns {boolean} */
  const either = () => {
    let fine = both();
    while (tokens[0] === 'OR') {
      tokens.shift();
      fine = both() || fine;
    }
    return fine;
  };
  /** @returns {boolean} */
  const both = () => {
    let fine = one();
    while (tokens[0] === 'AND') {
      tokens.shift();
      fine = one() && fine;
    }
    return fine;
  };
  const one = () => {
    const token = tokens.shift();
    if (token !== '(') {
      // A licence with an exception is a different licence and needs its own entry in the list.
      const exception = tokens[0] === 'WITH' ? ` ${tokens.splice(0, 2).join(' ')}` : '';
      return token !== undefined && allowed.includes(token + exception);
    }
    const fine = either();
    return tokens.shift() === ')' && fine;
  };
  return either() && tokens.length === 0;
}

/** Returns names, versions and sources in Cargo.lock, without the project's own packages. @param {string} [lock] */
export function lockedCrates(lock = readFileSync(at('Cargo.lock'), 'utf8')) {
  return lock.split('[[package]]').slice(1).map((entry) => {
    /** @param {string} field */
    const value = (field) => new RegExp(`^${field} = "([^"]*)"`, 'm').exec(entry)?.[1] ?? '';
    return { name: value('name'), version: value('version'), source: value('source'), checksum: value('checksum') };
  }).filter(({ name }) => name !== 'rankscope');
}

/** Returns the packages of package-lock.json. */
export function lockedPackages() {
  /**
   * @type {{ packages: Record<string,
   *   { version: string, license?: string, resolved?: string, integrity?: string, hasInstallScript?: boolean }> }}
   */
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  return Object.entries(packages).filter(([path]) => path)
    .map(([path, entry]) => ({ name: path.replace(/^.*node_modules\//, ''), ...entry }));
}

/**
 * @typedef {{ id: string, name: string, version: string, license: string | null, authors: string[],
 *   manifest_path: string, targets: { kind: string[] }[] }} Package
 */
/**
 * @typedef {{ packages: Package[],
 *   resolve: { root: string,
 *   nodes: { id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }[] } }} Metadata
 */

/** @param {string[]} options @returns {Promise<Metadata>} */
async function metadata(options) {
  const { output } = await run('cargo', ['metadata', '--format-version', '1', '--locked', ...options],
    { output: 'keep' });
  // Cargo can print other lines before it.
  return JSON.parse(output.slice(output.indexOf('{"packages"'), output.lastIndexOf('}') + 1));
}

/**
 * Returns the packages in the build output: those reached by ordinary dependencies. Macros run only at build time.
 * @param {Metadata} all
 */
function linked({ packages, resolve: { root, nodes } }) {
  const macros = new Set(packages.filter(({ targets }) => targets.some(({ kind }) => kind.includes('proc-macro')))
      .map(({ id }) => id));
  const found = new Set([root]);
  for (const id of found) {
    const node = nodes.find((one) => one.id === id);
    for (const { pkg, dep_kinds: kinds } of node?.deps ?? []) {
      if (!macros.has(pkg) && kinds.some(({ kind }) => kind === null)) found.add(pkg);
    }
  }
  found.delete(root);
  return found;
}

/**
 * A crate, or a package of npm. `folder`: the folder of its source.
 * @typedef {Dependency & { folder: string, authors: string[] }} Crate
 */

/** Returns all crates of Cargo.lock. @returns {Promise<Crate[]>} */
export async function crates() {
  const everything = await metadata([]);
  const module = ['--no-default-features', '--features', 'charts'];
  const shipped = linked(await metadata([...module, '--filter-platform', 'wasm32-unknown-unknown']));
  const host = /host: (.*)/.exec((await run('rustc', ['-vV'], { output: 'keep' })).output)?.[1];
  if (!host) throw new Error('rustc -vV does not name its host');
  const native = linked(await metadata(['--filter-platform', host]));
  return everything.packages.filter(({ name }) => name !== 'rankscope')
    .map(({ id, name, version, license, authors, manifest_path: manifest, targets }) => ({
    name, version, licence: license ?? 'none', authors, folder: dirname(manifest),
    use: /** @type {Use} */ (shipped.has(id) ? 'shipped' : native.has(id) ? 'command line' : 'build and tests'),
    runs: targets.some(({ kind }) => kind.includes('custom-build') || kind.includes('proc-macro')),
  })).sort(byName);
}

/** The npm packages that the built page contains. */
const IN_PAGE = ['fflate', 'uqr'];

/** Returns all npm packages. @returns {Crate[]} */
export function npm() {
  return lockedPackages()
    .map(({ name, version, license, hasInstallScript }) => ({
      name, version, licence: license ?? 'none', authors: [], folder: at('node_modules', name),
      use: /** @type {Use} */ (IN_PAGE.includes(name) ? 'shipped' : 'build and tests'), runs: Boolean(hasInstallScript),
    })).sort(byName);
}

/** @param {{ name: string, version: string }} a @param {{ name: string, version: string }} b */
function byName(a, b) {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1;
}

/** Returns a Markdown table. @param {Dependency[]} all */
export function tableOf(all) {
  return ['| package | version | licence | use | runs code when built |', '|---|---|---|---|---|',
    ...all.map(rowOf)].join('\n');
}

/** @param {Dependency} one */
export function rowOf({ name, version, licence, use, runs }) {
  return `| ${name} | ${version} | ${licence} | ${use} | ${runs ? 'yes' : ''} |`;
}

/**
 * Returns the licence texts of what is shipped, each once with the names of its packages.
 * @param {Crate[]} shipped
 */
export function licenceTexts(shipped) {
  /** @type {Map<string, string[]>} */
  const texts = new Map();
  for (const crate of shipped) {
    const text = licenceOf(crate);
    texts.set(text, [...texts.get(text) ?? [], `${crate.name} ${crate.version}`]);
  }
  return [...texts].map(([text, names]) => `## ${names.join(', ')}\n\n${text}`);
}

/** Returns the licence text of a crate; if several can be chosen, the shortest. @param {Crate} crate */
function licenceOf({ name, licence, folder, authors }) {
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|unlicense)/i.test(file))
    .sort((a, b) => rank(a) - rank(b));
  const all = files.map((file) => tidy(readFileSync(join(folder, file), 'utf8'))).filter((text) => text.length > 200);
  if (all.length) return licence.includes('AND') ? all.join('\n\n') : all[0];
  // The licence file is a link to a file outside the package.
  if (!isAllowed(licence, ['MIT'])) throw new Error(`${name} has no licence text`);
  return `MIT License\n\nCopyright (c) ${authors.join(', ') || `the authors of ${name}`}\n\n${MIT}`;
}

/** @param {string} text */
function tidy(text) {
  return text.replaceAll('\r\n', '\n').split('\n').map((line) => line.trimEnd()).join('\n').trim();
}

/** @param {string} file */
function rank(file) {
  const place = [/mit/i, /bsd/i, /zlib/i, /^licen[cs]e(\.\w+)?$/i, /unicode/i, /apache/i].findIndex((pattern) =>
      pattern.test(file));
  return place < 0 ? Infinity : place;
}

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
