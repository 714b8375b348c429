// Click logs in the module: the numbers of the native program, and logs that grow.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import './support/page-globals.mjs';
import { start } from '../../www/core/core.js';
import { Checksum, ClickLog, ClickSimulator, LetorReader, Training, generate_sample, generate_shop } from '../../www/wasm/rankscope.js';

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

/** @param {import('../../www/wasm/rankscope.js').Dataset} data @param {ClickLog} log @param {[string, string, string]} how */
const weighted = (data, log, how) => data.with_click_weights(log.click_weights(...how));

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
    const { run, stop } = trained(weighted(data, one.log(), ['ips', 'power:1', 'auto']), { method: 'listnet' });
    assert.ok((stop.gap ?? 1) <= 1e-3);
    return checksum(Float64Array.from(run.model().weights()));
  });
  assert.equal(weights[0], weights[1]);
});

test('an expected log gives back the relevance of documents, so that clicks train as grades do', () => {
  const data = sample();
  const log = ClickLog.expected(data, 'feature:1', { noise: 0 }, 300);
  const run = trained(weighted(data, log, ['ips', 'power:1', 'none']), { method: 'listnet' }).run;
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

test('a list of propensities is the power law that it spells out', () => {
  const data = sample();
  const log = ClickLog.expected(data, 'feature:1', {}, 300);
  const list = Array.from({ length: 60 }, (_, rank) => (rank + 1) ** -1).join(',');
  const [by, law] = [`list:${list}`, 'power:1'].map((curve) => log.click_weights('ips', curve, 'none'));
  by.forEach((weight, at) => assert.ok(Math.abs(weight - law[at]) < 1e-12));
  assert.throws(() => log.click_weights('ips', 'list:1,0', 'none'), /rank 2/);
  assert.throws(() => log.click_weights('ips', 'p.json', 'none'), /power:ETA/);
  assert.throws(() => log.click_weights('ips', '', 'none'), /propensities/);
});

test('a played session clicks on what it examined, and the log has it', () => {
  const simulator = new ClickSimulator(sample(), 'feature:1', '', { users: 'dcm', seed: 5 }, false);
  const clicks = Array.from({ length: 200 }, () => simulator.play()).map(({ documents, examined, clicks: ranks }) => {
    assert.ok(ranks.every((rank) => examined.includes(rank)));
    assert.ok(examined.every((rank, at) => rank === at && rank < documents.length));
    return ranks.length;
  });
  const { sessions, clicks: counted } = simulator.log().summary();
  assert.deepEqual([sessions, counted], [200, clicks.reduce((sum, one) => sum + one, 0)]);
});

test('the made shop has 100 and 400 searches of 10 products', () => {
  const parts = generate_shop(1).map((text) => {
    const reader = new LetorReader();
    reader.push(new TextEncoder().encode(text));
    return reader.finish().summary();
  });
  assert.deepEqual(parts.map(({ queries, documents }) => [queries, documents]), [[100, 1000], [400, 4000]]);
  assert.deepEqual(parts[0].feature_names, ['match', 'price', 'dust', 'popular']);
});
