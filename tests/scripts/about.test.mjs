// The documents about the page say what the code does.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ABOUT } from '../../scripts/lib/pages/documents.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';
import { MOST_RUNS } from '../../www/features/library/runs/runs-state.js';

const privacy = readFileSync(at('docs', 'privacy.md'), 'utf8');
const sources = await Promise.all((await filesUnder(at('www'))).filter((path) => path.endsWith('.js') && !path.includes('wasm'))
  .map((path) => readFileSync(path, 'utf8')));

test('the glossary links to them and to all documents', () => {
  const dialog = readFileSync(at('www', 'features', 'learn', 'glossary', 'glossary-dialog.js'), 'utf8');
  for (const name of [...ABOUT.map((one) => `about/${one}`), 'docs/index']) assert.ok(dialog.includes(`'${name}.html'`), name);
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
