// Numbers and settings as text, in both directions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phaseText } from '../../../www/features/run/training/phase-text.js';
import { markInvalid } from '../../../www/ui/fields.js';
import { count, fixed, measureName, percent, plural, seconds, sentence, significant } from '../../../www/lib/format.js';
import { messageText, labelOf, problemText } from '../../../www/features/settings/labels.js';
import { classifyFiles } from '../../../www/features/data/classify-files.js';
import { canType, chosenVariants, decayExponent, explaining, isBinary, joinMeasure, listText, measureChoice, measureParameters, measuresOf, measureText, refusals, splitMeasure, variantsOf, withVariant } from '../../../www/features/settings/settings.js';
import { inherited } from '../../../www/features/settings/components.js';
import { whyUnreadable } from '../../../www/lib/file-problem.js';

/** @param {string} name @param {[unknown, unknown][]} pairs */
const check = (name, pairs) => test(name, () => { for (const [got, expected] of pairs) assert.deepEqual(got, expected); });

check('numbers', [
  [count(1204), '1,204'], [plural(1, 'query', 'queries'), '1 query'], [plural(1204, 'cut'), '1,204 cuts'],
  [significant(7.0512, 3), '7.05'], [significant(0.70399, 3), '0.704'], [significant(9.99999, 4), '10.00'], [significant(0.99999, 3), '1.00'], [significant(-12345.6), '−12,346'], [significant(0), '0'], [significant(null), '–'], [significant(0.00000123, 3), '1.23e−6'],
  [fixed(-0.0001, 3), '0.000'], [fixed(-0.681, 3), '−0.681'],
  [seconds(0.19), '0.19 s'], [seconds(0.003), '3 ms'], [seconds(75), '75.0 s'],
]);
const labels = /** @type {import('../../../www/core/protocol.js').Catalog} */ (/** @type {unknown} */ ({ methods: [{ options: [{ name: 'y_minimum', label: 'Least y' }] }] }));
check('settings have the labels of their controls', [
  [labelOf(labels, 'c'), 'C'], [labelOf(labels, 'y_minimum'), 'Least y'], [labelOf(labels, 'c_grid'), 'c grid'],
  [problemText(labels, { field: 'gap', message: '2 is not between 0 and 1' }), 'Stop at gap: 2 is not between 0 and 1'], [problemText(labels, { field: null, message: 'no' }), 'no'],
  [messageText(labels, 'c: -1 is not a positive number'), 'C: -1 is not a positive number.'], [messageText(labels, 'scores: not finite'), 'Scores: not finite.'], [messageText(labels, 'nothing to rank'), 'Nothing to rank.'],
]);
check('the phase of a run', [
  [phaseText({ phase: 'again', done: 3, of: 1200 }), 'making iteration 3 of 1,200 again'], [phaseText({ phase: 'search', done: 7, of: 2100 }), 'oracle: document 7 of 2,100'],
  [phaseText({ phase: 'oracle', done: 2, of: 9 }), 'oracle: query 2 of 9'], [phaseText({ phase: 'qp', done: 0, of: 1 }), 'solving the QP'], [phaseText({ phase: 'measure', done: 0, of: 1 }), 'taking the measures'],
]);
check('gaps have the significant digits', [
  [percent(0.44), '44 %'], [percent(0.008), '0.8 %'], [percent(0.0009), '0.09 %'], [percent(0.000012), '0.001 %'], [percent(1e-14), '0 %'], [percent(72.69), '>100 %'], [percent(Infinity), '–'],
]);
check('measures have names', [
  [measureName('ndcg@10'), 'NDCG@10'], [measureName('ap'), 'AP'], [measureName('eru:5,2'), 'ERU (5,2)'], [measureName('mwta'), 'mWTA'], [measureName('ndcg@10+linear'), 'NDCG@10+linear'], [measureName('recall@10'), 'Recall@10'], [measureName('err@10:4'), 'ERR@10:4'], [measureName('err:4+linear'), 'ERR (4)+linear'],
  [measureName('dndcg@5'), 'dNDCG@5'], [measureName('cost'), 'cost'], [measureName('map'), 'MAP'], [measureName('eru-raw'), 'ERU-raw'], [measureName('unheard@5'), 'unheard@5'],
]);
for (const text of ['ndcg', 'ndcg@10', 'eru:5,2', 'p@5', 'ndcg+linear', 'ndcg@10+linear+flat', 'err@10:4+linear', 'err:4', 'dcg+flat']) {
  test(`${text} is split and joined again`, () => {
    const { name, cutOff, parameters, suffixes } = splitMeasure(text);
    assert.equal(joinMeasure(name, cutOff, parameters, suffixes), text);
  });
}
/** @param {object} parts */
const choice = (parts) => /** @type {import('../../../www/core/protocol.js').MeasureChoice} */ (/** @type {unknown} */ ({ cut_off: true, default_cut_off: 10, parameters: [], variants: [], other_names: [], methods: [], ...parts }));
check('another measure starts from its own defaults', [
  [measureText(choice({ name: 'ndcg' }), null), 'ndcg@10'], [measureText(choice({ name: 'ndcg' }), 3), 'ndcg@3'], [measureText(choice({ name: 'wta', cut_off: false }), 3), 'wta'],
  [measureText(choice({ name: 'eru', cut_off: false, parameters: [{ default: 5 }, { default: 0 }] }), 3), 'eru:5,0'],
]);
/** @param {string[]} names */
const variant = (...names) => ({ label: 'Gain', choices: names.map((name) => ({ name, label: name, summary: '', formula: '', source: '' })) });
const both = [variant('', 'linear'), variant('', 'flat')];
const ndcg = choice({ name: 'ndcg', variants: both, methods: ['dorm'] });
check('another measure keeps the suffixes that it takes', [
  [measureText(ndcg, 3, ['linear', 'flat']), 'ndcg@3+linear+flat'], [measureText(choice({ name: 'err', variants: [both[0]] }), 3, ['linear', 'flat']), 'err@3+linear'],
  [measureText(choice({ name: 'ap', cut_off: false }), 3, ['linear']), 'ap'], [chosenVariants(both, ['flat']), ['', 'flat']],
  [withVariant(both, 'ndcg@10', 0, 'linear'), 'ndcg@10+linear'], [withVariant(both, 'ndcg@10+flat', 0, 'linear'), 'ndcg@10+linear+flat'], [withVariant(both, 'ndcg@10+linear+flat', 0, ''), 'ndcg@10+flat'],
  [withVariant(both, 'ndcg', 1, ''), 'ndcg'], [withVariant([both[0]], 'err@10:4', 0, 'linear'), 'err@10:4+linear'], [splitMeasure('eru:1e+2,-1').parameters, [100, -1]],
]);
test('a menu has the measures of the method, and the one that is set', () => {
  const rr = choice({ name: 'rr', other_names: ['mrr'], methods: ['adarank'] });
  const mrr = choice({ name: 'mrr', other_names: ['rr'], methods: ['dorm'] });
  const catalog = /** @type {import('../../../www/core/protocol.js').Catalog} */ (/** @type {unknown} */ ({ measures: [ndcg, mrr, rr] }));
  const of = (/** @type {string} */ method, /** @type {string} */ measure) => /** @type {import('../../../www/core/protocol.js').TrainingSettings} */ ({ method, measure });
  assert.deepEqual([measureChoice(catalog, of('dorm', 'rr')), measureChoice(catalog, of('adarank', 'mrr@5')), measureChoice(catalog, of('dorm', 'bogus'))], [mrr, rr, ndcg]);
  assert.deepEqual(measuresOf(catalog, of('dorm', 'ndcg@10+linear')), [ndcg, mrr]);
  assert.deepEqual(measuresOf(catalog, of('adarank', 'ndcg')), [ndcg, rr], 'it is shown although it cannot be trained');
  assert.deepEqual([variantsOf(catalog, 'ndcg@10+flat'), variantsOf(catalog, 'mrr'), variantsOf(catalog, 'auc')], [both, [], []]);
});
const eru = choice({ name: 'eru', cut_off: false, parameters: [{ default: 5 }, { default: 0 }] });
const err = choice({ name: 'err', parameters: [{}] });
check('missing parameters of a measure have their defaults', [
  [measureParameters(eru, 'eru'), [5, 0]], [measureParameters(eru, 'eru:9,3'), [9, 3]], [measureParameters(eru, 'eru:9'), [9, 0]], [measureParameters(choice({ name: 'ap' }), 'ap:1'), []],
  [measureParameters(err, 'err@10'), [null]], [measureParameters(err, 'err:4+linear'), [4]], [measureText(err, null), 'err@10'], [joinMeasure('err', 10, [null]), 'err@10'],
]);
check('empty text is NaN, not 0', [
  [measureParameters(eru, 'eru:,3'), [Number.NaN, 3]], [measureParameters(eru, joinMeasure('eru', null, [Number.NaN, 3])), [Number.NaN, 3]], [splitMeasure('ndcg@').cutOff, Number.NaN],
  [decayExponent('power:'), Number.NaN], [decayExponent('power'), Number.NaN], [decayExponent('power:0'), 0], [decayExponent('power:0.75'), 0.75],
]);
test('an invalid field is marked as browsers do', () => {
  /** @type {(string | null)[]} */
  const marks = [];
  const control = /** @type {Element} */ (/** @type {unknown} */ ({ setAttribute: (/** @type {string} */ name, /** @type {string} */ value) => marks.push(name, value), removeAttribute: (/** @type {string} */ name) => marks.push(name, null) }));
  markInvalid(control, true);
  markInvalid(control, false);
  assert.deepEqual(marks, ['aria-invalid', 'true', 'aria-invalid', null]);
});
check('typed lists', [[listText(' 1, 0.5;0.25  0 '), 'list:1,0.5,0.25,0']]);

