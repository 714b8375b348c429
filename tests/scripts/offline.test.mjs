// The list of files that the service worker caches.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { SERVICE_WORKER, keptFiles, writeServiceWorker } from '../../scripts/lib/offline.mjs';

/** @param {(folder: string) => Promise<void>} body */
async function inFolder(body) {
  const folder = await mkdtemp(join(tmpdir(), 'rankscope-kept-'));
  try {
    for (const name of ['assets', 'later', 'samples', 'icons']) await mkdir(join(folder, name));
    const files = { 'index.html': '<p>', 'assets/a-1.js': 'a', 'samples/small.txt': 's', 'samples/large.txt.gz': 'x'.repeat(20_000), 'samples/town.json': 't'.repeat(20_000), 'samples/LICENSES.md': 'l', 'icons/i.png': 'p', 'later/b-1.js': 'b'.repeat(20_000), 'later/c-1.json': 'c'.repeat(20_000) };
    for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
    await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('files of a first visit are cached at once, large data at first use, pictures never', () => inFolder(async (folder) => {
  const { ahead, later } = await keptFiles(folder);
  assert.deepEqual(Object.keys(ahead).sort(), ['', 'assets/a-1.js', 'later/b-1.js', 'samples/small.txt', 'samples/town.json']);
  assert.deepEqual(Object.keys(later), ['later/c-1.json', 'samples/large.txt.gz']);
  assert.equal(ahead[''], createHash('sha256').update('<p>').digest('hex'), 'the checksum is that of the content');
}));

test('the version changes if and only if a file changes', () => inFolder(async (folder) => {
  const first = await writeServiceWorker(folder);
  assert.equal((await writeServiceWorker(folder)).version, first.version, 'the same files are the same version');
  assert.ok((await readFile(join(folder, SERVICE_WORKER), 'utf8')).includes(JSON.stringify(first)), 'the file has the list');
  await writeFile(join(folder, 'samples/large.txt.gz'), 'other');
  assert.notEqual((await writeServiceWorker(folder)).version, first.version, 'another file is another version');
}));
