// The message loop around the bindings. Holds the data sets and the run; decides nothing.

import init from './wasm/rankscope.js';
import { breakdownOf, failureOf, faultOf, messageOf } from './fault.js';
import { agreementOf } from './worker/agreement.js';
import { answerTo } from './worker/answering.js';
import { breathe } from './worker/breathing.js';
import { serveThePool } from './worker/compare.js';
import { holdLifeline } from './worker/lifeline.js';
import { lookAt } from './worker/looking.js';
import { endRest, rest, restOf } from './worker/pacing.js';
import { takePanic } from './worker/panics.js';
import { trainingOf, whyUntrainable } from './worker/proving.js';
import { Cancelled, Unreadable, readAll } from './worker/reading.js';

/** @typedef {import('./wasm/rankscope.js').Dataset} Dataset */
/** @typedef {import('./wasm/rankscope.js').Training} Training */
/** @typedef {import('./protocol.js').ToWorker} ToWorker */
/** @typedef {import('./protocol.js').FromWorker} FromWorker */
/** @typedef {import('./protocol.js').StepReport} StepReport */
/** @typedef {import('./protocol.js').Phase} Phase */

const SLICE = 16; // ms of work before messages are let in
const POST = 20; // ms between reports to the page, so that more than 30 of them come in a second
const POOL = 'compare'; // name of a worker of the comparison's pool

const ready = init();

/** @type {{ train: Dataset, valid: Dataset | null, test: Dataset | null } | null} */
let data = null;
let newestLoad = 0;
/** Why the data of a worker that is gone could not be read again. */
let missing = 'The data are not there.';

/** `again`: the newest iteration that the page has already; `waits`: its searches are dear, and nobody has said that it shall begin.
 * @type {{ id: number, training: Training, mode: 'run' | 'step' | 'idle', again: number, waits: boolean, steps: number, reported: boolean, moved: number, budget: number, worked: number,
 *   pace: import('./protocol.js').Pace | null, begun: number, stepped: number,
 *   reports: StepReport[], seconds: number[], phase: Phase | null, posted: number, ended: boolean } | null} */
let run = null;
let looping = false;

// Messages wait their turn, so that a run is never prepared before its data.
let queue = ready.then(() => {}, (problem) => { if (self.name !== POOL) crashed(problem); });

// A file is read beside the rest: meanwhile the run can be looked at, paused and begun anew.
let reading = queue;
/** When a pause was last heard, counted in messages: what was asked for before it does not count any more. */
let heard = 0;
let paused = 0;
/** The run that is wanted now; what is worked out for others can be left. */
let wanted = 0;

/** @param {MessageEvent<ToWorker>} event */
const listen = ({ data: message }) => {
  heard += 1;
  const at = heard;
  if (message.type === 'prepare') wanted = message.run;
  if (message.type === 'prepare' || message.type === 'pause') post({ type: 'alive', run: message.run });
  if (message.type === 'cancel') {
    newestLoad = -1;
    return post({ type: 'alive', run: message.load });
  }
  if (message.type === 'pause' && run?.id === message.run) return pause(run, at);
  if (message.type === 'load') newestLoad = message.load;
  if (message.type !== 'load' || message.load === 0) queue = queue.then(() => handle(message, at)).catch(crashed);
  else {
    const before = queue;
    reading = reading.then(() => before).then(() => load(message)).catch(crashed);
  }
};
// One file for both kinds of worker, so that a visitor fetches the bindings for them once.
if (self.name === POOL) serveThePool(ready);
else {
  self.onmessage = listen;
  holdLifeline((lock) => post({ type: 'awake', lock }));
}

/** @param {ToWorker} message @param {number} at which message it is */
async function handle(message, at) {
  if (message.type === 'load') return load(message);
  if (message.type === 'prepare') return prepare(message);
  if (message.type === 'agree') return agree(message);
  if (message.type === 'cancel') return;
  if (message.type !== 'go' && message.type !== 'step' && message.type !== 'pause') return reply(message);
  if (run?.id !== message.run) return;
  if (message.type === 'pause') return pause(run, at);
  if (at < paused || (run.waits && !message.anyway)) return;
  run.waits = false;
  // Who starts a run waits for nothing; the pace of one that goes on may have changed.
  if (run.mode === 'idle') run.stepped = -Infinity;
  run.mode = message.type === 'go' ? 'run' : 'step';
  // A step before iteration 0 is known goes on to iteration 1.
  run.steps = (run.reported || run.again >= 0 ? 0 : 1) + (message.type === 'step' ? message.steps : 1);
  run.pace = message.type === 'go' ? message.pace : null;
  run.begun = performance.now();
  endRest();
  void loop();
}

