// The messages of the training worker without a page: their order, for any requests in between.

import { of, prepare, workerTest } from './support/worker-test.mjs';

/** @typedef {import('../../www/core/protocol.js').ToWorker} ToWorker */
/** @typedef {import('../../www/core/protocol.js').TrainingSettings} Settings */

const NEVER = { every: 3_600_000, until: null }; // one iteration per hour
/** No document has this grade. @type {Partial<Settings>} */
const refused = { method: 'svm-map', threshold: 31 };
/** @param {number} run @returns {ToWorker} */
const snapshot = (run) => ({ type: 'snapshot', run, iteration: 0, query: null, rows: true, pictures: false, tab: 'rankings' });

workerTest('the run before a refused run can still be inspected', async ({ tell, hear, settings, sources }) => {
  tell({ type: 'load', load: 0, sources, settings: null }, prepare(1, settings));
  await hear(of('paused', 1), 'run 1 is ready');
  tell(prepare(2, settings, refused), snapshot(1));
  await hear(of('run failed', 2), 'run 2 is refused');
  await hear(of('snapshot', 1), 'run 1 answers');
});

workerTest('a request that another run supersedes still gets a reply', async ({ tell, hear, settings, sources }) => {
  // The data of load 0 arrive last, so all other messages have arrived when run 1 begins.
  tell({ type: 'load', load: 0, sources, settings: null }, prepare(1, settings), snapshot(1), prepare(2, settings, refused));
  await hear(of('request dropped', 1), 'the look is dropped');
  await hear(of('run failed', 2), 'run 2 is refused');
  await hear(of('paused', 1), 'run 1 is made ready');
  tell(snapshot(1), snapshot(3));
  await hear(of('snapshot', 1), 'run 1 answers');
  await hear(of('request dropped', 3), 'a run that is not there has nothing to show');
});

workerTest('a run that waits for its pace does not delay other messages', async ({ tell, hear, settings, sources }) => {
  tell({ type: 'load', load: 0, sources, settings: null }, prepare(1, settings));
  await hear(of('paused', 1), 'run 1 is ready');
  tell({ type: 'go', run: 1, pace: NEVER, anyway: false });
  await hear((message) => message.type === 'reports' && message.run === 1 && message.reports.some(({ iteration }) => iteration === 1), 'run 1 makes an iteration');
  tell(prepare(2, settings));
  await hear(of('paused', 2), 'run 2 is ready within the hour');
  tell({ type: 'go', run: 2, pace: NEVER, anyway: false });
  await hear((message) => message.type === 'reports' && message.run === 2 && message.reports.some(({ iteration }) => iteration === 1), 'run 2 makes an iteration');
  tell({ type: 'pause', run: 2 }, { type: 'step', run: 2, steps: 1, anyway: false });
  await hear((message) => message.type === 'reports' && message.run === 2 && message.reports.some(({ iteration }) => iteration === 2), 'a step is made at once');
  tell({ type: 'go', run: 2, pace: NEVER, anyway: false }, { type: 'go', run: 2, pace: null, anyway: false });
  await hear(of('stopped', 2), 'another pace holds at once');
});

workerTest('replaced data are freed', async ({ tell, hear, settings, sources }) => {
  tell({ type: 'load', load: 1, sources, settings });
  await hear((message) => message.type === 'loaded', 'the data are there');
  tell(prepare(1, settings));
  await hear(of('paused', 1), 'run 1 is ready');
  tell({ type: 'load', load: 2, sources: { ...sources, valid: null, test: null }, settings });
  await hear((message) => message.type === 'freed' && message.freed === 3, 'training, validation and test data are freed');
  await hear((message) => message.type === 'loaded' && message.load === 2, 'the others are there');
  tell(prepare(2, settings));
  await hear(of('paused', 2), 'run 2 is ready');
  tell(snapshot(2));
  await hear(of('snapshot', 2), 'and can be looked at');
});
