// A model file that is dropped on the page: it is opened as a model, measured on the data, and compared with the run.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { headlessPage } from './support/headless-page.mjs';
import { openJson } from '../../www/app/open-json.js';
import { sampleRequest } from '../../www/features/data/samples.js';
import { pairOfFile, questionOf, scoresQuestionOf, waysQuestionOf } from '../../www/features/share/model-file/model-file-state.js';
import { agreementText, misfitText, summaryText } from '../../www/features/share/model-file/model-file-text.js';
import { telling } from '../../www/features/library/runs/runs-state.js';
import { TO_THE_END } from '../../www/features/run/training/run-state.js';

const page = await headlessPage();
after(() => page.close());
const { store, until } = page;

/** Trains on a sample, and returns the file of its model. @param {string} sample */
async function trainedOn(sample) {
  const request = /** @type {import('../../www/features/data/data-state.js').DataRequest} */ (sampleRequest(sample));
  store.dispatch({ type: 'load', request });
  await until(({ run, data }) => data?.request === request && run?.status === 'ready' && run.reports.length, 'the data are there');
  store.dispatch({ type: 'step', steps: TO_THE_END, whole: true });
  const { run, runs } = await until((state) => state.run?.stop && state.runs.latest?.run === state.run.id && (state.snapshot?.inspection ?? state.snapshot?.pulls), 'the run has ended');
  return { run: /** @type {any} */ (run), json: runs.latest?.model ?? '' };
}

/** Asks what the panel asks. */
async function answered() {
  const question = questionOf(/** @type {any} */ (store.get()));
  assert.ok(question);
  store.dispatch({ type: 'modelfile/ask', ...question });
  const { modelfile } = await until((state) => state.modelfile.answer?.request === state.modelfile.asked?.request, 'the worker has answered');
  return { question, answer: /** @type {any} */ (modelfile.answer) };
}

