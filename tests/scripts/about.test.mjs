// The documents about the page stand beside the built page, without scripts, and say what the code does.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ABOUT, aboutFiles, pageOf } from '../../scripts/lib/about.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';
import { MOST_RUNS } from '../../www/features/library/runs/runs-state.js';

const files = await aboutFiles();
const privacy = readFileSync(at('docs', 'privacy.md'), 'utf8');
const sources = await Promise.all((await filesUnder(at('www'))).filter((path) => path.endsWith('.js') && !path.includes('wasm'))
  .map((path) => readFileSync(path, 'utf8')));

test('each document is a page with one title that loads its style sheet alone', () => {
  for (const name of ABOUT) {
    const page = files[`about/${name}.html`];
    assert.equal(page.match(/<h1/g)?.length, 1, name);
    assert.match(page, /default-src 'none'; style-src 'self'/);
    const addresses = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    for (const address of addresses) assert.ok(address === '../' || `about/${address}` in files, `${name}: ${address}`);
    assert.equal(/<script|<img|\son\w+=/i.test(page), false, name);
  }
});

test('links to documents that are not beside the page are text', async () => {
  assert.match(await pageOf('# A\n\n[b *c*](other.md) [d](privacy.md)\n'), /<p>b <em>c<\/em> <a href="privacy\.html">d<\/a><\/p>/);
  await assert.rejects(pageOf('no title'), /begins with/);
});

test('the glossary links to them', () => {
  const dialog = readFileSync(at('www', 'features', 'learn', 'glossary', 'glossary-dialog.js'), 'utf8');
  for (const name of ABOUT) assert.ok(dialog.includes(`'about/${name}.html'`), name);
});

test('the privacy page names every store that the code uses', () => {
  const all = sources.join('\n');
  const databases = [...all.matchAll(/^const DATABASE = '([^']+)';$/gm)].map(([, name]) => name);
  assert.equal(databases.length, all.match(/indexedDB\.open\(/g)?.length, 'every database has a name');
  for (const name of databases) assert.ok(privacy.includes(`IndexedDB \`${name}\``), name);
  for (const source of sources) {
    for (const [, key] of source.matchAll(/localStorage\.\w+\(([^),]+)/g)) {
      const [, text] = new RegExp(`const ${key} = ['\`]([^'\`]+)['\`]`).exec(source) ?? [];
      assert.match(text ?? '', /^rankscope-/, `localStorage: ${key}`);
    }
  }
  assert.ok(privacy.includes('localStorage `rankscope-…`') && privacy.includes(`at most ${MOST_RUNS} kept runs`));
  assert.equal(/sessionStorage|document\.cookie|sendBeacon|new WebSocket|new EventSource/.test(all), false, 'no other store and no other channel');
});
