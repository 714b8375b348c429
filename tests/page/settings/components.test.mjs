// Components of a combination with options of their own, as the controls change them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentLabel, componentText, goodForViolator, goodFrom, inherited, parseComponent, problemWith, ticked, valueFor, withAnother, withOwn } from '../../../www/features/settings/components.js';
import { usesRankSvm } from '../../../www/features/settings/older-settings.js';

/** @param {string} name @param {string} label @param {object} more */
const option = (name, label, more = {}) => ({ name, label, kind: 'integer', default: '', choices: [], grammar: '', minimum: 1, ...more });
const threshold = option('threshold', 'Good from grade', { default: '1', maximum: 31 });
const reference = option('reference', 'Reference ranking', { choices: [{ name: 'aligned', label: 'ideal' }] });
const discount = option('discount', 'Discount', { kind: 'choice', default: 'standard', choices: [{ name: 'standard', label: 'standard' }, { name: 'flat', label: 'flat top two' }] });
const generator = option('generator', 'Generator G', { kind: 'choice', default: 'constant', grammar: 'constant or top:P', choices: [{ name: 'constant', label: 'constant' }, { name: 'top:10', label: 'top 10 %' }] });
const combo = { name: 'combo', label: 'SVM-COMBO', options: [threshold] };
const catalog = /** @type {any} */ ({ methods: [
  { name: 'svm-auc', label: 'SVM-AUC', options: [reference, threshold] },
  { name: 'svm-ndcg', label: 'SVM-NDCG', options: [option('cut_off', 'Cut-off k', { default: '10' }), discount, reference, threshold] },
  { name: 'svm-mrr', label: 'SVM-MRR', options: [option('cut_off', 'Cut-off k'), reference, threshold] },
  { name: 'owpc', label: 'OWPC', options: [generator, reference, threshold] },
  combo,
] });
/** @param {string[]} components @param {object} more @returns {any} */
const settings = (components, more = {}) => ({ method: 'combo', components, discount: 'standard', generator: 'constant', threshold: 1, ...more });

test('a component is taken apart and put together again', () => {
  for (const text of ['svm-auc', 'svm-ndcg:cut-off=5', 'svm-ndcg:cut-off=5,discount=flat', 'owpc:generator=top:10,threshold=2', 'owpc:generator=a,b', 'svm-ndcg:flat', 'svm-ndcg:']) {
    assert.equal(componentText(parseComponent(text)), text);
  }
  const { method, own } = parseComponent(' SVM-NDCG:cut_off=5,Discount=flat');
  assert.deepEqual([method, ...own], ['svm-ndcg', ['cut_off', '5'], ['discount', 'flat']]);
});

test('an option of a component is set, changed and shared again, and the text has no blanks', () => {
  const set = (/** @type {string} */ text, /** @type {string} */ key, /** @type {string | null} */ value) => withOwn(catalog, text, key, value);
  assert.equal(set('svm-ndcg', 'cut_off', '5'), 'svm-ndcg:cut-off=5');
  assert.equal(set('svm-ndcg:threshold=2', 'cut_off', '5'), 'svm-ndcg:cut-off=5,threshold=2', 'in the order of the method');
  assert.equal(set('svm-ndcg:cut-off=5,discount=flat', 'cut_off', '7'), 'svm-ndcg:cut-off=7,discount=flat');
  assert.equal(set('svm-ndcg:cut-off=5', 'cut_off', null), 'svm-ndcg');
  assert.equal(set('owpc', 'generator', 'top: 7'), 'owpc:generator=top:7');
  assert.equal(set('owpc', 'generator', ''), 'owpc:generator=', 'the core says that it is missing');
});

test('a component has its own value, else that of all components', () => {
  const all = settings([], { cut_off: 3 });
  assert.equal(valueFor('svm-ndcg:cut-off=5', 'cut_off', all), '5');
  assert.equal(valueFor('svm-ndcg', 'cut_off', all), '3');
  assert.equal(valueFor('svm-ndcg', 'cut_off', settings([])), undefined);
});

