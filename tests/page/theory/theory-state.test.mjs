// The state of the laboratories: values, what has to be computed for them, and the result that belongs to them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LABS } from '../../../www/features/theory/labs.js';
import { ACCEPTED } from '../../../www/features/theory/lab-values.js';
import { FIRST_LAB, isCancelled, reduceTheory, toldNow, valuesOf, wantedOf, withLab } from '../../../www/features/theory/theory-state.js';

const data = { id: 1 };
/** @param {Partial<import('../../../www/features/theory/theory-state.js').Theory>} [theory] */
const state = (theory) => /** @type {any} */ ({ theory: { ...FIRST_LAB, ...theory }, panels: { theory: true }, data });
/** @param {any} of @param {any} action */
const after = (of, action) => ({ ...of, theory: reduceTheory(of.theory, action, of) });
const told = { key: 'calibration part=lists measure=ap', of: null, result: /** @type {any} */ ({ lab: 'calibration' }), problem: '' };

test('the first laboratory is computed with the values that the core needs', () => {
  assert.deepEqual(wantedOf(state()), { key: told.key, of: null, lab: 'calibration', options: ['part=lists', 'measure=ap'] });
  assert.equal(wantedOf({ ...state(), panels: {} }), null, 'a closed panel wants nothing');
});

test('a result belongs to its values, and a handle of the picture computes nothing', () => {
  const answered = after(state(), { type: 'theory/told', told });
  assert.equal(toldNow(answered)?.result, told.result);
  assert.equal(wantedOf(answered), null);
  const tilted = after(answered, { type: 'theory/values', values: { tilt: '0.05' } });
  assert.equal(valuesOf(tilted.theory).tilt, '0.05');
  assert.equal(wantedOf(tilted), null);
  const other = after(tilted, { type: 'theory/values', values: { part: 'binary' } });
  assert.equal(toldNow(other), null);
  assert.deepEqual(wantedOf(other)?.options, ['part=binary', 'p=0.3']);
});

test('a result is about its data, and waits for them', () => {
  const first = after(state(), { type: 'theory/choose', lab: 'steps' });
  const wanted = wantedOf(first);
  assert.equal(wanted?.of, data);
  const answered = after(first, { type: 'theory/told', told: { key: wanted?.key, of: data, result: null, problem: 'no pairs' } });
  assert.equal(wantedOf(answered), null, 'a refusal is an answer');
  assert.ok(wantedOf({ ...answered, data: { id: 2 } }), 'other data');
  assert.equal(wantedOf({ ...answered, data: null }), null, 'no data');
});

test('what was cancelled is not computed until it is asked for again', () => {
  const busy = after(state(), { type: 'theory/task', task: { key: told.key, of: null } });
  const cancelled = after(busy, { type: 'theory/cancel' });
  assert.deepEqual([cancelled.theory.task, isCancelled(cancelled), wantedOf(cancelled)], [null, true, null]);
  assert.ok(wantedOf(after(cancelled, { type: 'theory/values', values: { part: 'dcg' } })), 'other values');
  assert.ok(wantedOf(after(cancelled, { type: 'theory/again' })));
});

test('a laboratory of a link has the values of the link and else those at the start', () => {
  const moved = after(state(), { type: 'theory/values', values: { tilt: '0.05', measure: 'rr' } });
  const linked = withLab(moved.theory, 'calibration', { measure: 'dcg' });
  assert.deepEqual(valuesOf(linked), { ...LABS[0].first, measure: 'dcg' });
  assert.equal(withLab(moved.theory, 'x', {}), moved.theory);
  assert.equal(reduceTheory(moved.theory, { type: 'theory/choose', lab: 'x' }, moved), moved.theory);
});

test('links can have every option of every laboratory, with the values at the start', () => {
  assert.deepEqual(Object.keys(ACCEPTED), LABS.map(({ name }) => name));
  for (const { name, asked, first } of LABS) {
    for (const value of Object.values(asked(first))) assert.equal(typeof value, 'string');
    assert.deepEqual(Object.keys(ACCEPTED[name]).sort(), Object.keys(first).sort(), name);
    for (const [option, value] of Object.entries(first)) assert.ok(ACCEPTED[name][option].accepts(value), `${name} ${option}=${value}`);
  }
  for (const wrong of ['', '1x', 'Infinity', 'NaN', '0x1', '2', '<b>']) assert.ok(!ACCEPTED.margins.gamma.accepts(wrong), wrong);
});
