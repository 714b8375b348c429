// The result of a run over ratings in words: what beats what, and what the certificate says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { baselineText, certificateText, chosenText, intervalText, readText, resultText } from '../../../www/features/ratings/result-text.js';

/** @typedef {import('../../../www/core/ratings-protocol.js').RatingsResult} RatingsResult */

const chosen = { weight: 30, rounds: 3, held_out: 0.8, at_edge: false };
/** @param {number} difference @param {number} low @param {number} high */
const behind = (difference, low, high) => [{ difference, low, high, p: 0.0004, users: 300 }];
/** @param {string} name @param {number | undefined} mean @param {any[]} [differences] */
const method = (name, mean, differences = []) => ({ name, chosen, means: [mean], users: [300], behind: differences });
/** @param {any[]} methods @param {object} [change] */
const result = (methods, change = {}) => /** @type {RatingsResult} */ (/** @type {unknown} */ ({ methods, measures: ['NDCG@10'], users_used: 300,
  objective: 142.8, biases: undefined, certificate: { lower_bound: 37, gap: 0.74 }, singular_values: [], ...change }));

const better = result([method('item-mean', 0.579, behind(0.24, 0.21, 0.26)), method('squared-error', 0.77, behind(-0.05, -0.06, -0.03)), method('ranking', 0.818)]);

test('the sentence says which differences are more than noise', () => {
  assert.equal(resultText(better), 'NDCG@10 on the test ratings is 0.818 for the ranking, 0.579 for the item mean (worse by more than noise), and '
    + '0.770 for the squared error (better by more than noise).');
  const equal = result([method('item-mean', 0.73, behind(0.001, -0.01, 0.01)), method('squared-error', 0.73), method('ranking', 0.731)]);
  assert.match(resultText(equal), /item mean \(no difference beyond noise\)/);
  assert.match(resultText(result([method('item-mean', undefined), method('squared-error', undefined), method('ranking', undefined)])), /undefined for every user/);
});

test('the item mean is always spoken of, and so are the measurements on MovieLens', () => {
  assert.match(baselineText(better), /^Here the ranking beats the item mean by more than noise\. On MovieLens latest-small, neither/);
  const equal = result([method('item-mean', 0.73, behind(0.001, -0.01, 0.01))]);
  assert.match(baselineText(equal), /^Here the ranking does not beat the item mean/);
});

test('the certificate of the biases decides, or does not', () => {
  const sigma = (/** @type {number} */ low, /** @type {number} */ high, zero = false) => certificateText(result([], { biases: { sigma: { low, high }, zero_is_optimal: zero } }));
  assert.match(sigma(0.4, 0.5, true)[0], /at most 0\.5000, so U = V = 0 is optimal: nothing personal can be learned at this C/);
  assert.match(sigma(0.4, 0.5, true)[1], /The gap is that of the biases/);
  assert.match(sigma(5.8, 5.9)[0], /at least 5\.800\. It is above 1/);
  assert.match(sigma(0.9, 1.2)[0], /does not decide/);
  const alone = { ...method('ranking', 0.7), chosen: { ...chosen, rounds: 0 } };
  assert.match(certificateText(result([alone]))[0], /a gap of 74 %\. The biases alone were chosen\. Factors can lower J by this gap at most\.$/);
  const [only] = certificateText(better);
  assert.match(only, /J = 142\.8 over 300 users\. No factors of any rank have a J below 37\.00.*74 %.*the price of the rank, not a lack of convergence/);
});

test('settings, intervals and what was read', () => {
  assert.equal(chosenText({ ...method('ranking', 1), chosen: { ...chosen, rounds: 0 } }), 'C = 30, biases alone (0.800 there)');
  assert.equal(chosenText({ ...method('item-mean', 1), chosen: { ...chosen, held_out: undefined, at_edge: true } }), 'λ = 30; at the edge of the values tried');
  assert.equal(intervalText(behind(0.2, 0.1, -0.3)[0]), '[+0.100, −0.300], p\u00a0<\u00a00.001');
  const report = { lines: 5, ratings: 4, replaced: 1, users: 2, items: 3, grades: [0, 0, 1, 3] };
  assert.equal(readText(report, null), '4 ratings of 3 items by 2 users (grades 2: 1, 3: 3). 1 rating replaced by a later line.');
  const kept = { ratings: 3, users: 1, items: 3, ratings_left_out: 1, users_left_out: 1, items_left_out: 0, items_without_users: 0 };
  assert.match(readText({ ...report, replaced: 0 }, kept), /No duplicates\. The filters leave 3 ratings of 3 items by 1 user: 0 items and 1 user have too few ratings\.$/);
  assert.match(readText(report, { ...kept, ratings_left_out: 0, users_left_out: 0 }), /leave everything/);
});
