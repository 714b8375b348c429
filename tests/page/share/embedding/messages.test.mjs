// Messages of a host page as data: what is read, what is refused and why; and the result of a run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UNDERSTOOD, readHello, readMessage } from '../../../../www/features/share/embedding/messages.js';
import { runResult } from '../../../../www/features/share/embedding/run-result.js';

const envelope = { protocol: 'rankscope-embed', version: 1 };
const cycle = /** @type {Record<string, unknown>} */ ({});
cycle.self = cycle;

test('every message has a valid form', () => {
  for (const body of [
    { type: 'set-data', letor: '1 qid:1 1:1' }, { type: 'set-data', letor: '1 qid:1 1:1', name: 'a', validation: '1 qid:2 1:1', test: null }, { type: 'set-state', link: 'v=1' }, { type: 'set-state', settings: { c: 1 } },
    { type: 'set-theme', theme: 'dark' }, { type: 'open-lesson', name: 'ties' }, { type: 'open-lesson', lesson: {}, step: 2 }, { type: 'get-result' }, { type: 'get-answers', id: 7 },
    { type: 'set-data', letor: new Blob(['1 qid:1 1:1']) }, { type: 'set-state', query: '7' }, { type: 'set-state', query: null }, { type: 'train' }, { type: 'get-model' }, { type: 'get-picture' },
  ]) {
    const message = readMessage({ ...envelope, ...body });
    assert.ok(!('problem' in message), JSON.stringify(message));
    assert.ok(message.type in UNDERSTOOD);
  }
  const link = readMessage({ ...envelope, type: 'set-state', link: 'https://x.org/page#v=1&c=2' });
  assert.equal('link' in link && link.link, 'v=1&c=2', 'only the fragment of an address counts');
});

/** @type {[string, unknown, RegExp][]} */
const REFUSED = [
  ['nothing', null, /must be an object/], ['a text', 'hello', /must be an object/], ['a list', [], /must be an object/], ['another protocol', { ...envelope, protocol: 'x', type: 'get-result' }, /protocol must be/],
  ['another version', { ...envelope, version: '1', type: 'get-result' }, /version 1/], ['an unknown type', { ...envelope, type: 'toString' }, /“toString” is no message/], ['a type that is no text', { ...envelope, type: { a: 1 } }, /“object” is no message/],
  ['an unknown field', { ...envelope, type: 'get-result', deep: 1 }, /unknown field “deep”; known are protocol/], ['no data', { ...envelope, type: 'set-data' }, /letor must be a text, or a Blob/], ['too much data', { ...envelope, type: 'set-data', letor: 'x'.repeat(50_000_001) }, /^letor has 50,000,001 characters; at most 50,000,000/],
  ['too much data in parts', { ...envelope, type: 'set-data', letor: 'x'.repeat(3e7), test: new Blob(['x'.repeat(3e7)]) }, /^letor, validation and test together have 60,000,000/], ['an empty Blob', { ...envelope, type: 'set-data', letor: new Blob([]) }, /letor must be a text, or a Blob/],
  ['a query that is no text', { ...envelope, type: 'set-state', query: 7 }, /query must be a text/], ['a query and settings', { ...envelope, type: 'set-state', query: '7', settings: {} }, /either a link or settings, or a query/],
  ['a long name', { ...envelope, type: 'set-data', letor: 'x', name: 'n'.repeat(256) }, /name has 256 characters/], ['a long link', { ...envelope, type: 'set-state', link: 'x'.repeat(32_769) }, /link has 32,769/], ['link and settings', { ...envelope, type: 'set-state', link: 'v=1', settings: {} }, /either a link or settings/],
  ['many settings', { ...envelope, type: 'set-state', settings: Object.fromEntries([...Array(101).keys()].map((key) => [`k${key}`, 1])) }, /at most 100/], ['a cyclic lesson', { ...envelope, type: 'open-lesson', lesson: cycle }, /circular/i],
  ['a long lesson', { ...envelope, type: 'open-lesson', lesson: 'x'.repeat(100_001) }, /at most 100,000/], ['a step of no lesson', { ...envelope, type: 'open-lesson', name: 'ties', step: 0 }, /step must be/], ['two lessons', { ...envelope, type: 'open-lesson', name: 'ties', lesson: {} }, /either a lesson or/],
];
for (const [name, value, pattern] of REFUSED) {
  test(`refused with a reason: ${name}`, () => {
    const message = readMessage(value);
    assert.ok('problem' in message);
    assert.match(message.problem, pattern);
    assert.ok(message.problem.length < 400 && message.type.length < 50);
  });
}

test('the reply repeats the id of the host, if it is a short word or a number', () => {
  for (const [id, expected] of [[3, 3], ['a', 'a'], [{}, null], [undefined, null], ['x'.repeat(200), 'x'.repeat(100)]]) assert.equal(readMessage({ ...envelope, type: 'get-result', id }).id, expected);
});

test('only a greeting is a greeting', () => {
  assert.deepEqual(readHello({ ...envelope, type: 'hello' }), { id: null, version: 1, opaque: false });
  assert.deepEqual(readHello({ ...envelope, type: 'hello', id: 4, version: 9, opaque: true }), { id: 4, version: 9, opaque: true });
  for (const other of [null, 'hello', [], { type: 'hello' }, { ...envelope, type: 'get-result' }]) assert.equal(readHello(other), null);
});

test('the result of a run has settings, end, gap and measures', () => {
  const report = { iteration: 2, gap: 0.01, objective: 1, train: [{ measure: 'ndcg@10', value: 0.5 }], valid: [], test: [{ measure: 'ndcg@10' }] };
  const state = /** @type {Parameters<typeof runResult>[0]} */ (/** @type {unknown} */ ({ run: { status: 'stopped', settings: { c: 1 }, reports: [report], stop: { reason: 'converged', iterations: 2, best_iteration: 1, gap: 0.01 } }, data: { request: { name: 'a' } } }));
  assert.deepEqual(runResult(state), { status: 'stopped', data: 'a', settings: { c: 1 }, iteration: 2, gap: 0.01, objective: 1, stop: { reason: 'converged', iterations: 2, bestIteration: 1, gap: 0.01 }, measures: { train: { 'ndcg@10': 0.5 }, valid: {}, test: { 'ndcg@10': null } }, model: null });
  assert.equal(runResult({ ...state, run: null }), null);
  const kept = { ...report, iteration: 1, test: [{ measure: 'ndcg@10', value: 0.4 }] };
  const whole = /** @type {any} */ ({ ...state, run: { ...state.run, reports: [report, kept, report] } });
  assert.deepEqual(runResult(whole)?.model, { iteration: 1, measures: { train: { 'ndcg@10': 0.5 }, valid: {}, test: { 'ndcg@10': 0.4 } } }, 'the kept model is not the last one');
  assert.equal(runResult({ ...whole, run: { ...whole.run, stop: null } })?.model, null);
});
