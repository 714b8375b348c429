// The built-in studies, as the page gets them, in the module.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { builtInStudies } from '../../scripts/lib/built-in-studies.mjs';
import { Study, initSync } from '../../www/wasm/rankscope.js';

const read = (/** @type {string} */ name) => readFileSync(new URL(`../../www/wasm/${name}`, import.meta.url));

initSync({ module: read('rankscope_bg.wasm') });

test('the page has the studies of the command line', async () => {
  assert.deepEqual(JSON.parse(read('built-in-studies.json').toString()), await builtInStudies());
});

test('every study says what is found and what is seen here, and those without files can be prepared', async () => {
  let prepared = 0;
  for (const { name, json } of await builtInStudies()) {
    const study = new Study(json);
    const { title, found, here, trainings, files } = study.outline();
    assert.ok(title && found && here && trainings >= 1, name);
    // The others read samples, which the page fetches.
    if (files.length) continue;
    study.prepare();
    assert.ok(study.cells().length >= 1, name);
    prepared += 1;
  }
  assert.ok(prepared >= 10, `${prepared} studies were prepared`);
});
