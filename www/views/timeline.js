// The one iteration cursor: slider, steps, and what that iteration was.

import { h, s, say } from '../dom.js';
import { freshId } from '../fields.js';
import { count, plural, seconds } from '../format.js';
import { isWorking, newest } from '../reducer.js';

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
  root.append(h('div', { class: 'timeline' }, back, forth, h('label', { class: 'hidden', htmlFor: id }, 'Iteration'), slider, last, readout));

  store.watch((state) => [state.run, state.cursor], ([run, { iteration }]) => {
    const end = newest(run);
    slider.max = String(Math.max(1, end));
    slider.value = String(iteration);
    slider.disabled = end === 0;
    slider.style.setProperty('--done', `${(100 * iteration) / Math.max(1, end)}%`);
    slider.setAttribute('aria-valuetext', `iteration ${iteration} of ${end}`);
    back.disabled = iteration === 0;
    forth.disabled = last.disabled = iteration === end;
    const report = run?.reports[iteration];
    const { phase } = run ?? {};
    const busy = isWorking(run) && phase ? ` · ${phase.phase === 'oracle' ? `oracle ${count(phase.done)}/${count(phase.of)}` : phase.phase === 'qp' ? 'QP' : 'measures'}` : '';
    say(readout, !report || end === 0 ? `iteration 0: w = 0${busy}` : [
      `iteration ${count(iteration)} of ${count(end)}`, plural(report.cuts, 'cut'),
      run?.seconds[iteration] !== undefined && seconds(run.seconds[iteration]),
    ].filter(Boolean).join(' · '));
    readout.title = report ? `${report.round ? `y* re-aligned ${plural(report.round, 'time')} · ` : ''}‖w‖ ${report.norm.toPrecision(4)} · ${report.added} cuts added · worst violation ${report.worst_violation.toPrecision(3)}${busy}` : '';
  });
}
