// What the panel of studies computes: the grid, names, the remaining time, data files, and the cells to train.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName } from '../../../../www/features/library/study/export-files.js';
import { cellName, doneOf, duration, gridOf, isStudyFile, levelText, matchFiles, poolSize, progressText, secondsLeft, toTrain, workOf } from '../../../../www/features/library/study/study-plan.js';
import { studyOfFiles } from '../../../../www/features/library/study/study-source.js';
import { NO_STUDY, reduceStudy } from '../../../../www/features/library/study/study-state.js';

/** @typedef {import('../../../../www/features/library/study/study-state.js').CellPlan} CellPlan */
/** @typedef {import('../../../../www/features/library/study/study-state.js').StudyOutline} StudyOutline */

const axis = (/** @type {string} */ name, /** @type {string[]} */ ...levels) => ({ name, levels, numbers: undefined });
const outline = /** @type {StudyOutline} */ ({ title: 'T', found: '', here: '', repeats: [], files: [], records: [], cells: 8, trainings: 24, has_qp_share: false, kind: 'documents',
  axes: [axis('data', 'made'), axis('method', 'DORM', 'RankSVM'), axis('size', '10', 'all')] });
/** The product of methods, sizes and two seeds. @type {CellPlan[]} */
const cells = [0, 1].flatMap((method) => [0, 1].flatMap((size) => [1, 2].map((seed) => ({
  cell: 4 * method + 2 * size + seed - 1, place: [0, method, size], fold: 0, seed, key: `${method}${size}${size === 1 && method === 1 ? '' : seed}`,
  candidate: '', trainings: 3, closed: undefined, training_queries: size === 0 ? 10 : 160,
}))));

test('the grid has the last axis with several levels as columns, and cells of a place together', () => {
  const grid = gridOf(outline, cells);
  assert.deepEqual([grid.rowHeads, grid.columnHead, grid.columns], [['method'], 'size', ['10', 'all']]);
  assert.deepEqual(grid.rows.map(({ names, places }) => [names, places.map((inside) => inside.map(({ cell }) => cell))]),
    [[['DORM'], [[0, 1], [2, 3]]], [['RankSVM'], [[4, 5], [6, 7]]]]);
});

test('one level everywhere is a grid of one cell, and three axes name rows by two', () => {
  const single = { ...outline, axes: [axis('data', 'made'), axis('size', 'all')] };
  const one = gridOf(single, [{ ...cells[0], place: [0, 0] }]);
  assert.deepEqual([one.rowHeads, one.columns, one.rows.length], [['data'], ['all'], 1]);
  const three = { ...outline, axes: [axis('data', 'a', 'b'), axis('method', 'x', 'y'), axis('c', '1', '10'), axis('size', 'all')] };
  const places = [0, 1].flatMap((data) => [0, 1].flatMap((method) => [0, 1].map((c) => [data, method, c, 0])));
  const grid = gridOf(three, places.map((place, cell) => ({ ...cells[0], cell, place })));
  assert.deepEqual([grid.rowHeads, grid.columnHead, grid.rows.length], [['data', 'method'], 'c', 4]);
  assert.deepEqual(grid.rows[3].names, ['b', 'y']);
});

test('a cell is named by what tells it from others', () => {
  assert.equal(cellName(outline, cells[0], cells), 'DORM, 10 training queries, seed 1');
  assert.equal(cellName(outline, cells[7], cells.filter(({ seed }) => seed === 2)), 'RankSVM, 160 training queries');
  assert.equal(cellName(outline, { ...cells[1], fold: 2 }, [cells[0], { ...cells[1], fold: 2 }]), 'DORM, 10 training queries, fold 3, seed 2');
  assert.equal(cellName({ ...outline, axes: [axis('data', 'made'), axis('size', 'all')] }, { ...cells[0], place: [0, 0] }, [cells[0]]), 'made');
  assert.deepEqual([levelText('c', '0.1'), levelText('method', 'DORM'), levelText('size', 'all'), levelText('size', '25%')], ['c 0.1', 'DORM', 'all queries', '25% of queries']);
});

test('equal cells are trained once, and known ones not at all', () => {
  assert.deepEqual(toTrain(cells, () => false).map(({ cell }) => cell), [0, 1, 2, 3, 4, 5, 6]);
  assert.deepEqual(toTrain(cells, (key) => key.startsWith('0')).map(({ cell }) => cell), [4, 5, 6]);
});

