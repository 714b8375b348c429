// The state of the laboratories: values, the request that they lead to, and the reply that belongs to it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LABS } from '../../../www/features/theory/labs.js';
import { FIRST_LAB, THEORY_REQUEST, reduceTheory, toldNow, valuesOf } from '../../../www/features/theory/theory-state.js';

const run = { id: 3 };
/** @param {Partial<import('../../../www/features/theory/theory-state.js').Theory>} [theory] */
const state = (theory) => /** @type {any} */ ({ theory: { ...FIRST_LAB, ...theory }, panels: { theory: true }, data: { id: 1 }, run });
/** @param {any} of */
const wanted = (of) => THEORY_REQUEST.wanted(of, /** @type {any} */ ({ run }));
const told = { type: /** @type {const} */ ('theory/told'), run: 3, lab: 'calibration', options: ['part=lists', 'measure=ap'], result: /** @type {any} */ ({ lab: 'calibration' }), problem: '' };

test('the first laboratory is asked with the values that the core needs', () => {
  assert.deepEqual(wanted(state()), { type: 'theory', run: 3, lab: 'calibration', options: ['part=lists', 'measure=ap'] });
  assert.equal(wanted({ ...state(), panels: {} }), null, 'a closed panel asks nothing');
});

test('a reply belongs to its values, and a handle of the picture asks nothing', () => {
  const first = state();
  const answered = reduceTheory(first.theory, told, first);
  assert.equal(toldNow(state(answered))?.result, told.result);
  assert.equal(wanted(state(answered)), null);
  const tilted = reduceTheory(answered, { type: 'theory/values', values: { tilt: '0.05' } }, first);
  assert.equal(valuesOf(tilted).tilt, '0.05');
  assert.equal(wanted(state(tilted)), null);
  const other = reduceTheory(tilted, { type: 'theory/values', values: { part: 'binary' } }, first);
  assert.equal(toldNow(state(other)), null);
  assert.deepEqual(wanted(state(other)), { type: 'theory', run: 3, lab: 'calibration', options: ['part=binary', 'p=0.3'] });
});

test('replies of another run and unknown laboratories change nothing', () => {
  const first = state();
  assert.equal(reduceTheory(first.theory, { ...told, run: 2 }, first), first.theory);
  assert.equal(reduceTheory(first.theory, { type: 'theory/choose', lab: 'x' }, first), first.theory);
});

test('laboratories have names of their own, and their files can be fetched', async () => {
  assert.equal(new Set(LABS.map(({ name }) => name)).size, LABS.length);
  for (const { asked, first } of LABS) {
    for (const value of Object.values(asked(first))) assert.equal(typeof value, 'string');
  }
});
