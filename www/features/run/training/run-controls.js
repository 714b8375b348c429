// Train, Pause, Step, Reset and the status line.

import { throttle } from '../../../ui/throttle.js';
import { isExpensive } from './resource-limits.js';
import { phaseText, progressText } from './phase-text.js';
import { h, s, say } from '../../../ui/dom.js';
import { count, measureName, plural, sentence } from '../../../lib/format.js';
import { problemText } from '../../settings/labels.js';
import { hasOtherFeatures } from '../../data/data-state.js';
import { hasOption, hasPlanes, iterationName, methodOf } from '../../settings/settings.js';
import { canPause, canResume, isWorking, newest, sameSettings } from './run-state.js';

/** @typedef {import('./training-state.js').TrainingState} State */

const CALM = 2_500; // ms between two announcements while training

/**
 * Returns the place of the buttons.
 * @param {HTMLElement} root @param {import('./training-state.js').TrainingStore} store
 */
export function mount(root, store) {
  /**
   * @param {string} text
   * @param {'train' | 'pause' | 'step' | 'reset'} type
   * @param {string} kind
   * @param {string} title
   */
  const button = (text, type, kind, title) => {
    const element = h('button', { type: 'button', class: kind, title, onclick: () => {
      if (element.getAttribute('aria-disabled') !== 'true') store.dispatch({ type });
    } }, text);
    return element;
  };
  // Not `disabled`: that would throw the keyboard's focus away at every press.
  /** @param {HTMLButtonElement} element @param {boolean} off */
  const refuse = (element, off) => {
    // Writing what is there already costs too, and every report comes here.
    if (element.getAttribute('aria-disabled') !== String(off)) element.setAttribute('aria-disabled', String(off));
    // What cannot be pressed is no stop of the Tab key, but keeps the focus it has.
    const stop = off && element !== document.activeElement ? -1 : 0;
    if (element.tabIndex !== stop) element.tabIndex = stop;
  };
  const play = s('svg', { viewBox: '0 0 12 12', class: 'icon', 'aria-hidden': 'true' },
    s('path', { d: 'M3 1.5v9l7-4.5z' }));
  const train = button('Train', 'train', 'primary', 'Train to the gap, or go on from here');
  train.prepend(play);
  const pause = button('Pause', 'pause', '', 'Stop after the present slice of work');
  const step = button('Step', 'step', '', 'One iteration');
  const reset = button('Reset', 'reset', '', 'Back to the untrained ranker');
  // What is seen moves with the run; what is spoken says the same now and then, and at once where a run begins, waits
  // or ends.
  const seen = h('p', { class: 'status', 'aria-hidden': 'true' });
  const status = h('p', { role: 'status', class: 'hidden' });
  const hint = h('p', { class: 'hint' });
  // Seen while it has the focus: the way from Train to the queries.
  const skipLink = h('a', { class: 'skip-link', href: '#queries', onclick: (/** @type {Event} */ event) => {
    event.preventDefault();
    goTo(document.getElementById('queries'));
  } }, 'Skip to the queries');
  const buttons = h('div', { class: 'buttons' }, train, skipLink, pause, step, reset);
  root.append(h('div', { class: 'run' }, buttons, seen, status, hint));

  store.watch((state) => [
    state.run, state.problem, state.settings, state.data, state.loading, state.untrainable, state.without,
  ], ([run, fault, settings, data, loading, untrainable]) => {
    const working = isWorking(run);
    const problem = fault ?? (untrainable && sameSettings(untrainable.settings, settings) ? untrainable : null);
    const isBusy = loading ? Boolean(loading.held) || loading.thenTrain : run?.status === 'running' || !data;
    refuse(train, isBusy || Boolean(problem));
    refuse(pause, !canPause(run) && !loading?.thenTrain);
    refuse(step, working || !data || Boolean(problem));
    refuse(reset, !data || Boolean(problem));
    step.title = stepTitle(store.get());
    const changed = run && newest(run) > 0 && !sameSettings(run.settings, settings);
    say(hint, hintText(store.get(), Boolean(changed)));
    hint.classList.toggle('problem', Boolean(problem));
  });

  const speak = throttle(CALM, () => say(status, statusText(store.get())));
  let moment = '';
  store.watch((state) => [state.run, state.loading, state.data], ([run, loading]) => {
    // A new run is announced at once, so that the end of the old one is not taken for its own, and so is its first
    // iteration.
    const now = [run?.id, run?.status, Boolean(run?.reports.length), Boolean(loading)].join();
    const calm = isWorking(run) && !loading && now === moment;
    moment = now;
    // As fast as the time line's: both name the same iteration.
    say(seen, statusText(store.get()));
    speak(calm);
  });
  return buttons;
}