/** @param {NonNullable<typeof run>} now @param {number} at */
function pause(now, at) {
  paused = at;
  now.mode = 'idle';
  endRest();
  postReports(now);
  postModel(now);
  post({ type: 'paused', run: now.id });
}

/** @param {Extract<ToWorker, { type: 'load' }>} message */
async function load({ load, sources, settings }) {
  let { name } = sources.train;
  const stale = () => load !== 0 && load !== newestLoad;
  if (stale()) return;
  try {
    const read = await readAll(sources, (source) => { name = source.name; }, async (done, of, documents) => {
      post({ type: 'progress', load, name, done, of, documents });
      await breathe();
      if (stale()) throw new Cancelled();
    });
    const { train, valid, test, checksums } = read;
    if (stale()) return void [train, valid, test].forEach((one) => one?.free());
    const summaries = { train: train.summary(), valid: valid?.summary() ?? null, test: test?.summary() ?? null };
    if (settings) {
      const fault = whyUntrainable(train, settings);
      if (fault) {
        for (const one of [train, valid, test]) one?.free();
        return post({ type: 'load failed', load, name: sources.train.name, failure: fault });
      }
    }
    dropRun();
    // Nobody is left who uses them: a look under way ends with its run, and a run holds what it was prepared from itself.
    if (data) for (const one of [data.train, data.valid, data.test]) one?.free();
    data = { train, valid, test };
    post({ type: 'loaded', load, summaries, checksums });
  } catch (error) {
    if (error instanceof Cancelled) return;
    if (!faultOf(error) && !(error instanceof Unreadable)) throw error;
    if (load === 0) missing = `${name} could not be read again: ${messageOf(error)} Choose the file once more.`;
    post({ type: 'load failed', load, name, failure: failureOf(error) });
  }
}

/** @param {Extract<ToWorker, { type: 'prepare' }>} message */
function prepare({ run: id, settings, again, patience }) {
  if (!data) return post({ type: 'run failed', run: id, failure: { message: missing, problems: [], total: 0 } });
  /** @type {Training | null} */
  let training = null;
  try {
    training = trainingOf(data.train, settings);
    if (data.valid) training.watch_validation(data.valid);
    if (data.test) training.watch_test(data.test);
    // Iteration 0 is w = 0: working it out at once lets the page show what there is to learn.
    const overview = training.overview();
    // What is refused is refused by now: only then the run before makes room.
    dropRun();
    const waits = overview.search_steps > patience;
    run = { id, training, mode: waits ? 'idle' : 'step', again, waits, steps: again < 0 ? 1 : 0, reported: false, moved: 0, budget: 16, worked: 0, pace: null, begun: 0, stepped: -Infinity, reports: [], seconds: [], phase: null, posted: 0, ended: false };
    post({ type: 'prepared', run: id, overview });
    void loop();
  } catch (error) {
    if (!faultOf(error)) throw error;
    training?.free();
    // The run before stays, and is looked at again; unless yet another is wanted by now.
    if (wanted === id) wanted = run?.id ?? 0;
    post({ type: 'run failed', run: id, failure: failureOf(error) });
  }
}

function dropRun() {
  endRest();
  if (run && !run.ended) postModel(run);
  run?.training.free();
  run = null;
}

/** Works in slices and lets messages in between them. */
async function loop() {
  if (looping) return;
  looping = true;
  try {
    while (run && run.mode !== 'idle' && !run.ended) {
      const wait = restOf(run);
      if (wait > 0) {
        postReports(run);
        await rest(wait);
      } else {
        slice(run);
        await breathe();
      }
    }
  } catch (error) {
    const stopped = run;
    if (!stopped || !faultOf(error)) return crashed(error);
    stopped.ended = true;
    postReports(stopped);
    post({ type: 'run failed', run: stopped.id, failure: failureOf(error) });
  } finally {
    looping = false;
  }
}

