// The searches of the picture of hopeless queries: what the core says of one weight, for each search and for all.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { STOPS, ZERO, isServed, searchesRun } from '../../www/features/learn/lessons/pictures/searches/searches-run.js';
import { catalog, initSync } from '../../www/wasm/rankscope.js';

test('the bounds of all searches are the means of theirs, and every weight above 0 serves the same 16', async () => {
  initSync({ module: await readFile(at('www', 'wasm', 'rankscope_bg.wasm')) });
  const settings = /** @type {any} */ ({ .../** @type {any} */ (catalog()).defaults, measure: 'ndcg@1', c: 100, scale: 'none', measures: ['ndcg@1'], reference: 'ramp' });
  const lines = (await readFile(at('www', 'samples', 'hopeless-train.txt'), 'utf8')).split('\n');
  const run = searchesRun(lines, settings);
  assert.equal(run.searches.length, 24);
  for (const key of /** @type {const} */ (['hinge', 'ramp', 'loss'])) {
    for (const stop of STOPS.keys()) {
      const mean = run.searches.reduce((sum, search) => sum + search[key][stop], 0) / 24;
      assert.ok(Math.abs(mean - run.mean[key][stop]) < 1e-9, `${key} at ${STOPS[stop]}`);
    }
  }
  for (const [stop, w] of STOPS.entries()) {
    const served = run.searches.filter((search) => isServed(search, stop)).map(({ kind }) => kind);
    assert.equal(served.length, w > 0 ? 16 : w < 0 ? 8 : 0, `${w}`);
    if (w) assert.ok(Math.abs(run.value(w) - served.length / 24) < 1e-12);
  }
  assert.ok(run.objective.hinge.every((value) => value >= run.objective.hinge[ZERO]), 'the hinge is lowest at 0');
  assert.ok(STOPS[run.lowest] > 5, 'the ramp bound is not');
  const flip = run.searches.find(({ kind }) => kind === 'flip');
  assert.ok(flip?.ramp.slice(ZERO).every((value) => value < 1 + 1e-9), 'the ramp bound of a flip stops at its loss');
  run.end();
});
