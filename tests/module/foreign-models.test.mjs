// Models of other programs in the module: they are recognised, opened, and score as their programs do.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import './support/page-globals.mjs';
import { start } from '../../www/core/core.js';
import { isModelFile } from '../../www/features/share/model-file/is-model-file.js';
import { openModelFile } from '../../www/features/share/model-file/read-model-file.js';
import { DataReader, Model } from '../../www/wasm/rankscope.js';

before(start);

const FILES = { lightgbm: ['lightgbm.txt', 'lightgbm.json'], xgboost: ['xgboost.json', 'xgboost.ubj'] };
const AWAY = 1e-6; // relative

/** @param {string} folder @param {string} name */
const content = (folder, name) => readFileSync(at('tests', 'core', 'model', 'foreign', folder, name));

/** The data of a folder, with gaps as gaps. @param {string} folder */
function dataOf(folder) {
  const reader = new DataReader({ missing: 'model' }, new Uint8Array(), []);
  reader.push(content(folder, 'data.csv'));
  return reader.finish().dataset();
}

for (const folder of ['complete', 'gaps']) {
  for (const [program, names] of Object.entries(FILES)) {
    test(`${program} models score as their program does, data ${folder}`, async () => {
      const data = dataOf(folder);
      const expected = content(folder, `${program}-scores.txt`).toString().trim().split(/\s+/).map(Number);
      for (const name of names) {
        const bytes = content(folder, name);
        assert.equal(await isModelFile(new Blob([bytes])), true, name);
        const model = Model.read(bytes);
        const scores = model.score(data);
        assert.equal(scores.length, expected.length, name);
        const off = expected.filter((score, row) => Math.abs(scores[row] - score) > AWAY * Math.max(1, Math.abs(score)));
        assert.deepEqual(off, [], name);
        // The page keeps the model as a file of Rankscope, which scores the same bits.
        const kept = Model.parse(model.json());
        assert.deepEqual(kept.score(data), scores, name);
        kept.free();
        model.free();
      }
      data.free();
    });
  }
}

test('a packed model is opened, with its program, kind and names', async () => {
  /** @type {any[]} */
  const actions = [];
  const store = { dispatch: (/** @type {any} */ action) => actions.push(action) };
  const packed = await new Response(new Blob([content('complete', 'lightgbm.txt')]).stream()
    .pipeThrough(new CompressionStream('gzip'))).blob();
  assert.equal(await openModelFile(store, new File([packed], 'model.txt.gz')), true);
  const [{ type, model }] = actions;
  assert.equal(type, 'modelfile/open');
  assert.match(model.method, /^LightGBM, lambdarank, \d+ trees$/);
  assert.equal(model.names[0], 'bm25');
  assert.ok(model.foreign.followsGaps);
  assert.match(model.card, /LightGBM/);
});

test('files of other kinds are no models, and say what they seem to be', async () => {
  for (const [text, what] of [['1 qid:1 1:0.5\n', /data in LETOR format, not a model/], ['q,d,label\n', /a table, not a model/], ['PK\x03\x04', /a ZIP archive/], ['', /an empty file/]]) {
    const file = new File([/** @type {string} */ (text)], 'x');
    assert.equal(await isModelFile(file), false, String(text));
    /** @type {any[]} */
    const actions = [];
    assert.equal(await openModelFile({ dispatch: (/** @type {any} */ action) => actions.push(action) }, file), false);
    assert.match(actions[0].message, /** @type {RegExp} */ (what));
  }
});
