// Bands of documents: the model at equal scores, the reference where the loss stays 0.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandsOf, byLot, freePlaces, freeText, isUnsorted, modelTies } from '../../../../www/features/inspect/inspector/ties.js';

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

test('documents without an order stand by lot, always in the same way, and not as in the file', () => {
  assert.deepEqual([isUnsorted(inspection([0, 0, 0], [2, 1, 0], [])), isUnsorted(inspection([0, 1], [1, 0], [])), isUnsorted(inspection([0], [1], []))], [true, false, false]);
  const file = Array.from({ length: 12 }, (_, at) => at);
  const order = byLot(file);
  assert.deepEqual(byLot(file), order);
  assert.deepEqual(order.toSorted((a, b) => a - b), file, 'nothing is lost');
  assert.ok(order.filter((document, rank) => document === rank).length < 4, `${order}`);
  for (const n of [3, 5, 7]) assert.notDeepEqual(byLot(file.slice(0, n)), file.slice(0, n));
});

test('the model ties where scores are equal, and everywhere at w = 0', () => {
  assert.deepEqual(modelTies(inspection([0.5, 0.9, 0.5], [0, 1, 2], []), [1, 0, 2]), ['', 'start', 'end']);
  assert.deepEqual(modelTies(inspection([0, 0, 0], [0, 1, 2], []), [0, 1, 2]), ['start', 'middle', 'end']);
});

test('the reference is free where exchanges cost nothing', () => {
  /** @param {boolean[]} free */
  const query = (free) => /** @type {any} */ ({ reference: [2, 0, 1, 3], free });
  assert.deepEqual(freePlaces(query([false, true, true])), ['', 'start', 'middle', 'end']);
  assert.deepEqual(freePlaces(query([])), [], 'long queries say nothing');
});

test('the text says what the reference does where it is free', () => {
  assert.match(freeText('aligned'), /the model likes best\.$/);
  assert.match(freeText('fixed'), /the order of the file\.$/);
  assert.notEqual(freeText('averaged'), freeText('ramp'));
});
