// What workers train: the iterations of Step, the model of a run that ends, and the folds of a comparison. Each is compared
// with the module in this thread.

import assert from 'node:assert/strict';
import { kitchen, of, poolTest, prepare, workerTest } from './support/worker-test.mjs';
import { Training, comparison_study } from '../../www/wasm/rankscope.js';

/** @typedef {import('../../www/core/protocol.js').TrainingSettings} Settings */
/** @typedef {import('../../www/wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('./support/worker-test.mjs').Heard} Heard */

/** The iterations that the worker has reported of a run. @param {Heard[]} said @param {number} run */
const reported = (said, run) =>
  said.flatMap((message) => (message.type === 'reports' && message.run === run ? message.reports.map(({ iteration }) => iteration) : []));

/** Trains to the end in this thread. @param {Dataset} train @param {Dataset | null} valid @param {Settings} settings */
function trained(train, valid, settings) {
  const training = new Training(train, settings);
  if (valid) training.watch_validation(valid);
  while (training.advance(100).state !== 'stopped');
  return training;
}

workerTest('Step makes as many iterations as it is asked for', async ({ tell, hear, said, settings, sources }) => {
  tell({ type: 'load', load: 0, sources, settings: null }, prepare(1, settings));
  await hear(of('paused', 1), 'run 1 is ready');
  assert.deepEqual(reported(said, 1), [0]);
  for (const [steps, expected] of /** @type {const} */ ([[1, [0, 1]], [1, [0, 1, 2]], [3, [0, 1, 2, 3, 4, 5]]])) {
    tell({ type: 'step', run: 1, steps, anyway: false });
    await hear(of('paused', 1), `${steps} more`);
    assert.deepEqual(reported(said, 1), expected);
  }
});

workerTest('a Step before iteration 0 is known, and in a run that is made again, makes one iteration', async ({ tell, hear, said, settings, sources }) => {
  tell({ type: 'load', load: 0, sources, settings: null }, prepare(1, settings), { type: 'step', run: 1, steps: 1, anyway: false });
  // Iteration 0 may be there before the order is, and then the run pauses at it.
  do await hear(of('paused', 1), 'the step is made');
  while (!reported(said, 1).includes(1));
  assert.deepEqual(reported(said, 1), [0, 1]);
  tell(prepare(2, settings, {}, 2));
  await hear(of('restored', 2), 'run 2 is made again');
  assert.deepEqual(reported(said, 2), [], 'the page has these reports');
  tell({ type: 'step', run: 2, steps: 1, anyway: false });
  await hear(of('paused', 2), 'the step is made');
  assert.deepEqual(reported(said, 2), [3]);
});

workerTest('a run that ends has sent its model', async ({ tell, hear, said, settings, sources }) => {
  tell({ type: 'load', load: 0, sources, settings: null }, prepare(1, settings), { type: 'go', run: 1, pace: null, anyway: false });
  await hear(of('stopped', 1), 'run 1 ends');
  const models = said.flatMap((message) => (message.type === 'runs/model' ? [message.model] : []));
  const data = await kitchen();
  assert.equal(models.at(-1), trained(data, data, settings).model().json());
});

poolTest('each fold of a comparison trains on its own parts', async ({ tell, hear, settings, sources }) => {
  const whole = await kitchen();
  const { train } = sources;
  assert.ok(train.kind === 'blob');
  const measures = ['ndcg@10', 'ap'];
  const plan = { settings, methods: ['dorm'], c_grid: [0.1, 10], measures, folds: 3 };
  const text = comparison_study(plan, JSON.stringify({ train: 'kitchen.txt', test: 'kitchen.txt' }));
  tell({ type: 'open', open: 1, text, files: [{ name: 'kitchen.txt', blob: train.blob }], checksums: [] });
  const opened = await hear(({ type }) => type === 'opened', 'the worker has its data');
  assert.ok(opened.type === 'opened');
  for (const { cell, candidate } of opened.cells) {
    tell({ type: 'train', cell });
    const done = await hear((message) => message.type === 'done' && message.result.cell === cell, `cell ${cell}`);
    assert.ok(done.type === 'done');
    const values = JSON.parse(done.result.text).trainings.map((/** @type {{ valid: number[] }} */ { valid }) => valid);
    const expected = [0, 1, 2].map((fold) => {
      const [part, held] = whole.fold(3, fold, settings.seed);
      const model = trained(part, held, { ...settings, c: Number(candidate.replace('c ', '')), measures }).model();
      return model.evaluate(held, measures, 'skip').map(({ value }) => value);
    });
    assert.deepEqual(values, [...expected, []], candidate);
    assert.equal(new Set(expected.map(String)).size, 3, `the folds differ: ${expected}`);
  }
});
