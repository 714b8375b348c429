// Paths of this project, and versions from its lock files. Must not run commands.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** @param {string[]} parts @returns an absolute path inside the project. */
export const at = (...parts) => join(root, ...parts);

/** The folder of tools that belong to this checkout only. It is never committed. */
export const toolsFolder = at('.tools');

/** The oldest Rust that compiles the crate, from Cargo.toml. */
export function oldestRust() {
  return find(readFileSync(at('Cargo.toml'), 'utf8'), /^rust-version\s*=\s*"([\d.]+)"/m, 'rust-version in Cargo.toml');
}

/** The oldest Node that runs these scripts, from package.json. */
export function oldestNode() {
  return find(readFileSync(at('package.json'), 'utf8'), /"node":\s*">=([\d.]+)"/, 'engines.node in package.json');
}

/**
 * Returns the version of a crate in Cargo.lock.
 *
 * wasm-bindgen's tool must have exactly the version of the crate, because their protocol is private.
 *
 * @param {string} crate
 */
export function lockedVersion(crate, lock = readFileSync(at('Cargo.lock'), 'utf8')) {
  return find(lock, new RegExp(`^name = "${crate}"\\r?\\nversion = "([^"]+)"`, 'm'), `${crate} in Cargo.lock`);
}

/**
 * Returns the npm packages of package-lock.json that are not installed in their version.
 *
 * Optional packages may be missing, because most of them are for other systems.
 */
export function missingPackages() {
  const installed = at('node_modules', '.package-lock.json');
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(path, 'utf8')).packages;
  /** @type {Record<string, { version: string, optional?: boolean }>} */
  const wanted = read(at('package-lock.json'));
  /** @type {typeof wanted} */
  const found = existsSync(installed) ? read(installed) : {};
  return Object.keys(wanted).filter((path) => {
    if (path === '') return false;
    return path in found ? found[path].version !== wanted[path].version : !wanted[path].optional;
  });
}

/**
 * Returns whether a dotted version is at least another version.
 *
 * @param {string} version @param {string} oldest
 */
export function isAtLeast(version, oldest) {
  const [a, b] = [version, oldest].map((text) => text.split('.').map((part) => parseInt(part, 10) || 0));
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** @param {string} text @param {RegExp} pattern @param {string} what */
function find(text, pattern, what) {
  const match = pattern.exec(text);
  if (match === null) throw new Error(`cannot read ${what}`);
  return match[1];
}
