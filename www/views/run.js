// Train, Pause, Step, Reset and the status line.

import { isDear } from '../caution.js';
import { doing } from '../doing.js';
import { h, s, say } from '../dom.js';
import { count, measureName, percent, plural } from '../format.js';
import { told } from '../labels.js';
import { canPause, canResume, isWorking, newest, sameSettings } from '../running.js';
import { heeds, methodOf } from '../settings.js';

/** @typedef {import('../reducer.js').State} State */

const CALM = 2_500; // ms between two announcements while training

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  /** @param {string} text @param {'train' | 'pause' | 'step' | 'reset'} type @param {string} look @param {string} title */
  const button = (text, type, look, title) => {
    const element = h('button', { type: 'button', class: look, title, onclick: () => { if (element.getAttribute('aria-disabled') !== 'true') store.dispatch({ type }); } }, text);
    return element;
  };
  // Not `disabled`: that would throw the keyboard's focus away at every press.
  /** @param {HTMLButtonElement} element @param {boolean} off */
  const refuse = (element, off) => element.setAttribute('aria-disabled', String(off));
  const play = s('svg', { viewBox: '0 0 12 12', class: 'icon', 'aria-hidden': 'true' }, s('path', { d: 'M3 1.5v9l7-4.5z' }));
  const train = button('Train', 'train', 'primary', 'Train to the gap, or go on from here');
  train.prepend(play);
  const pause = button('Pause', 'pause', '', 'Stop after the present slice of work');
  const step = button('Step', 'step', '', 'One iteration: every query’s worst ranking, then the best w for them');
  const reset = button('Reset', 'reset', '', 'Back to w = 0');
  // What is seen moves with the run; what is spoken says the same now and then, and at once where a run begins, waits or ends.
  const seen = h('p', { class: 'status', 'aria-hidden': 'true' });
  const status = h('p', { role: 'status', class: 'hidden' });
  const hint = h('p', { class: 'hint' });
  root.append(h('div', { class: 'card run' }, h('div', { class: 'buttons' }, train, pause, step, reset), seen, status, hint));

  store.watch((state) => [state.run, state.problem, state.settings, state.data, state.loading, state.untrainable], ([run, fault, settings, data, loading, untrainable]) => {
    const working = isWorking(run);
    const problem = fault ?? (untrainable && sameSettings(untrainable.settings, settings) ? untrainable : null);
    refuse(train, run?.status === 'running' || !data || Boolean(loading) || Boolean(problem));
    refuse(pause, !canPause(run));
    refuse(step, working || !data || Boolean(problem));
    refuse(reset, !data || Boolean(problem));
    const changed = run && newest(run) > 0 && !sameSettings(run.settings, settings);
    say(hint, hintText(store.get(), Boolean(changed)));
    hint.classList.toggle('problem', Boolean(problem));
  });

  const speak = paced(CALM, () => say(status, statusText(store.get())));
  let moment = '';
  store.watch((state) => [state.run, state.loading, state.data], ([run, loading]) => {
    // A new run is told at once, so that the end of the old one is not taken for its own, and so is its first iteration.
    const now = [run?.id, run?.status, Boolean(run?.reports.length), Boolean(loading)].join();
    const calm = isWorking(run) && !loading && now === moment;
    moment = now;
    // As fast as the time line's: both name the same iteration.
    say(seen, statusText(store.get()));
    speak(calm);
  });
}

/**
 * Tells at once, or, when it may wait, not sooner than so many milliseconds after the last time: then what is newest by then.
 * @param {number} least
 * @param {() => void} tell
 */
function paced(least, tell) {
  let last = -least;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const now = () => {
    last = performance.now();
    tell();
  };
  return (/** @type {boolean} */ mayWait) => {
    clearTimeout(later);
    const wait = mayWait ? last + least - performance.now() : 0;
    if (wait > 0) later = setTimeout(now, wait);
    else now();
  };
}

/** The method, and its measure where that is chosen. @param {State} state */
function loss({ catalog, settings }) {
  const method = methodOf(catalog, settings);
  return heeds(method, 'measure') ? measureName(settings.measure) : method?.label ?? settings.method;
}

/**
 * What to know or do next.
 * @param {State} state
 * @param {boolean} changed whether the settings differ from those of the run
 */
function hintText(state, changed) {
  const { run, problem, loading } = state;
  if (problem) return told(state.catalog, problem);
  if (loading) return '';
  if (changed) return `Settings changed: Train starts a new run (${loss(state)}).`;
  if (run?.status === 'paused' && canResume(state)) return 'Train goes on from here.';
  if (run?.stop?.problem) return `Numbers left the range of floating point: ${run.stop.problem}`;
  if (run?.stop?.reason === 'converged' && !run.stop.beats_zero) return 'Hardly better than w = 0: little was learned. Try another C, c, measure or reference.';
  return '';
}

/** @param {State} state */
export function statusText(state) {
  const { run, data, loading } = state;
  if (loading) return loading.held ? `${loading.name} waits: see the top of the page` : `reading ${loading.name} …`;
  if (!data || !run) return 'no data yet';
  if (run.stop) {
    const { reason, gap, iterations } = run.stop;
    return `${reason}: gap ${percent(gap)} after ${plural(iterations, 'iteration')}`;
  }
  if (isDear(state)) return 'waiting: see the top of the page';
  if (run.gone && run.phase?.phase === 'again') return `${doing(run.phase)} …`;
  if (run.status === 'restoring') return 'starting again …';
  const report = run.reports[newest(run)];
  if (run.status === 'ready') return 'ready: press Train';
  if (!report && run.refused) return 'cannot be trained with these settings';
  if (!report) return run.status === 'preparing' ? 'preparing …' : run.status === 'lost' ? 'stopped' : run.phase ? doing(run.phase) : 'starting …';
  const where = `iteration ${count(report.iteration)} · gap ${percent(report.gap)}`;
  if (run.status === 'running' || run.status === 'stepping') return `${where} · ${run.phase?.phase === 'search' ? doing(run.phase) : plural(report.cuts, 'cut')}`;
  return run.status === 'lost' ? `stopped at ${where}` : `paused at ${where}`;
}
