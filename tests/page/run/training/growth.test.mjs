// A run that gets longer: old states stay as they were, watchers notice, and the lines of the charts grow with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { charts, seriesOf } from '../../../../www/features/run/charts/curves.js';
import { createStore } from '../../../../www/store/store.js';
import { PLANES } from '../../support/charts.mjs';

/** @typedef {import('../../../../www/app/reducer.js').Action} Action */
/** @typedef {import('../../../../www/core/protocol.js').StepReport} StepReport */

const ROUNDS = [0, 400, 900];

/** @param {number} iteration @returns {StepReport} */
const report = (iteration) => /** @type {any} */ ({
  iteration, round: ROUNDS.findLastIndex((start) => start <= iteration), norm: iteration, gap: 0.5, cuts: 1,
  best_primal: 5 + 100 / (iteration + 1), dual: 5 - Math.cos(iteration), mean_slack: 2 + Math.sin(iteration), mean_loss: 0.5, component_slacks: [0.5],
  train: [{ measure: 'ndcg@10', value: 0.5 }], valid: [{ measure: 'ndcg@10', value: 0.4 }], test: [],
});

/** A page with a run. */
function page() {
  const catalog = /** @type {any} */ ({ defaults: { method: 'dorm', measure: 'ndcg@10' } });
  const store = createStore(initialState(catalog, 'system'), reduce, (error) => { throw error; });
  /** @param {any[]} actions */
  const act = (...actions) => actions.forEach((action) => store.dispatch(/** @type {Action} */ (action)));
  act({ type: 'load', request: { name: 'x' } }, { type: 'loaded', load: 1, summaries: {} },
    { type: 'prepared', run: 1, overview: { measures: ['ndcg@10'], components: ['svm-map'], queries_used: 5, search_steps: 1 } }, { type: 'train' });
  /** A message with the reports of some iterations. @param {number} from @param {number} to */
  const message = (from, to) => {
    const reports = Array.from({ length: to - from }, (_, at) => report(from + at));
    act({ type: 'reports', run: 1, phase: null, reports, seconds: reports.map((_, at) => (from + at) / 10) });
  };
  /** @returns {import('../../../../www/features/run/training/run-state.js').Run} */
  const run = () => /** @type {any} */ (store.get().run);
  return { store, message, run };
}

/** The line of the dual, which has a gap where a round begins. @param {import('../../../../www/features/run/training/run-state.js').Run} run */
function dualOf(run) {
  const curve = charts(run, 'ndcg@10', PLANES, String)[0].curves.find(({ key }) => key === 'dual');
  assert.ok(curve);
  return seriesOf(curve, run);
}

/** The same by its definition. @param {number} length */
function expectedDual(length) {
  const values = Array.from({ length }, (_, at) => (ROUNDS.slice(1).includes(at) ? NaN : 5 - Math.cos(at)));
  const numbers = values.filter((value) => !Number.isNaN(value));
  return { values, lowest: Math.min(...numbers), highest: Math.max(...numbers) };
}

/** @param {ReturnType<typeof seriesOf>} series */
const plain = ({ values, lowest, highest }) => ({ values: [...values], lowest, highest });

test('watchers notice a longer run, and no message without reports', () => {
  const { store, message } = page();
  message(0, 3);
  const seen = /** @type {unknown[]} */ ([]);
  store.watch((state) => [state.run?.reports], ([reports]) => { seen.push(reports?.length); });
  message(3, 5);
  message(5, 5);
  message(5, 6);
  assert.deepEqual(seen, [3, 5, 6]);
});

test('an old state of a run stays as it was', () => {
  const { message, run } = page();
  message(0, 3);
  const old = run();
  message(3, 5);
  message(1, 2);
  message(6, 7);
  assert.deepEqual([old.reports.length, old.seconds], [3, [0, 0.1, 0.2]]);
  assert.deepEqual(Array.from(run().reports, (one) => one?.iteration), [0, 1, 2, 3, 4, undefined, 6], 'a skipped iteration has no report');
  assert.deepEqual(run().seconds.at(-1), 0.6);
});

test('a line grows with its run, and an older state and another run have their own', () => {
  const { message, run } = page();
  message(0, 350);
  const [old, other] = [run(), page()];
  assert.deepEqual(plain(dualOf(old)), expectedDual(350));
  const drawn = dualOf(old).values;
  for (let from = 350; from < 1000; from += 50) {
    message(from, from + 50);
    assert.deepEqual(plain(dualOf(run())), expectedDual(from + 50));
  }
  assert.deepEqual([...drawn], expectedDual(350).values, 'what was drawn before does not change');
  assert.deepEqual(plain(dualOf(old)), expectedDual(350));
  other.message(0, 2);
  assert.deepEqual(plain(dualOf(other.run())), expectedDual(2));
});

test('a line that grows reads no report again', () => {
  const { message, run } = page();
  message(0, 2000);
  const curve = charts(run(), 'ndcg@10', PLANES, String)[1].curves[0];
  let reads = 0;
  const counted = { ...curve, of: (/** @type {StepReport} */ one) => { reads += 1; return curve.of(one); } };
  seriesOf(counted, run());
  message(2000, 2001);
  seriesOf(counted, run());
  assert.equal(reads, 2001);
});
