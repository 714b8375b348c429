// What menus leave out is kept for a while (checkAll); a kept answer is the core's own.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import { checkAll } from '../../www/core/core.js';
import { catalog, check_all, initSync } from '../../www/wasm/rankscope.js';

initSync({ module: readFileSync(at('www', 'wasm', 'rankscope_bg.wasm')) });
const { defaults } = catalog();

test('kept answers are those of the core, however many settings were asked about', () => {
  const decays = ['power:1', 'log', 'list:1,2', 'nonsense'];
  const ask = (/** @type {any} */ change) => checkAll({ ...defaults, ...change }, 'decay', decays);
  const told = (/** @type {any} */ change) =>
    check_all({ ...defaults, ...change }, 'decay', decays).map((why) => why || null);
  const changes = Array.from({ length: 40 }, (_, at) => ({ c: at + 1, method: at % 2 ? 'dorm' : 'svm-map' }));
  for (const change of [...changes, ...changes.toReversed()]) assert.deepEqual(ask(change), told(change));
  assert.ok(told({}).some((why) => why === null) && told({}).some((why) => why !== null), 'both occur');
  const kept = ask({ c: 1 });
  assert.equal(ask({ c: 1 }), kept, 'the second time it is the same list');
});

test('an empty number is told from other values', () => {
  const ask = (/** @type {any} */ c) => checkAll(/** @type {any} */ ({ ...defaults, c }), 'decay', ['log']);
  for (const c of [Number.NaN, null, 'NaN', 2]) {
    let expected;
    try {
      expected = check_all(/** @type {any} */ ({ ...defaults, c }), 'decay', ['log']).map((why) => why || null);
    } catch {
      expected = [null];
    }
    assert.deepEqual(ask(c), expected, String(c));
  }
});
