// Runs that go on from a model, with the bits of one run: the recorded checksums are those of native runs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { at } from '../../scripts/lib/project.mjs';
import './support/page-globals.mjs';
import { start } from '../../www/core/core.js';
import { Checksum, DataReader, LetorReader, Model, Training, generate_sample } from '../../www/wasm/rankscope.js';

/** @typedef {import('../../www/wasm/rankscope.js').StepReport} StepReport */
/** @typedef {import('../../www/wasm/rankscope.js').Dataset} Dataset */

before(start);

/** The data of the recorded runs. */
function sample() {
  const reader = new LetorReader();
  reader.push(generate_sample(30, 20, 7));
  return reader.finish();
}

/** Trains to the end, and returns every report. @param {Training} training */
function reportsOf(training) {
  /** @type {StepReport[]} */
  const reports = [];
  for (;;) {
    const progress = training.advance(50);
    if (progress.state === 'stepped') reports.push(progress.report);
    if (progress.state === 'stopped') return reports;
  }
}

/** The model of a run, from its file, as another program would read it. @param {Training} training */
const kept = (training) => Model.parse(training.model().json());

/** The checksum of a run, as `tests/core/run/golden.rs` takes it. @param {StepReport[]} reports */
function checksumOf(reports) {
  const checksum = new Checksum();
  for (const { objective, gap, train } of /** @type {any[]} */ (reports)) {
    const figures = [objective, gap, train[0].value].filter((figure) => typeof figure === 'number');
    checksum.push(new Uint8Array(Float64Array.from(figures).buffer));
  }
  return checksum.hex();
}

/** @param {unknown} error @param {RegExp} message */
function says(error, message) {
  const { name, message: said, cause } = /** @type {Error} */ (error);
  assert.equal(name, 'RankscopeError');
  assert.match(said, message);
  return /** @type {any} */ (cause).field;
}

const recorded = new Map(readFileSync(at('tests', 'core', 'run', 'reports.fnv'), 'utf8').trim().split('\n')
  .map((line) => /** @type {[string, string]} */ (line.split(' '))));

for (const [method, rounds] of /** @type {const} */ ([['lambdamart', 30], ['mcrank', 30], ['rankboost', 100], ['frank', 300]])) {
  test(`${method}: rounds after those of a model are the rounds of the native run`, () => {
    const data = sample();
    const first = new Training(data, { method, rounds: 10 });
    assert.equal(reportsOf(first).length, 11);
    const more = Training.continue_from(data, kept(first), { rounds: rounds - 10 });
    assert.equal(checksumOf(reportsOf(more)), recorded.get(method));
    const whole = new Training(data, { method, rounds });
    reportsOf(whole);
    assert.equal(more.model().json(), whole.model().json(), 'the settings of the model file have all rounds');
  });
}

test('absent settings are those of the model, and given ones are not', () => {
  const data = sample();
  const first = new Training(data, { method: 'lambdamart', rounds: 3, leaves: 5, scale: 'minmax' });
  reportsOf(first);
  const model = kept(first);
  const of = (/** @type {Training} */ run) => JSON.parse(run.model().json()).settings;
  const more = Training.continue_from(data, model, { rounds: 2, shrinkage: 0.3 });
  assert.equal(reportsOf(more).length, 6);
  const { rounds, leaves, scale, shrinkage } = of(more);
  assert.deepEqual([rounds, leaves, scale, shrinkage], [5, 5, 'minmax', 0.3]);
  assert.equal(of(Training.continue_from(data, model, {})).rounds, 33, 'without a number, the usual ones follow');
});

test('LambdaMART goes on from a model of LightGBM', () => {
  const content = (/** @type {string} */ name) => readFileSync(at('tests', 'core', 'model', 'foreign', 'complete', name));
  const reader = new DataReader({ ignore: ['docid'] }, new Uint8Array(), []);
  reader.push(content('data.csv'));
  const data = reader.finish().dataset();
  const model = Model.read(content('lightgbm.txt'));
  const more = Training.continue_from(data, model, { rounds: 4 });
  const trees = content('lightgbm.txt').toString().split('\n').filter((line) => line.startsWith('Tree=')).length;
  assert.equal(reportsOf(more).length, 1 + trees + 4);
  assert.equal(JSON.parse(more.model().json()).scorer.terms.length, trees + 4);
  const other = Model.read(content('xgboost.json'));
  assert.throws(() => Training.continue_from(data, other, {}), (error) => says(error, /other terms/) === 'from');
});

test('what cannot go on is refused, and names its setting', () => {
  const data = sample();
  const linear = new Training(data, { method: 'listnet' });
  reportsOf(linear);
  const boosted = new Training(data, { method: 'rankboost', rounds: 2 });
  reportsOf(boosted);
  for (const [run, settings, field, message] of /** @type {const} */ ([
    [linear, {}, 'from', /listnet has no rounds/],
    [boosted, { method: 'frank' }, 'from', /--method rankboost/],
    [boosted, { scale: 'minmax' }, 'from', /scaled or mapped by other numbers/],
    [boosted, { round: 2 }, 'settings', /"round" is not among its keys; the nearest are rounds/],
    [boosted, { rounds: 'two' }, 'rounds', /./],
  ])) {
    const settled = /** @type {any} */ (settings);
    assert.throws(() => Training.continue_from(data, kept(run), settled), (error) => says(error, message) === field);
  }
});
