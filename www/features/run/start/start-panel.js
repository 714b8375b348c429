// The introduction: what this page is, two ways to begin, and where the model stands before training.

import { h, fill, say } from '../../../ui/dom.js';
import { fixed, measureName, plural } from '../../../lib/format.js';
import { isUnit, resultOf } from '../charts/result.js';
import { LESSONS } from '../../learn/lessons/lesson-list.js';
import { isFirstVisit, saveVisit, showFirstSight } from './first-sight.js';
import { showsStart } from './start-state.js';

/** Actions by which a person has begun. */
const BEGUN = new Set(['train', 'step', 'lessons/open', 'start/close']);

const PLACES = {
  test: 'on queries kept for the test', valid: 'on the validation queries', train: 'on the training queries',
};

/**
 * @param {HTMLElement} root has the words of index.html, which the first paint shows
 * @param {import('./start-state.js').StartStore} store
 */
export function mount(root, store) {
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (root.querySelector(`.start-${name}`));
  const [sentence, scale] = [part('data'), part('scale')];
  const lesson = h('button', {
    type: 'button', class: 'primary', onclick: () => store.dispatch({ type: 'lessons/begin', id: LESSONS[0] }),
  }, 'Start with lesson 1');
  const train = h('button', { type: 'button', onclick: () => {
    store.dispatch({ type: 'train' });
    document.getElementById('run')?.focus();
  } }, 'Just train');
  const close = h('button', { type: 'button', class: 'quiet start-close', onclick: () => {
    store.dispatch({ type: 'start/close' });
    document.getElementById('run')?.focus();
  } }, 'Close introduction');
  part('ways').append(lesson, train);
  part('words').append(close);

  if (!isFirstVisit()) store.dispatch({ type: 'start/close' });
  store.subscribe((_state, { type }) => {
    if (BEGUN.has(type)) saveVisit();
    if (type === 'train' || type === 'step' || type === 'lessons/open') store.dispatch({ type: 'start/close' });
  });
  store.watch((state) => [showsStart(state)], ([isIntroduced]) => showFirstSight(isIntroduced));
  store.watch(({ data, loading, run }) => [data, Boolean(loading), run?.reports.at(0)], ([data, isLoading]) => {
    train.disabled = !data && !isLoading;
    const own = data && data.request.sample === null;
    const queries = data?.summaries.train.queries ?? 0;
    say(sentence, !data ? isLoading ? 'Reading data …' : 'No data yet.' : own
      ? `Your ${plural(queries, 'query', 'queries')} are loaded. Nothing leaves this device.`
      : `${plural(queries, 'search', 'searches')} to learn from are loaded. Nothing leaves this device.`);
    drawScale(scale, resultOf(store.get().run, 0, data?.summaries ?? null), store.get().run);
  });
}

/**
 * Where the model stands on a scale from 0 to 1, or its number alone where the measure has another range.
 * @param {HTMLElement} place
 * @param {import('../charts/result.js').Result | null} result
 * @param {import('../training/run-state.js').Run | null} run
 */
function drawScale(place, result, run) {
  const now = result && run?.reports.at(0)?.[result.part][0];
  if (!result || !now || typeof now.value !== 'number') return fill(place);
  const name = h('p', { class: 'start-measure' }, `${measureName(now.measure)} ${PLACES[result.part]}`);
  const value = h('p', { class: 'start-value' },
    h('b', {}, fixed(now.value, 3)), ' ', h('span', {}, 'now: all scores equal, ties by chance'));
  if (!isUnit(now.measure)) return fill(place, name, value);
  const bar = h('div', { class: 'start-bar', 'aria-hidden': 'true' }, h('span', { class: 'start-mark' }));
  place.style.setProperty('--share', `${Math.min(100, Math.max(0, 100 * now.value))}%`);
  value.classList.add('start-above', now.value > 0.5 ? 'late' : 'early');
  fill(place, name, value, bar,
    h('p', { class: 'start-ends', 'aria-hidden': 'true' },
      ['0', '0.25', '0.5', '0.75', '1'].map((tick) => h('span', {}, tick))),
    h('p', { class: 'start-ends' }, h('span', {}, 'no good page on top'), h('span', {}, 'a perfect order')),
    h('p', { class: 'muted' }, 'How far to the right will training take it?'));
}
