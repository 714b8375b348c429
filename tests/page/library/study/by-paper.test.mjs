// Built-in studies by paper, and the tables of a study by what they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byPaper } from '../../../../www/features/library/study/by-paper.js';
import { signOf } from '../../../../www/features/library/study/verdict.js';
import { againstOf, baselineOf, columnsOf, valuesOf } from '../../../../www/features/library/study/sheets.js';

/** @param {string} name @param {...string} repeats @returns {any} */
const study = (name, ...repeats) => ({ name, json: '', outline: { repeats } });
/** @param {ReturnType<typeof byPaper>} groups */
const shown = (groups) => groups.map(({ paper, rows }) => [paper, rows.map((row) => `${row.study.name}: ${row.figure}`)]);

test('studies stand by the paper of their first figure, in the order of the papers, the others last', () => {
  assert.deepEqual(shown(byPaper([study('a'), study('b', 'OWPC, table 2'), study('c', 'DORM, figures 3, 5', 'OWPC, table 1'),
    study('d', 'New'), study('e', 'LTR tutorial, figure 1'), study('f', 'DORM, figure 4')])), [
    ['DORM', ['c: figures 3, 5', 'f: figure 4']], ['OWPC', ['b: table 2']], ['LTR tutorial', ['e: figure 1']], ['New', ['d: ']], ['Others', ['a: ']]]);
  assert.deepEqual(shown(byPaper([study('a')])), [['Others', ['a: ']]]);
  assert.deepEqual(byPaper([]), []);
});

test('values and differences are found with and without the claims of a paper before them', () => {
  const sheet = (/** @type {string} */ title) => ({ title, columns: [] });
  /** @param {...string} titles @returns {any} */
  const measured = (...titles) => ({ sheets: titles.map(sheet) });
  for (const one of [measured('Values', 'Against DORM'), measured('What the paper claims', 'Values', 'Against DORM')]) {
    assert.deepEqual([valuesOf(one)?.title, baselineOf(againstOf(one))], ['Values', 'DORM']);
  }
  assert.deepEqual([valuesOf(null), baselineOf(againstOf(measured('Values')))], [undefined, '']);
});

test('a verdict without an interval has the sign of its word', () => {
  const kinds = ['same sign', 'same sign, no interval', 'opposite, no interval', 'equal, no interval', 'within noise',
    'not measured', 'constructor'].map((text) => signOf(text).kind);
  assert.deepEqual(kinds, ['same', 'same', 'opposite', 'noise', 'noise', 'none', 'none']);
});

test('the verdict on a claim stands beside the claim', () => {
  const heads = (/** @type {string} */ title) => columnsOf({ title, columns: ['claim', 'measure', 'difference', 'here', 'printed in'].map((head) => ({ head, cells: [], words: true })) })
    .map(({ head }) => head);
  assert.deepEqual(heads('What the paper claims'), ['claim', 'here', 'measure', 'difference', 'printed in']);
  assert.deepEqual(heads('Values'), ['claim', 'measure', 'difference', 'here', 'printed in']);
  assert.deepEqual(columnsOf({ title: 'Values', columns: [] }), []);
});
