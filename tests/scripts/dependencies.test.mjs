// The lists of dependencies match the lock files; sources and licences are allowed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ALLOWED, ALLOWED_FOR_TOOLS, LICENCES, LIST, isAllowed, lockedCrates, lockedPackages } from '../../scripts/lib/dependencies.mjs';

const list = readFileSync(LIST, 'utf8');
const [rust, node] = list.split('## npm packages').map((part) => [...part.matchAll(/^\| (?!package \||---)(\S+) \| (\S+) \| (.+?) \| (.+?) \| (yes)? ?\|$/gm)].map(([, name, version, licence, use, runs]) => ({ name, version, licence, use, runs: runs === 'yes' })));
/** @param {{ name: string, version: string }} one */
const said = ({ name, version }) => `${name} ${version}`;
const AGAIN = '"npm run dependencies" writes it anew';

test('docs/dependencies.md lists exactly the packages of the lock files', () => {
  assert.deepEqual(rust.map(said).sort(), lockedCrates().map(said).sort(), `crates: ${AGAIN}`);
  assert.deepEqual(node.map(said).sort(), lockedPackages().map(said).sort(), `npm packages: ${AGAIN}`);
});

test('every package comes from the public registry of its language, with a checksum', () => {
  for (const one of lockedCrates()) assert.ok(one.source.startsWith('registry+https://github.com/rust-lang/crates.io-index') && /^[0-9a-f]{64}$/.test(one.checksum), said(one));
  for (const one of lockedPackages()) assert.ok((!one.resolved || one.resolved.startsWith('https://registry.npmjs.org/')) && one.integrity?.startsWith('sha512-'), said(one));
});

test('every licence is allowed', () => {
  for (const one of [...rust, ...node]) assert.ok(isAllowed(one.licence, one.use === 'build and tests' ? ALLOWED_FOR_TOOLS : ALLOWED), `${said(one)}: ${one.licence}`);
  for (const [licence, allowed] of /** @type {const} */ ([
    ['MIT', true], ['Apache-2.0/MIT', true], ['GPL-3.0', false], ['MIT OR GPL-3.0', true], ['MIT AND GPL-3.0', false], ['(MIT OR Apache-2.0) AND Unicode-3.0', true],
    ['(MIT OR Apache-2.0) AND GPL-3.0', false], ['MPL-2.0', false], ['none', false],
    ['Apache-2.0 WITH LLVM-exception', false], ['Apache-2.0 WITH LLVM-exception OR MIT', true], ['MIT AND GPL-2.0 WITH Classpath-exception-2.0', false],
  ])) assert.equal(isAllowed(licence, ALLOWED), allowed, licence);
});

test('no npm package runs a script when it is installed unless the list says so', () => {
  for (const one of lockedPackages()) assert.equal(node.find(({ name, version }) => name === one.name && version === one.version)?.runs, Boolean(one.hasInstallScript), `${said(one)}: ${AGAIN}`);
});

test('the licences beside the page name every shipped crate and package, with a text', () => {
  const texts = readFileSync(LICENCES, 'utf8').split(/^## (?=[\w-]+ \d)/m).slice(1);
  const named = texts.flatMap((text) => text.split('\n')[0].split(', '));
  const shipped = [...rust, ...node].filter(({ use }) => use === 'shipped');
  assert.ok(shipped.some(({ name }) => name === 'wasm-bindgen') && shipped.some(({ name }) => name === 'plotters'), 'the module is made of more than this project');
  assert.deepEqual(named.sort(), shipped.map(said).sort(), AGAIN);
  for (const text of texts) assert.ok(/copyright|licen[cs]e/i.test(text.slice(text.indexOf('\n'))) && text.length > 400, text.slice(0, 80));
});