test('a dropped model has the measures of the run that it is from, and its ranking', async () => {
  const { run, json } = await trainedOn('kitchen');
  /** @type {string[]} */
  const seen = [];
  const stop = store.subscribe((_state, { type }) => seen.push(type));
  assert.equal(await openJson(store, new File([json], 'model.json')), true);
  stop();
  const { modelfile: { model }, panels, catalog } = store.get();
  assert.ok(model && panels.modelfile && !seen.includes('lessons/file'), 'it is opened as a model');
  assert.match(summaryText(catalog, model), /^DORM · NDCG@10 · \d+ features$/);
  assert.equal(misfitText(model, /** @type {any} */ (store.get().data).summaries.train), '');
  assert.match(model.card, /^# Model card/);

  const { question, answer: { applied, message } } = await answered();
  assert.equal(message, '');
  const [train] = applied.parts;
  const { value } = telling(/** @type {any} */ (run)).train[0];
  assert.deepEqual([train.part, train.own[0], train.rival[0]], ['train', value, value], 'the measure is that of the kept model');
  assert.match(agreementText(applied.agreement), /^On the training queries the run is better in NDCG@10 on 0 queries, worse on 0 and the same on 6\. .* RBO 1\.000/);
  const { query, documents } = applied.ranking;
  assert.equal(query, question.query);
  assert.deepEqual(documents.map((/** @type {any} */ one) => one.rank), documents.map((/** @type {any} */ _one, /** @type {number} */ at) => at + 1));
  assert.ok(documents.every((/** @type {any} */ one, /** @type {number} */ at) => at === 0 || one.score <= documents[at - 1].score));
});

test('the parts of the difference of two scores of an opened model add up to it', async () => {
  for (const method of ['dorm', 'lambdamart', 'rankboost', 'ranknet', 'mcrank']) {
    store.dispatch({ type: 'settings', change: { method, epochs: 2, rounds: 3, scale: 'query' } });
    const { json } = await trainedOn('kitchen');
    await openJson(store, new File([json], 'model.json'));
    const { answer: { applied } } = await answered();
    const question = scoresQuestionOf(store.get().modelfile);
    assert.ok(question, method);
    store.dispatch({ type: 'modelfile/explain', ...question });
    const { modelfile: { scores } } = await until((state) => state.modelfile.scores?.answer, 'the scores are explained');
    const { explanation, problem } = /** @type {any} */ (scores?.answer ?? {});
    assert.equal(problem, '', method);
    const sum = explanation.features.reduce((/** @type {number} */ whole, /** @type {any} */ part) => whole + part.difference, 0);
    assert.ok(Math.abs(sum - explanation.difference) < 1e-9, `${method}: ${sum}`);
    [question.first, question.second].forEach((document, place) => {
      const { score } = applied.ranking.documents.find((/** @type {any} */ one) => one.document === document);
      assert.equal(score, explanation.scores[place], method);
    });
  }
  store.dispatch({ type: 'settings', change: { method: 'dorm', scale: 'none' } });
});

test('the worker follows the chosen documents of an opened model, as it follows those of the run', async () => {
  store.dispatch({ type: 'settings', change: { method: 'lambdamart', rounds: 4, scale: 'standard' } });
  const { run, json } = await trainedOn('kitchen');
  await openJson(store, new File([json], 'model.json'));
  await answered();
  const pair = pairOfFile(store.get().modelfile);
  assert.ok(pair);
  for (const tree of /** @type {[number, number][]} */ ([[0, 0], [0, 3], [0, 4]])) {
    const question = waysQuestionOf(store.get().modelfile, [pair.first, pair.second], tree);
    assert.ok(question);
    store.dispatch({ type: 'modelfile/follow', ...question });
    const { modelfile } = await until((state) => state.modelfile.ways?.answer, 'the documents are followed');
    /** @type {any} */
    const asked = { type: 'tree paths', run: run.id, iteration: 4, query: pair.query, documents: question.documents, tree };
    store.dispatch({ type: 'panel', panel: 'weights', open: true });
    store.dispatch({ type: 'model/ask', asked: { paths: asked } });
    const { model } = await until((state) => state.model.told.paths && `${state.model.told.paths.question.tree}` === `${tree}`, 'the run has answered');
    const told = /** @type {any} */ (model.told.paths);
    assert.deepEqual(modelfile.ways?.answer, { value: told.value, problem: told.problem });
    assert.equal(told.value === null, tree[1] === 4, told.problem);
  }
  store.dispatch({ type: 'settings', change: { method: 'dorm', scale: 'none' } });
});

test('the module refuses queries and documents that do not exist, and other arguments', async () => {
  const { Dataset, Model } = await import('../../www/wasm/rankscope.js');
  const data = Dataset.from(Float64Array.of(1, 2, 3), Uint8Array.of(0, 1, 0), Uint32Array.of(5, 5, 7), undefined);
  const model = Model.parse('{"format":"rankscope-model","version":1,"settings":{},"max_grade":1,"scaling":{"kind":"none"},"weights":[2]}');
  assert.deepEqual([data.find_query('5'), data.find_query('7'), data.find_query('9')], [0, 1, undefined]);
  assert.deepEqual([...model.score_query(data, 0)], [2, 4]);
  assert.deepEqual(model.explain(data, 0, 1, 0).scores, [4, 2]);
  for (const [query, first, second, named] of /** @type {any[]} */ ([[2, 0, 0, /query/], [1, 0, 1, /document/], [-1, 0, 0, /query/], [0, 0.5, 0, /first/], [0, 0, 'x', /second/], [0, 0, undefined, /second/]])) {
    assert.throws(() => model.explain(data, query, first, second), { name: 'RankscopeError', message: named });
  }
  assert.throws(() => model.score_query(data, 2), { name: 'RankscopeError', message: /query/ });
  assert.throws(() => data.find_query(/** @type {any} */ (5)), { name: 'RankscopeError', message: /id/ });
  model.free();
  data.free();
});

test('data without all features of the model are named', async () => {
  const { json } = await trainedOn('kitchen');
  await openJson(store, new File([json], 'model.json'));
  await trainedOn('ring');
  const { modelfile: { model }, data } = store.get();
  assert.match(misfitText(/** @type {any} */ (model), /** @type {any} */ (data).summaries.train), /^The data do not fit the model: features 3 to \d+ are missing and count as 0\./);
  const { answer: { applied } } = await answered();
  assert.equal(applied.parts.length, 3, 'its measures are those of the data all the same');
});

test('a model that was trained on other features is told', () => {
  const model = /** @type {any} */ ({ features: 2, names: ['f1', 'f3'], without: [2] });
  const data = { features: 3, feature_names: [] };
  assert.match(misfitText(model, data), /^The numbers below mean nothing: the model was trained without feature 2, and the page has the data with all features\./);
  assert.match(misfitText(model, data, [1, 2]), /has the data without features 1, 2\./);
  assert.equal(misfitText(model, { features: 2, feature_names: ['f1', 'f3'] }, [2]), '');
});

test('features of other names are named', () => {
  const model = /** @type {any} */ ({ features: 2, names: ['a', 'b'] });
  assert.equal(misfitText(model, { features: 2, feature_names: ['a', 'c'] }), 'Feature 2 is “b” in the model and “c” in the data.');
  assert.equal(misfitText(model, { features: 3, feature_names: ['a', 'c', 'd'] }), 'The data have 1 feature more than the model; the model does not use them. Feature 2 is “b” in the model and “c” in the data.');
  assert.equal(misfitText(model, { features: 1, feature_names: [] }), 'The data do not fit the model: feature 2 is missing and counts as 0.');
});

test('what the data lack of a model of another program is told, unless names join them', () => {
  const foreign = { notes: ['it says little'], followsGaps: true };
  const model = /** @type {any} */ ({ features: 3, names: ['a', 'b', 'c'], foreign });
  assert.equal(misfitText(model, { features: 1, feature_names: [] }), 'The data have 1 feature and the model 3: the others are gaps to the model. It says little.');
  assert.equal(misfitText({ ...model, foreign: { notes: [], followsGaps: false } }, { features: 2, feature_names: ['x'] }), 'The data have 2 features and the model 3: the others count as 0.');
  assert.equal(misfitText(model, { features: 2, feature_names: ['c', 'a'] }), 'It says little.');
});

test('a broken model file is refused with the reason, and is no lesson', async () => {
  store.dispatch({ type: 'modelfile/close' });
  assert.equal(await openJson(store, new File(['{"format":"rankscope-model","version":4'], 'broken.json')), false);
  const { modelfile: { model, refused } } = store.get();
  assert.deepEqual([model, refused?.name], [null, 'broken.json']);
  assert.match(refused?.message ?? '', /not a model file/);
});
