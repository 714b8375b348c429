// The model of a file: what is asked about its scores, and whose answers count.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../www/app/reducer.js';
import { NO_MODEL_FILE, rankedQuery, reduceModelFile, scoresQuestionOf, waysQuestionOf, withOtherData } from '../../../www/features/share/model-file/model-file-state.js';
import { featureOf } from '../../../www/features/share/model-file/model-file-text.js';

/** @typedef {Parameters<typeof reduceModelFile>[1]} Action */

const model = /** @type {any} */ ({ name: 'model.json', json: '{}', names: ['title'] });
/** Three documents, whose order by score is 2, 0, 1. */
const ranking = { query: 'a', index: 4, documents: [[2, 0], [0, 0], [1, 2]].map(([document, grade], at) => ({ document, grade, comment: '', score: -at, rank: null })) };
const question = { json: '{}', rival: null, query: 'a', measures: ['ndcg@10'] };
/** @param {...any} actions */
const after = (...actions) => actions.reduce((state, action) => reduceModelFile(state, action), NO_MODEL_FILE);
/** @param {number} request @param {any} [found] */
const applied = (request, found = ranking) => ({ type: 'modelfile/applied', request, applied: { parts: [], agreement: null, ranking: found }, message: '' });
const OPEN = [{ type: 'modelfile/open', model }, { type: 'modelfile/ask', ...question }];

test('the first of the ranking and the best-graded one below it are explained, until others are chosen', () => {
  assert.equal(scoresQuestionOf(after(...OPEN)), null, 'before there is a ranking');
  const ranked = after(...OPEN, applied(1));
  assert.deepEqual(rankedQuery(ranked)?.predicted, [2, 0, 1]);
  assert.deepEqual(rankedQuery(ranked)?.documents.map(({ document }) => document), [0, 1, 2], 'by their places in the query');
  assert.deepEqual(scoresQuestionOf(ranked), { json: '{}', query: 4, first: 2, second: 1 });
  const chosen = after(...OPEN, applied(1), { type: 'modelfile/pair', pair: { query: 4, first: 0, second: 2 } });
  assert.deepEqual(scoresQuestionOf(chosen), { json: '{}', query: 4, first: 0, second: 2 });
  assert.deepEqual(scoresQuestionOf({ ...chosen, pair: { query: 3, first: 0, second: 2 } }), { json: '{}', query: 4, first: 2, second: 1 }, 'another query');
  assert.equal(withOtherData(chosen).pair, null, 'other data have other documents');
  assert.equal(scoresQuestionOf(after(...OPEN, applied(1, null))), null, 'without a query');
  assert.equal(scoresQuestionOf(after(...OPEN, applied(1, { ...ranking, documents: ranking.documents.slice(0, 1) }))), null, 'one document has no other to stand above');
});

test('nothing is asked about a ranking of other data, another query or another model', () => {
  const again = after(...OPEN, applied(1), { type: 'modelfile/ask', ...question, query: 'b' });
  assert.equal(scoresQuestionOf(again), null);
  assert.equal(scoresQuestionOf(after(...OPEN, applied(1), OPEN[0])), null);
  assert.equal(scoresQuestionOf(after(...OPEN, applied(1), { type: 'modelfile/close' })), null);
});

test('only the answer to the newest question counts', () => {
  const explain = { type: 'modelfile/explain', json: '{}', query: 4, first: 2, second: 1 };
  const asked = after(...OPEN, applied(1), explain, { ...explain, first: 0 });
  const explanation = /** @type {any} */ ({ query: 4, documents: [0, 1] });
  const request = /** @type {number} */ (asked.scores?.request);
  assert.equal(reduceModelFile(asked, { type: 'modelfile/explained', request: request - 1, explanation, problem: '' }), asked, 'a late answer');
  assert.deepEqual(reduceModelFile(asked, { type: 'modelfile/explained', request, explanation, problem: '' }).scores?.answer, { explanation, problem: '' });
  assert.equal(reduceModelFile(asked, { type: 'modelfile/open', model }).scores, null, 'another model has other scores');
});

test('an opened model is a choice where runs are compared, until it is closed', () => {
  const start = initialState(/** @type {any} */ ({ defaults: {} }), 'system');
  const opened = reduce(start, { type: 'modelfile/open', model: { ...model, measure: 'err', settings: { method: 'dorm' }, without: [2] } });
  assert.deepEqual(opened.runs.opened, { id: 'file', name: 'model.json', settings: { method: 'dorm' }, measure: 'err', model: '{}', without: [2] });
  assert.equal(reduce(opened, { type: 'modelfile/refused', name: 'x', message: 'no' }).runs, opened.runs, 'a refused file changes nothing');
  assert.equal(reduce(opened, { type: 'modelfile/close' }).runs.opened, null);
});

test('features have the names of the model, else those of the data', () => {
  assert.deepEqual([0, 1, 2].map((feature) => featureOf(model, ['x', 'body'], feature)), ['title', 'body', 'feature 3']);
});

test('a list that fits the test data is a row of comparisons, until it is closed or other data are there', () => {
  const start = initialState(/** @type {any} */ ({ defaults: {} }), 'system');
  const content = new Uint8Array([49]);
  const ask = { type: 'modelfile/ask', json: '', list: content, rival: null, query: null, measures: [], threshold: 1 };
  /** @param {string[]} parts */
  const answered = (parts) => ({ type: 'modelfile/applied', request: 1, message: '', applied: { parts: parts.map((part) => ({ part, own: [], rival: null })), agreement: null, ranking: null, join: '' } });
  /** @param {any[]} actions */
  const ranker = (...actions) => [{ type: 'modelfile/open', model: { ...model, name: 'a.run', list: content } }, ask, ...actions].reduce(reduce, start).comparison.ranker;
  assert.equal(ranker(), null, 'before it is measured');
  assert.equal(ranker(answered(['train'])), null, 'it is for other data');
  assert.deepEqual(ranker(answered(['train', 'test'])), { name: 'a.run', content });
  assert.equal(ranker(answered(['test']), { type: 'modelfile/close' }), null);
});

test('the ways of two documents are those of the pair, and only the newest answer counts', () => {
  const chosen = after(...OPEN, applied(1), { type: 'modelfile/pair', pair: { query: 4, first: 0, second: 2 } });
  assert.deepEqual(waysQuestionOf(chosen, [0, 2], [0, 3]), { json: '{}', query: 4, documents: [0, 2], tree: [0, 3] });
  assert.equal(waysQuestionOf(after(...OPEN), [0, 2], [0, 3]), null, 'before there is a ranking');
  const follow = { type: 'modelfile/follow', json: '{}', query: 4, documents: [0, 2], tree: [0, 3] };
  const asked = after(...OPEN, applied(1), follow, { ...follow, tree: [0, 4] });
  const request = /** @type {number} */ (asked.ways?.request);
  const value = /** @type {any} */ ({ nodes: [[0], [0]] });
  assert.equal(reduceModelFile(asked, { type: 'modelfile/followed', request: request - 1, value, problem: '' }), asked, 'a late answer');
  assert.deepEqual(reduceModelFile(asked, { type: 'modelfile/followed', request, value, problem: '' }).ways?.answer, { value, problem: '' });
  assert.equal(withOtherData(asked).ways, null, 'other data have other documents');
  assert.equal(reduceModelFile(asked, { type: 'modelfile/open', model }).ways, null);
});
