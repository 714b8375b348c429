// A link of an earlier program says that its method gives other numbers now.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedMethod } from '../../../../www/features/share/links/changed-method.js';

/** @param {string[]} names */
const reference = (...names) => ({ name: 'reference', choices: names.map((name) => ({ name })) });
const catalog = /** @type {any} */ ({ methods: [
  { name: 'dorm', label: 'DORM', options: [reference('aligned', 'averaged', 'fixed', 'ramp')] },
  { name: 'svm-mrr', label: 'SVM-MRR', options: [reference('aligned', 'averaged', 'fixed', 'ramp')] },
  { name: 'svm-map', label: 'SVM-MAP', options: [reference('aligned', 'ramp')] },
  { name: 'listnet', label: 'ListNet', options: [] },
] });

test('a trained run of before, whose data the link names by a checksum, has other numbers', () => {
  /** @param {object} settings @param {object} [view] */
  const said = (settings, view = {}) => changedMethod(/** @type {any} */ ({ settings: { feature_map: 'mrr', reference: 'aligned', ...settings },
    trained: 5, numbers: null, checksum: '0123456789abcdef', files: [], ...view }), catalog);
  assert.equal(said({ method: 'dorm' }), 'DORM');
  assert.equal(said({ method: 'dorm', reference: 'averaged' }), 'DORM');
  assert.equal(said({ method: 'dorm', reference: 'fixed' }), null, 'the published reference is as it was');
  assert.equal(said({ method: 'svm-mrr' }), null, 'ψ_mrr has one value for all references');
  assert.equal(said({ method: 'svm-mrr', feature_map: 'po' }), 'SVM-MRR');
  assert.equal(said({ method: 'svm-map' }), null);
  assert.equal(said({ method: 'svm-map', reference: 'ramp' }), 'SVM-MAP', 'its rounds start elsewhere');
  assert.equal(said({ method: 'listnet' }), null);
  assert.equal(said({ method: 'dorm' }, { numbers: '2' }), null, 'a link of now');
  assert.equal(said({ method: 'dorm' }, { trained: 0 }), null, 'nothing is trained');
  assert.equal(said({ method: 'dorm' }, { checksum: null }), null, 'a link that names no data exactly');
  assert.equal(said({ method: 'dorm' }, { checksum: null, files: [{ part: 'train', name: 'a.txt', checksum: '0' }] }), 'DORM');
});
