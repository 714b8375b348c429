// Numbers and settings as words, there and back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doing } from '../../www/doing.js';
import { markInvalid } from '../../www/fields.js';
import { count, fixed, measureName, percent, plural, seconds, sentence, significant } from '../../www/format.js';
import { inWords, labelOf, told } from '../../www/labels.js';
import { sortFiles } from '../../www/dropping.js';
import { canType, decayExponent, explaining, inherited, isBinary, joinMeasure, listText, measureParameters, measureText, refusal, splitMeasure } from '../../www/settings.js';

/** @param {string} name @param {[unknown, unknown][]} pairs */
const check = (name, pairs) => test(name, () => { for (const [got, expected] of pairs) assert.deepEqual(got, expected); });

check('numbers', [
  [count(1204), '1,204'], [plural(1, 'query', 'queries'), '1 query'], [plural(1204, 'cut'), '1,204 cuts'],
  [significant(7.0512, 3), '7.05'], [significant(0.70399, 3), '0.704'], [significant(9.99999, 4), '10.00'], [significant(0.99999, 3), '1.00'], [significant(-12345.6), '−12,346'], [significant(0), '0'], [significant(null), '–'], [significant(0.00000123, 3), '1.23e−6'],
  [fixed(-0.0001, 3), '0.000'], [fixed(-0.681, 3), '−0.681'],
  [seconds(0.19), '0.19 s'], [seconds(0.003), '3 ms'], [seconds(75), '75.0 s'],
]);
const labels = /** @type {import('../../www/protocol.js').Catalog} */ (/** @type {unknown} */ ({ methods: [{ options: [{ name: 'y_minimum', label: 'Least y' }] }] }));
check('settings have the labels of their controls', [
  [labelOf(labels, 'c'), 'C'], [labelOf(labels, 'y_minimum'), 'Least y'], [labelOf(labels, 'c_grid'), 'c grid'],
  [told(labels, { field: 'gap', message: '2 is not between 0 and 1' }), 'Stop at gap: 2 is not between 0 and 1'], [told(labels, { field: null, message: 'no' }), 'no'],
  [inWords(labels, 'c: -1 is not a positive number'), 'C: -1 is not a positive number.'], [inWords(labels, 'scores: not finite'), 'Scores: not finite.'], [inWords(labels, 'nothing to rank'), 'Nothing to rank.'],
]);
check('what a run is at', [
  [doing({ phase: 'again', done: 3, of: 1200 }), 'making iteration 3 of 1,200 again'], [doing({ phase: 'search', done: 7, of: 2100 }), 'oracle: document 7 of 2,100'],
  [doing({ phase: 'oracle', done: 2, of: 9 }), 'oracle: query 2 of 9'], [doing({ phase: 'qp', done: 0, of: 1 }), 'solving the QP'], [doing({ phase: 'measure', done: 0, of: 1 }), 'taking the measures'],
]);
check('gaps keep the digits that matter', [
  [percent(0.44), '44 %'], [percent(0.008), '0.8 %'], [percent(0.0009), '0.09 %'], [percent(0.000012), '0.001 %'], [percent(1e-14), '0 %'], [percent(72.69), '>100 %'], [percent(Infinity), '–'],
]);
check('measures have names', [
  [measureName('ndcg@10'), 'NDCG@10'], [measureName('ap'), 'AP'], [measureName('eru:5,2'), 'ERU (5,2)'], [measureName('mwta'), 'mWTA'], [measureName('ndcg@10+linear'), 'NDCG@10+linear'],
]);
for (const text of ['ndcg', 'ndcg@10', 'eru:5,2', 'p@5']) {
  test(`${text} comes apart and together again`, () => {
    const { name, cutOff, parameters } = splitMeasure(text);
    assert.equal(joinMeasure(name, cutOff, parameters), text);
  });
}
/** @param {object} parts */
const choice = (parts) => /** @type {import('../../www/protocol.js').MeasureChoice} */ (/** @type {unknown} */ ({ cut_off: true, default_cut_off: 10, parameters: [], ...parts }));
check('another measure starts from its own defaults', [
  [measureText(choice({ name: 'ndcg' }), null), 'ndcg@10'], [measureText(choice({ name: 'ndcg' }), 3), 'ndcg@3'], [measureText(choice({ name: 'wta', cut_off: false }), 3), 'wta'],
  [measureText(choice({ name: 'eru', cut_off: false, parameters: [{ default: 5 }, { default: 0 }] }), 3), 'eru:5,0'],
]);
const eru = choice({ name: 'eru', cut_off: false, parameters: [{ default: 5 }, { default: 0 }] });
check('parameters that a measure does not name are the usual ones', [
  [measureParameters(eru, 'eru'), [5, 0]], [measureParameters(eru, 'eru:9,3'), [9, 3]], [measureParameters(eru, 'eru:9'), [9, 0]], [measureParameters(choice({ name: 'ap' }), 'ap:1'), []],
]);
check('what is empty is no number, and not 0', [
  [measureParameters(eru, 'eru:,3'), [Number.NaN, 3]], [measureParameters(eru, joinMeasure('eru', null, [Number.NaN, 3])), [Number.NaN, 3]], [splitMeasure('ndcg@').cutOff, Number.NaN],
  [decayExponent('power:'), Number.NaN], [decayExponent('power'), Number.NaN], [decayExponent('power:0'), 0], [decayExponent('power:0.75'), 0.75],
]);
test('what is at fault is marked with the word that browsers know', () => {
  /** @type {(string | null)[]} */
  const marks = [];
  const control = /** @type {Element} */ (/** @type {unknown} */ ({ setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => marks.push(name, value), removeAttribute: (/** @type {string} */ name) => marks.push(name, null) }));
  markInvalid(control, true);
  markInvalid(control, false);
  assert.deepEqual(marks, ['aria-invalid', 'true', 'aria-invalid', null]);
});
check('typed lists', [[listText(' 1, 0.5;0.25  0 '), 'list:1,0.5,0.25,0']]);