test('an invalid number does not disable a choice', () => {
  const defaults = /** @type {import('../../../www/core/protocol.js').TrainingSettings} */ ({ c: 10, reference: 'aligned' });
  /** @type {(now: import('../../../www/core/protocol.js').TrainingSettings, name: string, values: string[]) => (string | null)[]} */
  const core = ({ c, reference }, name, values) => values.map((value) => (c > 0 && reference === 'fixed' && value === 'odd' ? `${name} odd` : null));
  assert.deepEqual(refusals(core, { ...defaults, c: -1, reference: 'fixed' }, defaults, 'decay', ['log', 'odd']), [null, 'decay odd']);
});

test('dropped files are classified by the words of their names', () => {
  /** @param {string[]} names */
  const sorted = (...names) => {
    const { train, valid, test: held, unused } = classifyFiles(names.map((name) => ({ name, file: new File([], name) })));
    return [train?.name ?? null, valid?.name ?? null, held?.name ?? null, ...unused.map(({ name }) => name)];
  };
  assert.deepEqual(sorted('train.txt', 'vali.txt', 'test.txt'), ['train.txt', 'vali.txt', 'test.txt']);
  assert.deepEqual(sorted('test.txt'), ['test.txt', null, null]);
  assert.deepEqual(sorted('a.txt', 'test.txt'), ['a.txt', null, 'test.txt']);
  assert.deepEqual(sorted('vali.txt', 'test.txt'), [null, null, null, 'vali.txt', 'test.txt'], 'without training data there is nothing to load');
  assert.deepEqual(sorted('contest_train.txt', 'contest_vali.txt', 'contest_test.txt'), ['contest_train.txt', 'contest_vali.txt', 'contest_test.txt']);
  assert.deepEqual(sorted('latest-vali.txt', 'latest-train.txt'), ['latest-train.txt', 'latest-vali.txt', null]);
  assert.deepEqual(sorted('Fold1.test.txt', 'Fold1.TRAIN.txt'), ['Fold1.TRAIN.txt', null, 'Fold1.test.txt']);
  assert.deepEqual(sorted('myTest.txt', 'myTraining.txt'), ['myTraining.txt', null, 'myTest.txt']);
  assert.deepEqual(sorted('test-train.txt', 'b.txt'), ['test-train.txt', null, null, 'b.txt'], 'what is called training data is nothing else');
  assert.deepEqual(sorted('evaluation.txt', 'tête.txt'), ['evaluation.txt', null, null, 'tête.txt'], 'parts of words say nothing');
  assert.deepEqual(sorted('test1.txt', 'a.txt', 'test2.txt', 'b.txt'), ['a.txt', null, 'test1.txt', 'test2.txt', 'b.txt'], 'what is not used is told');
});

