// Bands of equal documents: the model at equal scores, the reference where c does not tell ranks apart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandsOf, modelTies, referenceTies } from '../../../www/features/inspector/ties.js';

/** @param {number[]} scores @param {number[]} grades @param {number[]} c */
const inspection = (scores, grades, c) => /** @type {any} */ ({
  documents: scores.map((score, at) => ({ score, grade: grades[at] })), c,
  predicted: scores.map((_, at) => at).sort((a, b) => scores[b] - scores[a]), reference: grades.map((_, at) => at).sort((a, b) => grades[b] - grades[a]),
});

test('a band has a start, a middle and an end', () => {
  assert.deepEqual(bandsOf(5, (rank) => rank === 1 || rank === 2), ['', 'start', 'middle', 'end', '']);
  assert.deepEqual(bandsOf(4, (rank) => rank !== 1), ['start', 'end', 'start', 'end'], 'bands that touch stay two');
  assert.deepEqual(bandsOf(0, () => true), []);
});

test('the model ties where scores are equal, and everywhere at w = 0', () => {
  assert.deepEqual(modelTies(inspection([0.5, 0.9, 0.5], [0, 1, 2], []), [1, 0, 2]), ['', 'start', 'end']);
  assert.deepEqual(modelTies(inspection([0, 0, 0], [0, 1, 2], []), [0, 1, 2]), ['start', 'middle', 'end']);
});

test('the reference ties among one grade where c is equal, or where ties are averaged', () => {
  const query = inspection([3, 2, 1, 0], [1, 0, 0, 0], [1, 0.5, 0, 0]);
  assert.deepEqual(referenceTies(query, false), ['', '', 'start', 'end'], 'c is 0 from rank 3 on');
  assert.deepEqual(referenceTies(query, true), ['', 'start', 'middle', 'end']);
  assert.deepEqual(referenceTies(inspection([3, 2], [1, 1], []), true), [], 'without c nothing is said');
});
