// The one iteration cursor: slider, steps, Play, slow motion, and what that iteration was.

import { doing } from '../doing.js';
import { h, s, fill, say } from '../dom.js';
import { handOn } from '../focus.js';
import { freshId } from '../fields.js';
import { count, plural, seconds } from '../format.js';
import { isOpen } from '../reducer.js';
import { canPause, newest } from '../running.js';
import { SLOW, SPEEDS } from '../timetravel.js';

/** @param {HTMLElement} root @param {import('../store.js').Store} store */
export function mount(root, store) {
  const id = freshId('iteration');
  /** @param {string} label @param {string} path @param {() => number} to */
  const button = (label, path, to) => h('button', { type: 'button', class: 'square', 'aria-label': label, title: label, onclick: () => store.dispatch({ type: 'cursor', iteration: to() }) },
    s('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true', class: 'icon' }, s('path', { d: path })));
  const now = () => store.get().cursor.iteration;
  const back = button('Previous iteration', 'M9 2v8L3 6z', () => now() - 1);
  const forth = button('Next iteration', 'M3 2v8l6-4z', () => now() + 1);
  const last = button('Newest iteration', 'M2 2v8l5-4zM8 2h2v8H8z', () => newest(store.get().run));
  const slider = h('input', { id, type: 'range', min: 0, max: 1, step: 1, value: '0', oninput: () => store.dispatch({ type: 'cursor', iteration: slider.valueAsNumber }) });
  const readout = h('p', { class: 'readout' });
  const player = playControls(store);
  const slow = h('button', { type: 'button', class: 'slow', 'aria-controls': 'slow-motion', title: 'What this iteration does, phase by phase: oracle, cut, QP, update', onclick: () => store.dispatch({ type: 'slow motion', open: !isOpen(store.get(), SLOW) }) }, 'Slow motion');
  store.watch((state) => [isOpen(state, SLOW)], ([open]) => slow.setAttribute('aria-expanded', String(open)));
  const bar = h('div', { class: 'timeline' }, player.play, back, forth, h('label', { class: 'hidden', htmlFor: id }, 'Iteration'), slider, last, player.speed, slow, readout);
  root.append(bar, wayBack(root, store));

  store.watch((state) => [state.run, state.cursor], ([run, { iteration }]) => {
    const end = newest(run);
    slider.max = String(Math.max(1, end));
    slider.value = String(iteration);
    slider.disabled = end === 0;
    slider.style.setProperty('--done', `${(100 * iteration) / Math.max(1, end)}%`);
    slider.setAttribute('aria-valuetext', `iteration ${iteration} of ${end}`);
    // At either end a button has nowhere to go; the slider has the keys of both.
    handOn(bar, () => {
      back.disabled = iteration === 0;
      forth.disabled = last.disabled = iteration === end;
    }, slider);
    const report = run?.reports[iteration];
    const { phase } = run ?? {};
    const busy = canPause(run) && phase ? ` · ${doing(phase)}` : '';
    say(readout, !report || end === 0 ? `iteration 0: w = 0${busy}` : [
      `iteration ${count(iteration)} of ${count(end)}`, plural(report.cuts, 'cut'),
      run?.seconds[iteration] !== undefined && seconds(run.seconds[iteration]),
    ].filter(Boolean).join(' · '));
    readout.title = report ? `${report.round ? `y* re-aligned ${plural(report.round, 'time')} · ` : ''}‖w‖ ${report.norm.toPrecision(4)} · ${report.added} cuts added · worst violation ${report.worst_violation.toPrecision(3)}${busy}` : '';
  });
}

/** Play and its speed. @param {import('../store.js').Store} store */
function playControls(store) {
  const path = s('path', {});
  const play = h('button', { type: 'button', class: 'square', onclick: () => { if (play.getAttribute('aria-disabled') !== 'true') store.dispatch({ type: 'play', on: !store.get().travel.playing }); } },
    s('svg', { viewBox: '0 0 12 12', 'aria-hidden': 'true', class: 'icon' }, path));
  const speed = h('select', { 'aria-label': 'Play speed', title: 'Iterations per second when played', onchange: () => store.dispatch({ type: 'play speed', speed: Number(speed.value) }) },
    SPEEDS.map((value) => h('option', { value: String(value) }, `${value} / s`)));
  store.watch((state) => [state.travel.playing, state.travel.speed, newest(state.run) === 0], ([playing, now, none]) => {
    const label = playing ? 'Stop playing' : 'Play';
    play.setAttribute('aria-label', label);
    play.title = playing ? label : 'Play through the iterations';
    play.setAttribute('aria-disabled', String(none));
    path.setAttribute('d', playing ? 'M2 2h8v8H2z' : 'M2.5 1v10l8-5z');
    speed.value = String(now);
  });
  return { play, speed: h('div', { class: 'select speed' }, speed) };
}

/** The way back from a plane of the ledger. @param {HTMLElement} root @param {import('../store.js').Store} store */
function wayBack(root, store) {
  const text = h('p', {});
  const button = h('button', { type: 'button', onclick: () => store.dispatch({ type: 'back' }) });
  const notice = h('div', { class: 'way-back', role: 'group', 'aria-label': 'Plane shown' }, text, button);
  store.watch((state) => [state.travel.back], ([back]) => {
    notice.hidden = !back;
    if (!back) return;
    const { plane } = back;
    fill(text, plane.id === undefined
      ? [`The plane found at iteration ${count(plane.born)} sums one ranking of every query. Below is that of the query chosen.`]
      : ['Below is the ranking behind the plane of query ', h('bdi', {}, plane.id), ` that was found at iteration ${count(plane.born)}.`]);
    say(button, `Back to iteration ${count(back.iteration)}`);
    button.focus({ preventScroll: true });
    root.scrollIntoView({ block: 'start', behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
  });
  return notice;
}