check('messages of the core become sentences', [[sentence('no query can be used'), 'No query can be used.'], [sentence('Really? '), 'Really?'], [sentence(''), ''], [sentence('c at rank 3'), 'c at rank 3.']]);

/** @param {object} parts */
const option = (parts) => /** @type {import('../../../www/core/protocol.js').MethodOption} */ (/** @type {unknown} */ ({ default: '', choices: [], grammar: '', ...parts }));
/** @param {string} name @param {import('../../../www/core/protocol.js').MethodOption[]} options */
const method = (name, ...options) => /** @type {import('../../../www/core/protocol.js').MethodChoice} */ (/** @type {unknown} */ ({ name, label: name.toUpperCase(), options }));
const generator = option({ name: 'generator', label: 'Generator', grammar: 'constant or top:P', default: 'constant', choices: [{ name: 'constant', label: 'constant' }, { name: 'top:10', label: 'top 10' }] });
const threshold = option({ name: 'threshold', label: 'Good from grade', default: '1' });
check('an option with a grammar can be typed', [
  [canType(generator), true], [canType(threshold), false],
  [explaining(generator, 'top:7')?.label, 'top 10'], [explaining(generator, 'constant')?.label, 'constant'], [explaining(generator, 'constant:3'), null], [explaining(generator, 'other'), null],
]);
check('a method with a threshold and no measure to choose is binary', [
  [isBinary(method('map', threshold)), true], [isBinary(method('dorm', threshold, option({ name: 'measure' }))), false], [isBinary(null), false],
]);
test('a combination names the unusual settings of its components', () => {
  const combo = method('combo', threshold);
  const catalog = /** @type {import('../../../www/core/protocol.js').Catalog} */ (/** @type {unknown} */ ({ methods: [combo, method('owpc', generator, threshold)] }));
  /** @param {object} settings */
  const unusual = (settings) => inherited(catalog, combo, /** @type {import('../../../www/core/protocol.js').TrainingSettings} */ (settings), ['owpc', 'unknown']);
  assert.deepEqual(unusual({ generator: 'constant', threshold: 2 }), []);
  assert.deepEqual(unusual({ generator: 'top:10' }), ['OWPC: Generator top 10']);
});

