import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listedPackages, readyPackage } from '../../scripts/lib/cargo.mjs';
import { counter } from '../../scripts/lib/counter.mjs';

test('the count is shown at the start, at every tenth, and after some time', () => {
  /** @type {string[]} */
  const lines = [];
  let time = 0;
  const count = counter('crates', 40, { show: (line) => void lines.push(line.trim()), now: () => time });
  for (const done of [1, 2, 3, 4, 5]) count(done);
  time = 14_999;
  count(6);
  time = 15_000;
  count(7);
  count(40);
  assert.deepEqual(lines, ['crates: 1 of 40 (2 %)', 'crates: 4 of 40 (10 %)', 'crates: 7 of 40 (17 %)', 'crates: 40 of 40 (100 %)']);
});

test('a count above the expected total is 100 %', () => {
  /** @type {string[]} */
  const lines = [];
  const count = counter('crates', 0, { show: (line) => void lines.push(line.trim()), now: () => 0 });
  count(3);
  assert.deepEqual(lines, ['crates: 3 of 3 (100 %)']);
});

test('a printed tree names each package once, in every version', () => {
  const tree = 'rankscope v0.1.0 (/a folder/rankscope)\nserde v1.0.229\nserde_derive v1.0.229 (proc-macro)\nsyn v2.0.119\nsyn v3.0.9\nserde v1.0.229 (*)\n\n';
  assert.deepEqual(listedPackages(tree).map(({ name, version }) => `${name} ${version}`), ['rankscope 0.1.0', 'serde 1.0.229', 'serde_derive 1.0.229', 'syn 2.0.119', 'syn 3.0.9']);
});

test('a package is ready with its library or program, not with its build script', () => {
  const message = (/** @type {object} */ change) => JSON.stringify({ reason: 'compiler-artifact', package_id: 'serde#1.0.229', target: { kind: ['lib'] }, fresh: false, ...change });
  assert.deepEqual(readyPackage(message({})), { id: 'serde#1.0.229', fresh: false });
  assert.deepEqual(readyPackage(message({ target: { kind: ['bin'] }, fresh: true })), { id: 'serde#1.0.229', fresh: true });
  assert.equal(readyPackage(message({ target: { kind: ['custom-build'] } })), undefined);
  assert.equal(readyPackage(message({ reason: 'build-finished' })), undefined);
  assert.equal(readyPackage('not a message'), undefined);
});
