// Settings in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsLine } from '../../../www/features/settings/labels.js';

const training = [{ name: 'c' }];
const catalog = /** @type {any} */ ({ methods: [{ name: 'dorm', label: 'DORM', options: [{ name: 'measure' }], training }, { name: 'svm-map', label: 'SVM-MAP', options: [], training }, { name: 'frank', label: 'FRank', options: [], training: [{ name: 'rounds' }] }] });
/** @param {string} method @param {number} [c] */
const line = (method, c = 0.5) => settingsLine(catalog, /** @type {any} */ ({ method, measure: 'ndcg@10', c }));

test('the settings in one line are the method, its measure if it has one, and C if it has one', () => {
  assert.equal(line('dorm'), 'DORM · NDCG@10 · C\u00a00.5');
  assert.equal(line('svm-map'), 'SVM-MAP · C\u00a00.5');
  assert.equal(line('frank'), 'FRank');
  assert.equal(line('unknown'), 'unknown · C\u00a00.5');
  assert.equal(line('svm-map', NaN), 'SVM-MAP · C\u00a0is empty');
});