/** What Step does. @param {State} state */
function stepTitle({ catalog, settings }) {
  if (!hasPlanes(methodOf(catalog, settings))) return `One ${iterationName(catalog, settings)}`;
  return 'One iteration: every query’s worst ranking, then the best w for them';
}

/**
 * Puts the focus before the first control of a part of the page, and brings it into view.
 * @param {HTMLElement | null} part
 */
function goTo(part) {
  const seen = part?.checkVisibility() ? part : document.getElementById('stepper');
  seen?.focus();
  seen?.scrollIntoView({ block: 'nearest' });
}

/**
 * Returns a hint: the state of the run, or the next step.
 * @param {State} state
 * @param {boolean} changed whether the settings differ from those of the run
 */
function hintText(state, changed) {
  const { run, problem, loading } = state;
  if (problem) return problemText(state.catalog, problem);
  if (loading) return '';
  if (hasOtherFeatures(state)) return 'Other features are on: Train starts a new run.';
  if (changed) return `Settings changed: Train starts a new run${otherMeasure(state)}.`;
  if (run?.status === 'paused' && canResume(state)) return 'Train goes on from here.';
  if (run?.stop?.problem) {
    return run.stop.reason === 'numeric' ? `Numbers left the range of floating point: ${run.stop.problem}. `
        + 'A scaling of the data may help.'
      : sentence(run.stop.problem);
  }
  return '';
}

/** Names the measure of the charts where that of the next run is another. @param {State} state */
function otherMeasure({ run, settings, catalog }) {
  const method = methodOf(catalog, settings);
  const before = run?.overview?.measures[0];
  const next = settings.measures?.[0] ?? (hasOption(method, 'measure') ? settings.measure : undefined);
  // A method without a measure of its own keeps the one that it reports.
  const isOwn = !next && run?.settings.method === settings.method && !run.settings.measures?.length;
  if (!before || next === before || isOwn) return '';
  return next ? `, charted by ${measureName(next)} instead of ${measureName(before)}`
    : `, charted by the measure of ${method?.label ?? 'the method'}`;
}

/** @param {State} state */
export function statusText(state) {
  const { run, data, loading, catalog } = state;
  if (loading) {
    return loading.held ? `${loading.name} waits: see the top of the page`
      : `reading ${loading.name} …${loading.thenTrain ? ' Training starts then.' : ''}`;
  }
  if (!data || !run) return 'no data yet';
  const name = iterationName(catalog, run.settings);
  if (run.stop) {
    const { reason, iterations } = run.stop;
    return [`${reason}:`, progressText(run.stop), `after ${plural(iterations, name)}`].filter(Boolean).join(' ');
  }
  if (isExpensive(state)) return 'waiting: see the top of the page';
  if (run.workerLost && run.phase?.phase === 'again') return `${phaseText(run.phase)} …`;
  if (run.status === 'restoring') return 'starting again …';
  const report = run.reports.at(-1);
  if (run.status === 'ready') return 'ready: press Train';
  if (!report && run.refused) return 'cannot be trained with these settings';
  if (!report) {
    return run.status === 'preparing' ? 'preparing …' : run.status === 'lost' ? 'stopped'
      : run.phase ? phaseText(run.phase) : 'starting …';
  }
  const where = [`${name} ${count(report.iteration)}`, progressText(report)].filter(Boolean).join(' · ');
  if (run.status === 'running' || run.status === 'stepping') {
    const also = run.phase?.phase === 'search' ? phaseText(run.phase)
      : report.cuts === undefined ? '' : plural(report.cuts, 'plane');
    return [where, also].filter(Boolean).join(' · ');
  }
  return run.status === 'lost' ? `stopped at ${where}` : `paused at ${where}`;
}
