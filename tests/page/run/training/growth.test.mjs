// The work for a message of reports does not grow with the iterations before it: nothing copies the history or reads it
// again. Counted, because times depend on the machine.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { initialState, reduce } from '../../../../www/app/reducer.js';
import { charts, plotOf, seriesOf } from '../../../../www/features/run/charts/curves.js';
import { resultOf } from '../../../../www/features/run/charts/result.js';
import { Series } from '../../../../www/features/run/charts/series.js';
import { keptIterations } from '../../../../www/features/run/charts/thin-series.js';
import { eventShares } from '../../../../www/features/run/playback/events.js';
import { newest } from '../../../../www/features/run/training/run-state.js';
import { createStore } from '../../../../www/store/store.js';
import { PLANES } from '../../support/charts.mjs';

/** @typedef {import('../../../../www/app/reducer.js').Action} Action */
/** @typedef {import('../../../../www/core/protocol.js').StepReport} StepReport */

const PIXELS = 600;
const ROUNDS = [0, 400, 900];

/** A page with a run, and how often a report or a block of a curve was read. */
function page() {
  const work = { reads: 0, blocks: 0, columns: 0 };
  const catalog = /** @type {any} */ ({ defaults: { method: 'dorm', measure: 'ndcg@10' } });
  const store = createStore(initialState(catalog, 'system'), reduce, (error) => { throw error; });
  /** @param {number} iteration @returns {StepReport} */
  const report = (iteration) => new Proxy(/** @type {any} */ ({
    iteration, round: ROUNDS.findLastIndex((start) => start <= iteration), norm: iteration, gap: 0.5, cuts: 1,
    best_primal: 5 + 100 / (iteration + 1), dual: 5 - Math.cos(iteration), mean_slack: 2 + Math.sin(iteration), mean_loss: 0.5, component_slacks: [0.5],
    train: [{ measure: 'ndcg@10', value: 0.5 }], valid: [{ measure: 'ndcg@10', value: 0.4 }], test: [],
  }), { get: (target, key) => { work.reads += 1; return target[key]; } });
  /** @param {any[]} actions */
  const act = (...actions) => actions.forEach((action) => store.dispatch(/** @type {Action} */ (action)));
  act({ type: 'load', request: { name: 'x' } }, { type: 'loaded', load: 1, summaries: {} },
    { type: 'prepared', run: 1, overview: { measures: ['ndcg@10'], components: ['svm-map'], queries_used: 5, search_steps: 1 } }, { type: 'train' });
  /** A message with the reports before an iteration. @param {number} to */
  const message = (to) => {
    const from = store.get().run?.reports.length ?? 0;
    const reports = Array.from({ length: to - from }, (_, at) => report(from + at));
    act({ type: 'reports', run: 1, phase: null, reports, seconds: reports.map((_, at) => (from + at) / 10) });
  };
  return { store, work, message };
}

/** What the strip shows of a run: charts, names at their ends, events, and the result. @param {ReturnType<typeof page>} page */
function show({ store, work }) {
  const { run } = store.get();
  assert.ok(run);
  for (const chart of charts(run, 'ndcg@10', PLANES, String)) {
    const { columns, x_maximum: end } = plotOf(chart, run, false, String);
    keptIterations(columns, [newest(run)], (iteration) => { work.columns += 1; return Math.round((PIXELS * iteration) / end); });
    for (const curve of chart.curves) if (curve.drawn) seriesOf(curve, run);
  }
  eventShares(run);
  resultOf(run, newest(run), null);
}

/** The work for one more report after so many. @param {import('node:test').TestContext} t @param {number} before */
function workAfter(t, before) {
  const one = page();
  one.message(before);
  show(one);
  const { extremes } = Series.prototype;
  t.mock.method(Series.prototype, 'extremes', /** @this {Series} @param {Parameters<typeof extremes>[0]} blocks */ function (blocks) {
    one.work.blocks += blocks.length / 2;
    return extremes.call(this, blocks);
  });
  const old = one.store.get().run;
  Object.assign(one.work, { reads: 0, blocks: 0, columns: 0 });
  one.message(before + 1);
  show(one);
  t.mock.restoreAll();
  const now = one.store.get().run;
  assert.ok(old && now);
  assert.equal(now.reports.storage, old.reports.storage, 'the reports are not copied');
  assert.equal(now.seconds.storage, old.seconds.storage, 'the seconds are not copied');
  assert.deepEqual([old.reports.length, now.reports.length], [before, before + 1], 'the old state keeps its length');
  return one.work;
}

test('a message costs the same after 3,000 and after 48,000 iterations', (t) => {
  const [few, many] = [workAfter(t, 3000), workAfter(t, 48_000)];
  assert.equal(many.reads, few.reads, 'no report is read because there are more of them');
  assert.ok(few.reads > 0 && few.blocks > 0 && few.columns > 0, 'the work is counted');
  // Sixteen times the iterations may cost one or two levels of blocks and of halvings more.
  assert.ok(many.blocks < 4 * few.blocks, `${few.blocks} and ${many.blocks} blocks`);
  assert.ok(many.columns < 4 * few.columns, `${few.columns} and ${many.columns} places on the axis`);
});

test('watchers notice a longer run, and no message without reports', () => {
  const { store, message } = page();
  message(3);
  const seen = /** @type {unknown[]} */ ([]);
  store.watch((state) => [state.run?.reports], ([reports]) => { seen.push(reports?.length); });
  message(5);
  message(5);
  message(6);
  assert.deepEqual(seen, [3, 5, 6]);
});