/** Works until the slice is over, or until the pace makes it wait. @param {NonNullable<typeof run>} now */
function slice(now) {
  const began = performance.now();
  while (now.mode !== 'idle' && performance.now() - began < SLICE) {
    const before = performance.now();
    const progress = now.training.advance(now.budget);
    const spent = performance.now() - before;
    now.worked += spent / 1000;
    // The budget grows and shrinks until one call fills about half a slice.
    if (spent < SLICE / 4) now.budget = Math.min(now.budget * 2, 1 << 20);
    else if (spent > SLICE) now.budget = Math.max(1, now.budget >> 1);
    if (progress.state === 'working') {
      if (now.moved >= now.again) now.phase = { phase: progress.phase, done: progress.done, of: progress.of };
      continue;
    }
    now.phase = null;
    if (progress.state === 'stepped' && progress.report.iteration <= now.again) {
      // The page has this report.
      now.reported = true;
      now.moved = progress.report.iteration;
      now.phase = { phase: 'again', done: now.moved, of: now.again };
      if (now.moved < now.again) continue;
      now.phase = null;
      post({ type: 'restored', run: now.id });
      if (now.mode === 'step' && now.steps <= 0) now.mode = 'idle';
    } else if (progress.state === 'stepped') {
      now.reports.push(progress.report);
      now.seconds.push(now.worked);
      now.reported = true;
      now.moved = progress.report.iteration;
      now.steps -= 1;
      if (now.mode === 'step' && now.steps <= 0) {
        now.mode = 'idle';
        postReports(now);
        postModel(now);
        post({ type: 'paused', run: now.id });
      }
      now.stepped = before + spent;
      if (restOf(now) > 0) return;
    } else {
      now.ended = true;
      postReports(now);
      postModel(now);
      post({ type: 'stopped', run: now.id, stop: progress.stop });
      return;
    }
  }
  if (performance.now() - now.posted >= POST) postReports(now);
}

/** @param {NonNullable<typeof run>} now */
function postReports(now) {
  now.posted = performance.now();
  post({ type: 'reports', run: now.id, reports: now.reports, seconds: now.seconds, phase: now.phase });
  now.reports = [];
  now.seconds = [];
}

/** The best model so far; of a run that has not moved from w = 0 nobody wants it. @param {NonNullable<typeof run>} now */
function postModel(now) {
  if (now.moved === 0 || now.moved < now.again) return;
  try {
    const model = now.training.model();
    post({ type: 'model', run: now.id, model: model.json() });
    model.free();
  } catch (error) {
    // Weights beyond floating point are no model: the run is then kept without one, and the page says so.
    if (!faultOf(error)) throw error;
  }
}

/** @param {Extract<ToWorker, { type: 'agree' }>} message */
function agree({ question, part, ...models }) {
  const held = data?.[part];
  try {
    if (!held) return post({ type: 'agreed', question, agreement: null, message: 'These data are not loaded.' });
    post({ type: 'agreed', question, agreement: agreementOf(held, models), message: '' });
  } catch (error) {
    if (!faultOf(error)) throw error;
    post({ type: 'agreed', question, agreement: null, message: messageOf(error) });
  }
}

/**
 * Every question has an answer: one that cannot be answered has a reason, and the run goes on; one about a run that is not there, or not
 * wanted any more, is dropped, and may be asked again.
 * @param {import('./protocol.js').Question} question
 */
async function reply(question) {
  const now = run;
  const dropped = /** @type {const} */ ({ type: 'question dropped', run: question.run, question: question.type });
  if (now?.id !== question.run) return post(dropped);
  try {
    if (question.type !== 'look') return post(answerTo(now.training, question));
    const look = data && await lookAt(now.id, now.training, data.train, question, () => run === now && wanted === now.id);
    post(look ?? dropped);
  } catch (error) {
    if (!faultOf(error)) throw error;
    post({ type: 'question failed', run: now.id, question: question.type, failure: failureOf(error) });
  }
}

/** A broken promise of the core: this instance cannot be trusted any more. @param {unknown} error */
function crashed(error) {
  if (run) run.mode = 'idle';
  post({ type: 'crashed', message: breakdownOf(error, takePanic()) });
}

/** @param {FromWorker} message */
function post(message) {
  self.postMessage(message);
}
