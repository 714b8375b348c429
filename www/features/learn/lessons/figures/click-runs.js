// Simulations of clicks for pictures and figures, each computed once. Their worker lives while something is to be
// simulated.

import { startWorker } from '../../../../core/start-worker.js';
import { watchLifeline } from '../../../../lib/worker-lifeline.js';

/** @typedef {import('../../../../core/clicks-protocol.js').ClickSettings} ClickSettings */
/** @typedef {import('../../../../core/clicks-protocol.js').CurvePoint} CurvePoint */
/** @typedef {import('../../../../core/clicks-protocol.js').Grounds} Grounds */
/** @typedef {import('../../../../core/clicks-protocol.js').FromClicks} FromClicks */
/** A simulation that has ended. @typedef {{ grounds: Grounds, points: readonly CurvePoint[] }} ClickRun */
/**
 * `resolve` gets the simulation, or null once it is not wanted any more.
 * @typedef {{ key: string, settings: ClickSettings, grounds: Grounds | null, points: CurvePoint[],
 *   resolve: (run: ClickRun | null) => void, reject: (error: Error) => void }} Job
 */

/** By settings. @type {Map<string, Promise<ClickRun | null>>} */
const runs = new Map();
/** The first one is with the worker, which drops a task for a newer one. @type {Job[]} */
let jobs = [];
/** @type {Worker | null} */
let worker = null;
let task = 0;

/**
 * Returns the simulation with these settings; null if `endClickRuns` came before its end. Rejects with the reason if it
 * cannot be simulated.
 * @param {ClickSettings} settings
 */
export function clickRun(settings) {
  const key = JSON.stringify(settings);
  const known = runs.get(key);
  if (known) return known;
  const run = new Promise((/** @type {Job['resolve']} */ resolve, reject) => {
    jobs.push({ key, settings, grounds: null, points: [], resolve, reject });
  });
  runs.set(key, run);
  if (jobs.length === 1) begin();
  return run;
}

/** Drops what has not been simulated yet. */
export function endClickRuns() {
  for (const { key, resolve } of takeJobs()) {
    runs.delete(key);
    resolve(null);
  }
}

/** Ends the worker, and returns what it has not done. */
function takeJobs() {
  worker?.terminate();
  worker = null;
  const left = jobs;
  jobs = [];
  return left;
}

/** Has the worker simulate the first job. */
function begin() {
  task += 1;
  worker ??= started();
  worker.postMessage({ type: 'simulate', task, settings: jobs[0].settings });
}

function started() {
  const own = startWorker('clicks');
  const lose = (/** @type {string} */ why) => {
    if (worker === own) fail(takeJobs(), why);
  };
  own.onmessage = ({ data }) => { if (worker === own) receive(data, lose); };
  own.onerror = (event) => {
    event.preventDefault();
    lose(event.message || 'The worker of clicks could not be started.');
  };
  return own;
}

/** A job that failed can be asked for again. @param {readonly Job[]} failed @param {string} why */
function fail(failed, why) {
  for (const { key, reject } of failed) {
    runs.delete(key);
    reject(new Error(why));
  }
}

/** @param {FromClicks} message @param {(why: string) => void} lose */
function receive(message, lose) {
  if (message.type === 'crashed') return lose(message.message);
  if (message.type === 'lock') return void watchLifeline(message.lock, () => lose('The browser ended its worker.'));
  const [job] = jobs;
  if (!job || !('task' in message) || message.task !== task) return;
  if (message.type === 'begun') job.grounds = message.grounds;
  if (message.type === 'point') job.points.push(message.point);
  if (message.type === 'unsimulated') fail([job], message.message);
  if (message.type === 'finished' && job.grounds) job.resolve({ grounds: job.grounds, points: job.points });
  if (message.type === 'unsimulated' || message.type === 'finished') next();
}

function next() {
  jobs.shift();
  if (jobs.length) begin();
  else takeJobs();
}