test('only what a choice itself breaks is held against it', () => {
  const settings = /** @type {import('../../www/protocol.js').TrainingSettings} */ ({ decay: 'list:1,2', reference: 'fixed' });
  /** @param {import('../../www/protocol.js').TrainingSettings} now */
  const core = ({ decay, reference }) => (reference === 'odd' ? { field: 'reference', message: 'odd' } : decay === 'list:1,2' ? { field: 'decay', message: 'rises' } : null);
  assert.equal(refusal(core, settings, settings, { reference: 'aligned' }), null);
  assert.equal(refusal(core, settings, settings, { reference: 'odd' }), 'odd');
});

test('dropped files are told apart by the words of their names', () => {
  /** @param {string[]} names */
  const sorted = (...names) => {
    const { train, valid, test: held, unused } = sortFiles(names.map((name) => new File([], name)));
    return [train?.name ?? null, valid?.name ?? null, held?.name ?? null, ...unused.map(({ name }) => name)];
  };
  assert.deepEqual(sorted('train.txt', 'vali.txt', 'test.txt'), ['train.txt', 'vali.txt', 'test.txt']);
  assert.deepEqual(sorted('test.txt'), ['test.txt', null, null]);
  assert.deepEqual(sorted('a.txt', 'test.txt'), ['a.txt', null, 'test.txt']);
  assert.deepEqual(sorted('vali.txt', 'test.txt'), [null, 'vali.txt', 'test.txt']);
  assert.deepEqual(sorted('contest_train.txt', 'contest_vali.txt', 'contest_test.txt'), ['contest_train.txt', 'contest_vali.txt', 'contest_test.txt']);
  assert.deepEqual(sorted('latest-vali.txt', 'latest-train.txt'), ['latest-train.txt', 'latest-vali.txt', null]);
  assert.deepEqual(sorted('Fold1.test.txt', 'Fold1.TRAIN.txt'), ['Fold1.TRAIN.txt', null, 'Fold1.test.txt']);
  assert.deepEqual(sorted('myTest.txt', 'myTraining.txt'), ['myTraining.txt', null, 'myTest.txt']);
  assert.deepEqual(sorted('test-train.txt', 'b.txt'), ['test-train.txt', null, null, 'b.txt'], 'what is called training data is nothing else');
  assert.deepEqual(sorted('evaluation.txt', 'tête.txt'), ['evaluation.txt', null, null, 'tête.txt'], 'parts of words say nothing');
  assert.deepEqual(sorted('test1.txt', 'a.txt', 'test2.txt', 'b.txt'), ['a.txt', null, 'test1.txt', 'test2.txt', 'b.txt'], 'what is not used is told');
});

check('what the core says becomes a sentence', [[sentence('no query can be used'), 'No query can be used.'], [sentence('Really? '), 'Really?'], [sentence(''), '']]);

/** @param {object} parts */
const option = (parts) => /** @type {import('../../www/protocol.js').MethodOption} */ (/** @type {unknown} */ ({ default: '', choices: [], ...parts }));
/** @param {string} name @param {import('../../www/protocol.js').MethodOption[]} options */
const method = (name, ...options) => /** @type {import('../../www/protocol.js').MethodChoice} */ (/** @type {unknown} */ ({ name, label: name.toUpperCase(), options }));
const generator = option({ name: 'generator', label: 'Generator', default: 'constant', choices: [{ name: 'constant', label: 'constant' }, { name: 'top:10', label: 'top 10' }] });
const threshold = option({ name: 'threshold', label: 'Good from grade', default: '1' });
check('values of an option can be typed where a choice has a number in it', [
  [canType(generator), true], [canType(threshold), false],
  [explaining(generator, 'top:7')?.label, 'top 10'], [explaining(generator, 'constant')?.label, 'constant'], [explaining(generator, 'constant:3'), null], [explaining(generator, 'other'), null],
]);
check('a method with a threshold and no measure to choose is binary', [
  [isBinary(method('map', threshold)), true], [isBinary(method('dorm', threshold, option({ name: 'measure' }))), false], [isBinary(null), false],
]);
test('a combination tells which unusual settings its components bring', () => {
  const combo = method('combo', threshold);
  const catalog = /** @type {import('../../www/protocol.js').Catalog} */ (/** @type {unknown} */ ({ methods: [combo, method('owpc', generator, threshold)] }));
  /** @param {object} settings */
  const told = (settings) => inherited(catalog, combo, /** @type {import('../../www/protocol.js').TrainingSettings} */ (settings), ['owpc', 'unknown']);
  assert.deepEqual(told({ generator: 'constant', threshold: 2 }), []);
  assert.deepEqual(told({ generator: 'top:10' }), ['OWPC: Generator top 10']);
});
