// The one iteration cursor: slider with the events of the run, steps, Play, slow motion, and the facts of the
// iteration.

import { phaseText, progressText } from '../training/phase-text.js';
import { fill, h, s, say } from '../../../ui/dom.js';
import { handOn } from '../../../ui/focus.js';
import { freshId } from '../../../ui/fields.js';
import { count, plural, seconds, significant } from '../../../lib/format.js';
import { isOpen } from '../../../store/panels.js';
import { canPause, newest } from '../training/run-state.js';
import { eventShares } from './events.js';
import { SLOW, SPEEDS } from './playback-state.js';
import { hasPlanes, iterationName, methodOf } from '../../settings/settings.js';

/** What slow motion shows of an iteration, by the family of the method. @type {Record<string, string>} */
const PHASES = {
  'max-margin': 'What this iteration does, phase by phase: oracle, cut, QP, update',
  boosting: 'What this round does, phase by phase: weights, candidates, choice, new weights',
  descent: 'What this step does, phase by phase: pulls, gradient, direction, step',
};

/**
 * Returns the bar, for further buttons, and the track of the slider, for what lies behind it.
 * @param {HTMLElement} root @param {import('./playback-state.js').PlaybackStore} store
 */
export function mount(root, store) {
  const id = freshId('iteration');
  /** @param {string} label @param {string} path @param {() => number} to */
  const button = (label, path, to) =>
    h('button',
    { type: 'button', class: 'square', 'aria-label': label, title: label,
      onclick: () => store.dispatch({ type: 'cursor', iteration: to() }) },
    s('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true', class: 'icon' }, s('path', { d: path })));
  const now = () => store.get().cursor.iteration;
  const back = button('Previous iteration', 'M9 2v8L3 6z', () => now() - 1);
  const forth = button('Next iteration', 'M3 2v8l6-4z', () => now() + 1);
  const last = button('Newest iteration', 'M2 2v8l5-4zM8 2h2v8H8z', () => newest(store.get().run));
  const slider = h('input',
    { id, type: 'range', min: 0, max: 1, step: 1, value: '0',
      oninput: () => store.dispatch({ type: 'cursor', iteration: slider.valueAsNumber }) });
  const events = h('div', { class: 'events', 'aria-hidden': 'true' });
  const reached = h('b', {});
  const ofAll = h('span', {});
  const position = h('p', { class: 'position', 'aria-hidden': 'true' }, reached, ofAll);
  const readout = h('p', { class: 'readout' });
  const player = playControls(store);
  const slow = h('button',
    { type: 'button', class: 'slow', 'aria-controls': 'slow-motion',
      onclick: () => store.dispatch({ type: 'playback/slow motion', open: !isOpen(store.get(), SLOW) }) },
    'Slow motion');
  store.watch((state) => [isOpen(state, SLOW)], ([open]) => slow.setAttribute('aria-expanded', String(open)));
  store.watch(({ run, settings, catalog }) => [methodOf(catalog, run?.settings ?? settings)], ([method]) => {
    const phases = PHASES[method?.family ?? 'max-margin'];
    slow.disabled = !phases;
    slow.title = phases ?? `${method?.label} has no iterations that fall into phases.`;
  });
  const track = h('div', { class: 'track' }, events, slider);
  const bar = h('div', { class: 'timeline' }, player.play, back, forth,
    h('label', { class: 'hidden', htmlFor: id }, 'Iteration'), track, position, last, player.speed, slow, readout);
  root.append(bar);

  store.watch((state) => [state.run, state.cursor], ([run, { iteration }]) => {
    const end = newest(run);
    slider.max = String(end);
    slider.value = String(iteration);
    slider.disabled = end === 0;
    slider.style.setProperty('--done', `${(100 * iteration) / Math.max(1, end)}%`);
    slider.setAttribute('aria-valuetext', `iteration ${iteration} of ${end}`);
    say(reached, count(iteration));
    say(ofAll, ` of ${count(end)}`);
    drawEvents(events, run);
    // At either end a button has nowhere to go; the slider has the keys of both.
    handOn(bar, () => {
      back.disabled = iteration === 0;
      forth.disabled = last.disabled = iteration === end;
    }, slider);
    const report = run?.reports.at(iteration);
    const spent = run?.seconds.at(iteration);
    const { phase } = run ?? {};
    const { catalog, settings } = store.get();
    const name = iterationName(catalog, run?.settings ?? settings);
    const untrained = hasPlanes(methodOf(catalog, run?.settings ?? settings)) ? 'w = 0' : 'untrained';
    const busy = canPause(run) && phase ? ` · ${phaseText(phase)}` : '';
    say(readout, !report || end === 0 ? `${name} 0: ${untrained}${busy}` : [
      ...(run?.stop && iteration === end
        ? [[run.stop.reason, progressText(report)].filter(Boolean).join(', '), plural(end, name)]
        : [`${name} ${count(iteration)} of ${count(end)}`, progressText(report)]),
      report.cuts !== undefined && plural(report.cuts, 'plane'),
      spent !== undefined && seconds(spent),
    ].filter(Boolean).join(' · '));
    readout.title = report ? [
      report.round && `y* realigned ${plural(report.round, 'time')}`,
      report.norm !== undefined && `‖w‖ ${report.norm.toPrecision(4)}`,
      report.added !== undefined && `${report.added} planes added`,
      report.worst_violation !== undefined && `worst violation ${report.worst_violation.toPrecision(3)}`,
      report.chosen && chosenText(report.chosen),
    ].filter(Boolean).join(' · ') + busy : '';
  });
  return { bar, track };
}

/** Ticks of the events that the slider has drawn, by their places. @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Marks the iterations at which y* was realigned, as the charts do.
 * @param {Element} place
 * @param {import('../training/run-state.js').Run | null} run
 */
function drawEvents(place, run) {
  const shares = eventShares(run);
  if (drawn.get(place) === shares.join()) return;
  drawn.set(place, shares.join());
  fill(place, shares.map((share) => {
    const tick = h('span', {});
    tick.style.setProperty('--share', share);
    return tick;
  }));
}

/** Play and its speed. @param {import('./playback-state.js').PlaybackStore} store */
function playControls(store) {
  const path = s('path', {});
  const play = h('button', { type: 'button', class: 'square', onclick: () => {
    if (play.getAttribute('aria-disabled') !== 'true') {
      store.dispatch({ type: 'playback/play', on: !store.get().playback.playing });
    }
  } },
    s('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true', class: 'icon' }, path));
  const speed = h('select',
    { 'aria-label': 'Play speed', title: 'Iterations per second when played',
      onchange: () => store.dispatch({ type: 'playback/speed', speed: Number(speed.value) }) },
    SPEEDS.map((value) => h('option', { value: String(value) }, `${value} / s`)));
  store.watch((state) => [
    state.playback.playing, state.playback.speed, newest(state.run) === 0,
  ], ([playing, now, none]) => {
    const label = playing ? 'Stop playing' : 'Play';
    play.setAttribute('aria-label', label);
    play.title = playing ? label : 'Play through the iterations';
    play.setAttribute('aria-disabled', String(none));
    path.setAttribute('d', playing ? 'M2 2h8v8H2z' : 'M2.5 1v10l8-5z');
    speed.value = String(now);
  });
  return { play, speed: h('div', { class: 'select speed' }, speed) };
}

/** What a round chose. @param {import('../../../wasm/rankscope.js').Chosen} chosen */
function chosenText({ feature, threshold, alpha }) {
  const where = typeof threshold === 'number' ? ` above ${significant(threshold)}` : '';
  return `feature ${count(feature)}${where}, weight ${significant(alpha, 3)}`;
}