test('the remaining time is unknown before a cell is done, and follows the work', () => {
  assert.equal(workOf(cells[3]), 480);
  assert.equal(secondsLeft(5, 30, 1000, 0), null);
  assert.equal(secondsLeft(5, 250, 1000, 1), 15);
  assert.equal(secondsLeft(5, 1001, 1000, 9), 0);
  assert.deepEqual([0.3, 1.4, 12, 47, 200, 9000].map(duration), ['1 second', '1 second', '10 seconds', '45 seconds', '3 minutes', '2.5 hours']);
});

test('data files are found by their path or their name, and an ambiguous name is missing', () => {
  const named = (/** @type {string} */ name, path = '') => Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: path });
  const train = named('train.txt');
  const { found, missing } = matchFiles(['data/train.txt', 'vali.txt'], [train, named('other.txt')]);
  assert.deepEqual([found, missing], [[{ name: 'data/train.txt', blob: train }], ['vali.txt']]);
  const [one, two] = ['Fold1', 'Fold2'].map((fold) => named('train.txt', `MQ/${fold}/train.txt`));
  const both = ['Fold1/train.txt', './Fold2/train.txt'];
  assert.deepEqual(matchFiles(both, [two, one]).found.map(({ blob }) => blob), [one, two]);
  assert.deepEqual(matchFiles(both, [train]).missing, both, 'the name alone does not tell them apart');
  assert.deepEqual(matchFiles(['train.txt'], [train, named('train.txt')]).missing, ['train.txt']);
});

test('a study is recognised by its beginning', async () => {
  for (const [text, expected] of /** @type {const} */ ([
    ['{"rankscope":"study","title":"x"}', true], ['\n { "rankscope" : "study" ', true], ['{"rankscope":"runs"}', false], ['{"title":"study"}', false], ['', false],
  ])) assert.equal(await isStudyFile(new Blob([text])), expected, text);
});

test('a study may begin with a byte order mark', async () => {
  const file = new File(['\uFEFF{"rankscope":"study"}'], 'a.json');
  assert.equal(await isStudyFile(file), true);
  assert.equal((await studyOfFiles([file], null)).chosen?.text, '{"rankscope":"study"}');
});

test('progress is a sentence in every state', () => {
  const study = { ...NO_STUDY, cells, marks: /** @type {const} */ (['done', 'unconverged', 'failed', 'running', 'queued']).slice() };
  assert.equal(doneOf(study.marks), 3);
  assert.match(progressText({ ...study, status: 'running' }), /^3 of 5 cells done\. The remaining time is shown after/);
  assert.match(progressText({ ...study, status: 'running', left: 12 }), /About 10 seconds left\.$/);
  assert.match(progressText({ ...study, status: 'done', trainings: 9, seconds: 2 }), /in 2 seconds\.$/);
  assert.match(progressText({ ...study, status: 'done' }), /trained before\.$/);
  assert.match(progressText({ ...study, status: 'cancelled', note: 'Cancelled.' }), /^Cancelled\. 3 of 5 cells done\. Run study trains the others\.$/);
  assert.equal(progressText(NO_STUDY), '');
});

test('actions without a change leave the state, and files are named after the study', () => {
  assert.equal(reduceStudy(NO_STUDY, {}), NO_STUDY);
  assert.equal(reduceStudy(NO_STUDY, { change: { note: 'x' } }).note, 'x');
  const chosen = (/** @type {string} */ name) => ({ chosen: { name } });
  assert.equal(fileName(chosen('learning-curve'), 'cells', 'csv'), 'learning-curve-cells.csv');
  assert.equal(fileName(chosen('my study/2.json'), 'plot-1', 'svg'), 'my-study-2-plot-1.svg');
  assert.equal(fileName({ chosen: { name: 'planes', own: {} } }, 'cells', 'csv'), 'planes-own-data-cells.csv');
  assert.equal(fileName({ chosen: null }, 'markdown', 'md'), 'study-table.md');
});

test('one processor is reserved for the page', () => {
  assert.deepEqual([poolSize(1, 9), poolSize(2, 9), poolSize(4, 9), poolSize(64, 9), poolSize(8, 2), poolSize(undefined, 9)], [1, 1, 3, 4, 2, 1]);
});
