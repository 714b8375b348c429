// Train and Cancel, how far a run over ratings is, and why it cannot begin. Part of the panel of ratings.

import { figure, sentence } from '../../lib/format.js';
import { h, say } from '../../ui/dom.js';
import { freshId } from '../../ui/fields.js';
import { handOn } from '../../ui/focus.js';
import { isReady } from './ratings-state.js';

/** @typedef {import('./ratings-state.js').RatingsStore} Store */
/** @typedef {import('./ratings-state.js').RatingsRunState} RatingsRunState */

const TOLD = 2500; // ms between two spoken messages of the progress

/** @param {Store} store */
export function trainPart(store) {
  const hint = h('p', { class: 'problem', id: freshId('ratings-hint'), 'aria-live': 'polite' });
  store.watch(({ ratings }) => [ratings.problem, ratings.data], ([problem]) => {
    say(hint, !problem ? '' : problem.field === null ? sentence(problem.message)
      : `The marked setting must be mended: ${problem.message}.`);
  });
  return h('div', { class: 'ratings-train' }, buttons(store, hint.id), progress(store), hint);
}

/** @param {Store} store @param {string} hint */
function buttons(store, hint) {
  const train = h('button', { type: 'button', class: 'primary', 'aria-describedby': hint, onclick: () => {
    if (train.getAttribute('aria-disabled') !== 'true') store.dispatch({ type: 'ratings/train' });
  } }, 'Train on ratings');
  const cancel = h('button', { type: 'button', title: 'Stop at once',
    onclick: () => store.dispatch({ type: 'ratings/cancel' }) }, 'Cancel');
  const element = h('div', { class: 'ratings-buttons' }, train, cancel);
  store.watch(({ ratings }) => [isReady(ratings), ratings.run?.status === 'training'], ([ready, isRunning]) => {
    train.setAttribute('aria-disabled', String(!ready));
    handOn(element, () => { cancel.disabled = !isRunning; }, train);
  });
  return element;
}

/** @param {Store} store */
function progress(store) {
  const bar = h('progress', { 'aria-label': 'Progress of the run over ratings' });
  const line = h('p', { class: 'ratings-progress', 'aria-hidden': 'true' });
  const spoken = h('p', { class: 'hidden', 'aria-live': 'polite' });
  const crash = h('p', { class: 'problem', role: 'alert' });
  let last = 0;
  store.watch(({ ratings }) => [ratings.run, ratings.crash, ratings.isAwake, ratings.data],
    ([run, problem, isAwake, data]) => {
      const isRunning = run?.status === 'training';
      bar.hidden = !isRunning;
      if (run && isRunning) Object.assign(bar, { max: run.of, value: run.done });
      const text = run ? runText(run) : data ? 'Ready to train.'
        : isAwake || problem ? 'Waits for ratings.' : 'Starting …';
      say(line, text);
      line.classList.toggle('problem', run?.status === 'failed' || run?.status === 'cancelled');
      const now = performance.now();
      if (!isRunning || now - last > TOLD) {
        last = now;
        say(spoken, text);
      }
      say(crash, problem ? `The worker of ratings ended: ${sentence(problem)} It starts again with the next run.` : '');
    });
  return h('div', { class: 'ratings-far' }, line, spoken, bar, crash);
}

/** @param {RatingsRunState} run */
function runText({ status, done, of, steps, message }) {
  if (status === 'failed') return sentence(message);
  if (status === 'cancelled') return message;
  if (status === 'done') return 'Trained. All settings were chosen on held-out ratings.';
  const last = steps.at(-1);
  if (!last) return `Squared error, candidate ${Math.min(done + 1, of)} of ${of}`;
  const where = last.isFinal ? 'Final training' : `Candidate ${Math.min(done + 1, of)} of ${of}`;
  return `${where} · C ${last.c.toLocaleString('en-US')} · turn ${last.step.turn} · J ${figure(last.step.objective)}`;
}
