// Version, repository and homepage stand in several manifests; Cargo.toml has them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FILES, SOURCE, differences, factsOf, filled } from '../../scripts/lib/metadata.mjs';
import { libraryManifest } from '../../scripts/lib/npm-package.mjs';
import { at } from '../../scripts/lib/project.mjs';

const texts = Object.fromEntries(FILES.map((file) => [file, readFileSync(at(...file.split('/')), 'utf8')]));
const own = factsOf(texts[SOURCE]);
const OTHER = { version: '7.8.9', repository: 'https://example.org/group/name', homepage: 'https://example.org/page' };

test('the manifests of this repository agree', () => {
  assert.match(own.version, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(differences(texts), []);
});

test('writing the same facts changes no manifest', () => {
  assert.deepEqual(filled(texts, own), texts);
});

test('other facts are written into every manifest and removed again', () => {
  const changed = filled(texts, OTHER);
  assert.deepEqual(factsOf(changed[SOURCE]), OTHER);
  assert.deepEqual(differences(changed), []);
  for (const file of FILES) assert.notEqual(changed[file], texts[file], file);
  const lines = (/** @type {string} */ file) => changed[file].split('\n').filter((line) => /example\.org|7\.8\.9/.test(line)).length;
  assert.deepEqual(Object.fromEntries(FILES.map((file) => [file, lines(file)])), {
    'Cargo.toml': 3, 'package.json': 4, 'package-lock.json': 2, 'CITATION.cff': 3, 'python/Cargo.toml': 1, 'python/pyproject.toml': 2,
    'Cargo.lock': 1, 'python/Cargo.lock': 2, 'fuzz/Cargo.lock': 1,
  });
  assert.deepEqual(filled(changed, own), texts);
});

test('a manifest that differs is named with both values', () => {
  const wrong = { ...texts, 'CITATION.cff': texts['CITATION.cff'].replace(/^version: .*$/m, 'version: 0.0.9'),
    'python/Cargo.lock': texts['python/Cargo.lock'].replace(/(name = "rankscope-python"\nversion = ")[^"]+/, '$10.0.8') };
  assert.deepEqual(differences(wrong), [
    `CITATION.cff: version is 0.0.9, and ${own.version} in Cargo.toml`,
    `python/Cargo.lock: version is ${own.version} and 0.0.8, and ${own.version} in Cargo.toml`,
  ]);
  assert.deepEqual(differences(wrong, ['homepage']), []);
});

test('the npm package names the repository that Cargo.toml names', () => {
  const manifest = libraryManifest(filled(texts, OTHER)[SOURCE], { engines: {} });
  assert.deepEqual([manifest.version, manifest.repository, manifest.homepage],
    [OTHER.version, { type: 'git', url: `git+${OTHER.repository}.git` }, OTHER.homepage]);
  assert.equal('repository' in libraryManifest(filled(texts, { ...OTHER, repository: null })[SOURCE], { engines: {} }), false);
});
