// Click logs in the module: the numbers of the native program, and logs that grow.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import './support/page-globals.mjs';
import { start } from '../../www/core/core.js';
import { Checksum, ClickLog, ClickSimulator, LetorReader, Training, generate_sample } from '../../www/wasm/rankscope.js';

before(start);

function sample() {
  const reader = new LetorReader();
  reader.push(generate_sample(30, 20, 7));
  return reader.finish();
}

/** @param {import('../../www/wasm/rankscope.js').Dataset} data @param {object} settings */
function trained(data, settings) {
  const run = new Training(data, { targets: 'clicks', c: 10, ...settings });
  for (;;) {
    const progress = run.advance(1000);
    if (progress.state === 'stopped') return { run, stop: progress.stop };
  }
}

/** @param {Float64Array} values */
function checksum(values) {
  const sum = new Checksum();
  sum.push(new Uint8Array(values.buffer));
  return sum.hex();
}

test('a log grown in steps is the log of one go, and trains the same bits', () => {
  const data = sample();
  const simulator = () => new ClickSimulator(data, 'feature:1', '', { eta: 1, seed: 3 }, true);
  const once = simulator();
  once.grow(2000);
  const steps = simulator();
  for (const sessions of [1, 499, 1500]) steps.grow(sessions);
  assert.deepEqual(steps.log().summary(), once.log().summary());
  const weights = [once, steps].map((one) => {
    const { run, stop } = trained(one.log().training_data('ips', 'power:1', 'auto'), { method: 'listnet' });
    assert.ok((stop.gap ?? 1) <= 1e-3);
    return checksum(Float64Array.from(run.model().weights()));
  });
  assert.equal(weights[0], weights[1]);
});

test('an expected log gives back the relevance of documents, so that clicks train as grades do', () => {
  const data = sample();
  const log = ClickLog.expected(data, 'feature:1', { noise: 0 }, 300);
  const run = trained(log.training_data('ips', 'power:1', 'none'), { method: 'listnet' }).run;
  const evaluated = log.evaluate(run.model().score(data), new Float64Array(), 10, 'power:1', 'none');
  const worst = log.evaluate(run.model().score(data).map((score) => -score), new Float64Array(), 10, 'power:1', 'none');
  assert.ok(evaluated.new.mean > worst.new.mean);
});

test('propensities come back from a log with swaps', () => {
  const simulator = new ClickSimulator(sample(), 'feature:1', '', { eta: 1, swap: 10 }, true);
  simulator.grow(20_000);
  const { eta } = simulator.log().propensities({});
  assert.ok(eta && eta.low !== undefined && eta.high !== undefined);
  assert.ok(Math.abs(eta.value - 1) < 0.2, `${eta.value}`);
});

test('a faulty log and a training without clicks say what to do', () => {
  const data = sample();
  const bytes = new TextEncoder().encode('query,rank,document,impressions,clicks\n1,1,4,2,3\n');
  assert.throws(() => ClickLog.read(bytes, data, 'lines'), /line 2/);
  assert.throws(() => new Training(data, { method: 'listnet', targets: 'clicks' }), /log of clicks/);
});