test('a component is named by its method and its own options', () => {
  const label = (/** @type {string} */ text) => componentLabel(catalog, text);
  assert.equal(label('svm-ndcg'), 'SVM-NDCG');
  assert.equal(label('svm-ndcg:cut-off=5'), 'SVM-NDCG@5');
  assert.equal(label('svm-ndcg:cut-off=5,discount=flat,threshold=2'), 'SVM-NDCG@5 (flat top two, good from grade 2)');
  assert.equal(label('owpc:generator=top:7'), 'OWPC (top:7)');
  assert.equal(label('owpc:threshold=2, grade 3'), 'OWPC (good from grade 2), grade 3');
  assert.equal(label('unknown:a=b'), 'unknown (a b)');
});

test('a box adds a method and removes all of its components', () => {
  const menu = ['svm-auc', 'svm-ndcg', 'svm-mrr'];
  const two = ['svm-ndcg:cut-off=5', 'svm-ndcg:cut-off=10', 'svm-mrr'];
  assert.deepEqual(ticked(menu, two, 'svm-auc', true), ['svm-auc', ...two]);
  assert.deepEqual(ticked(menu, two, 'svm-ndcg', false), ['svm-mrr']);
  assert.deepEqual(ticked(menu, ['dorm', 'svm-mrr'], 'svm-auc', true), ['svm-auc', 'svm-mrr'], 'what the menu lacks goes');
});

test('another component of a method differs from those that are there', () => {
  const another = (/** @type {string[]} */ components, place = 0, more = {}) => withAnother(catalog, settings(components, more), place);
  assert.deepEqual(another(['svm-ndcg', 'svm-mrr']), ['svm-ndcg', 'svm-ndcg:cut-off=5', 'svm-mrr']);
  assert.deepEqual(another(['svm-ndcg', 'svm-ndcg:cut-off=5'], 0), ['svm-ndcg', 'svm-ndcg:cut-off=11', 'svm-ndcg:cut-off=5']);
  assert.deepEqual(another(['svm-ndcg'], 0, { cut_off: 4 }), ['svm-ndcg', 'svm-ndcg:cut-off=2']);
  assert.deepEqual(another(['svm-mrr']), ['svm-mrr', 'svm-mrr:cut-off=10']);
  assert.deepEqual(another(['svm-auc']), ['svm-auc', 'svm-auc:threshold=2']);
  assert.deepEqual(another(['owpc:threshold=3']), ['owpc:threshold=3', 'owpc:generator=constant,threshold=3']);
  for (let components = ['svm-ndcg'], at = 0; at < 6; at += 1) {
    components = withAnother(catalog, settings(components), at);
    assert.equal(new Set(components).size, at + 2, `${components} are different`);
  }
});

test('components can have grades of their own from which documents are good', () => {
  const own = settings(['svm-auc', 'svm-ndcg:threshold=2', 'svm-mrr:threshold=2']);
  assert.deepEqual(goodFrom(own), ['1', '2']);
  assert.deepEqual(goodFrom({ ...own, method: 'svm-auc' }), ['1']);
  assert.equal(goodForViolator(own, 'svm-ndcg:threshold=2'), 2);
  assert.equal(goodForViolator(own, 'ranksvm:threshold=3, grade 1'), 3);
  assert.equal(goodForViolator(own, 'svm-auc'), 1);
  assert.equal(goodForViolator(own, undefined), 1);
});

test('a shared setting is told unless the component has its own', () => {
  const told = (/** @type {string[]} */ components) => inherited(catalog, /** @type {any} */ (combo), settings(components, { discount: 'flat', threshold: 2 }), components);
  assert.deepEqual(told(['svm-ndcg:cut-off=5', 'svm-auc']), ['SVM-NDCG@5: Discount flat top two']);
  assert.deepEqual(told(['svm-ndcg:discount=standard']), []);
});

test('a message of the core belongs to an option of one component', () => {
  const message = '"svm-ndcg:cut-off=0": cut-off: 0 would count no rank';
  assert.equal(problemWith(message, 'svm-ndcg:cut-off=0', 'cut_off'), '0 would count no rank');
  assert.equal(problemWith(message, 'svm-ndcg:cut-off=0', 'discount'), null);
  assert.equal(problemWith(message, 'svm-ndcg', 'cut_off'), null);
  assert.equal(problemWith(null, 'svm-ndcg', 'cut_off'), null);
});

test('RankSVM with options of its own is RankSVM', () => {
  assert.ok(usesRankSvm({ method: 'combo', components: ['svm-map', 'ranksvm:pairs=sum'] }));
  assert.ok(!usesRankSvm({ method: 'combo', components: ['svm-map', 'svm-ndcg:cut-off=5'] }));
});
