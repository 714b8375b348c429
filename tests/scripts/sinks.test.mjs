// The page's own code never turns text into elements, and loads no code by an address. Biome refuses eval in every form.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { test } from 'node:test';
import { at, root } from '../../scripts/lib/project.mjs';
import { filesUnder } from '../../scripts/lib/stamps.mjs';

const SINKS = /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|parseHTMLUnsafe|createContextualFragment|srcdoc|DOMParser|importScripts)\b|\bdocument\s*\.\s*write|javascript:/;

const sources = (await filesUnder(at('www'))).filter((path) => path.endsWith('.js') && !path.includes(`${sep}wasm${sep}`));

test('no file of the page uses a sink for markup or code', () => {
  assert.ok(sources.length > 80, 'the page has many files');
  const found = sources.filter((path) => SINKS.test(readFileSync(path, 'utf8'))).map((path) => relative(root, path));
  assert.deepEqual(found, []);
});

test('the scanner finds every sink', () => {
  for (const bad of ['a.innerHTML = b', 'document.write(x)', 'frame.srcdoc = x', "a.href = 'javascript:x'"]) assert.match(bad, SINKS);
  for (const good of ['a.textContent = b', 'documents.write(x)']) assert.doesNotMatch(good, SINKS);
});

test('the page requests only its own addresses', () => {
  for (const path of sources) {
    // Comments, XML namespaces and the names of xAPI and cmi5 are not requests.
    const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/ .*$/gm, '').replaceAll('http://www.w3.org/', '').replaceAll('http://adlnet.gov/expapi/', '')
      .replaceAll('https://w3id.org/xapi/', '').replaceAll('http://www.imsproject.org/xsd/', '').replaceAll('http://www.adlnet.org/xsd/', '');
    assert.doesNotMatch(code, /['"`](?:https?|wss?):\/\//, relative(root, path));
  }
});