test('group sizes belong to the file that they are named after', () => {
  /** @param {string[]} names */
  const groups = (...names) => classifyFiles(names.map((name) => ({ name, file: new File([], name) }))).groups.map(({ name }) => name);
  assert.deepEqual(groups('train.txt', 'train.txt.query', 'test.txt.gz', 'test.txt.group'), ['train.txt.query', 'test.txt.group']);
  assert.deepEqual(groups('rank.query'), [], 'a file alone is data');
});

test('unused dropped files have a reason', () => {
  /** @param {string[]} names those that end with a slash are folders */
  const told = (...names) => {
    const { json, train, unused } = classifyFiles(names.map((name) => ({ name, file: name.endsWith('/') ? null : new File([], name) })));
    return [json?.name ?? null, train?.name ?? null, ...unused.map(({ name, why }) => `${name}: ${why}`)];
  };
  assert.deepEqual(told('one.json'), ['one.json', null]);
  assert.deepEqual(told('one.json', 'two.JSON'), ['one.json', null, 'two.JSON: one.json is opened, and one .json file can be opened at a time']);
  assert.deepEqual(told('one.json', 'data.txt'), [null, 'data.txt', 'one.json: a .json file holds no LETOR data; drop it alone to open it']);
  assert.deepEqual(told('Fold1/'), [null, null, 'Fold1/: it is a folder; drop the files in it']);
  assert.deepEqual(told('Fold1/', 'train.txt', 'more.txt'), [null, 'train.txt', 'Fold1/: it is a folder; drop the files in it', 'more.txt: train.txt is the training file already']);
  assert.deepEqual(told('vali.txt', 'test.txt'), [null, null, 'vali.txt: data are loaded with a training file only', 'test.txt: data are loaded with a training file only']);
  assert.deepEqual(told('train.txt', 'test.txt', 'test-2.txt'), [null, 'train.txt', 'test-2.txt: test.txt is the test file already']);
});

test('an unreadable file has a reason', async () => {
  /** @param {string} name @param {string} [message] */
  const failing = (name, message = '') => /** @type {any} */ ({ slice: () => ({ arrayBuffer: async () => { throw new DOMException(message, name); } }) });
  assert.match(await whyUnreadable(failing('NotFoundError')) ?? '', /moved, renamed or deleted/);
  assert.match(await whyUnreadable(failing('NotReadableError')) ?? '', /has changed/);
  assert.equal(await whyUnreadable(failing('AbortError')), 'AbortError', 'a name where there is no message');
  assert.equal(await whyUnreadable(new Blob(['x'])), null);
});
