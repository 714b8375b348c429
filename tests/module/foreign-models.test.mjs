// Models of other programs in the module: they are recognised, opened, and score as their programs do.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import './support/page-globals.mjs';
import { start } from '../../www/core/core.js';
import { isModelFile } from '../../www/features/share/model-file/is-model-file.js';
import { openModelFile } from '../../www/features/share/model-file/read-model-file.js';
import { namedTerms } from '../../www/features/inspect/model/named-terms.js';
import { DataReader, Model, Ranker } from '../../www/wasm/rankscope.js';

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

test('the ways of two documents through trees end at the difference of their scores', () => {
  for (const folder of ['complete', 'gaps']) {
    const data = dataOf(folder);
    for (const name of ['lightgbm.txt', 'xgboost.json']) {
      const read = Model.read(content(folder, name));
      // The worker has the model as a file of Rankscope.
      const model = Model.parse(read.json());
      const scores = model.score_query(data, 2);
      namedTerms(JSON.parse(model.json()).scorer).forEach(({ term: { weak }, place }) => {
        const { nodes, values, differences } = model.tree_paths(data, 2, Uint32Array.of(3, 0), Uint32Array.from(place));
        assert.equal(differences.at(-1), scores[3] - scores[0], `${folder}, ${name}`);
        assert.ok(weak.kind === 'tree' && nodes.every((way, at) =>
          way[0] === 0 && weak.nodes[way[values[at].length]].kind === 'leaf'));
      });
      assert.throws(() => model.tree_paths(data, 2, Uint32Array.of(3), Uint32Array.of(0, 0)), /documents: they are two/);
      assert.throws(() => model.tree_paths(data, 2, Uint32Array.of(3, 0), Uint32Array.of(1, 0)), /no tree 0 in ensemble 1/);
      model.free();
      read.free();
    }
    data.free();
  }
});

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

test('a run of TREC is a list: its ranks, its measures, and what it lacks', async () => {
  const folder = at('tests', 'core', 'ranker');
  const run = readFileSync(`${folder}/run.trec`);
  assert.equal(await isModelFile(new Blob([run])), true);
  /** @type {any[]} */
  const actions = [];
  await openModelFile({ dispatch: (/** @type {any} */ action) => actions.push(action) }, new File([run], 'bm25.run'));
  assert.deepEqual([actions[0].type, actions[0].model.json, actions[0].model.settings], ['modelfile/open', '', null]);

  const reader = new DataReader({}, new Uint8Array(), []);
  reader.push(readFileSync(`${folder}/data.txt`));
  const data = reader.finish().dataset();
  const ranker = /** @type {Ranker} */ (Ranker.read(run));
  const lines = run.toString().trim().split('\n').map((line) => line.trim().split(/\s+/));
  let unreturned = 0;
  for (let query = 0; query < data.summary().queries; query += 1) {
    const documents = data.documents(query);
    const { ranks, unjudged } = ranker.list(data, query);
    const returned = lines.filter(([id]) => data.find_query(id) === query);
    assert.equal(ranks.length, documents.length);
    assert.equal(ranks.filter(Boolean).length + unjudged, returned.length, 'every returned document is judged or not');
    unreturned += ranks.filter((rank) => rank === 0).length;
    for (const { document, comment } of documents) {
      const line = returned.find(([, , name]) => comment.endsWith(`= ${name}`));
      assert.equal(ranks[document] > 0, line !== undefined, comment);
      const above = returned.filter(([, , , , score]) => line && Number(score) > Number(line[4])).length;
      const equal = returned.filter(([, , , , score]) => line && Number(score) === Number(line[4])).length;
      if (line) assert.ok(ranks[document] > above && ranks[document] <= above + equal, comment);
    }
  }
  assert.ok(unreturned > 0, 'the run lacks documents');
  assert.ok(ranker.check(data).length > 0);
  const [{ value, measure }] = ranker.evaluate(data, ['ndcg@10'], 1, 'skip');
  assert.ok(measure === 'NDCG@10' && value !== undefined && value > 0 && value < 1, String(value));
  assert.throws(() => ranker.evaluate(data, ['ndcg@10'], 0, 'skip'), /threshold/);
  assert.throws(() => ranker.list(data, 99), /query/);
  assert.equal(Ranker.read(readFileSync(`${folder}/data.txt`)), undefined);
  assert.throws(() => Ranker.read(new TextEncoder().encode('0.5\nhalf\n')), /line 2/);
});
