// Names and values beside the plot, each tied to its curve by a leader, and the notes in the plot. A name stands at the
// height of the value beside it: at the end of the curve, or at an earlier iteration, to whose dot a dotted line leads.

import { h, s, fill, say } from '../../ui/dom.js';
import { lastOf, valueAt } from './curves.js';
import { heightOf, pushApart } from './end-labels.js';
import { newest } from '../training/run-state.js';

/** @typedef {import('./curves.js').Chart} Chart */
/** @typedef {import('./curves.js').Curve} Curve */
/** @typedef {import('../training/run-state.js').Run} Run */
/** @typedef {import('../../core/protocol.js').ChartFrame} ChartFrame */

const APART = 15; // pixels between two names

export function endLabels() {
  const leaders = s('svg', { class: 'leaders', 'aria-hidden': 'true' });
  const guides = s('svg', { class: 'guides', 'aria-hidden': 'true' });
  const notes = h('div', { class: 'plot-notes' });
  const list = h('ul', { class: 'legend' });
  // Values of another iteration than the last say which one.
  const when = h('p', { class: 'legend-at', 'aria-hidden': 'true' });
  let shown = '';
  /** The frame of the notes. @type {ChartFrame | null} */
  let noted = null;
  return {
    element: [guides, leaders, notes, list, when],
    /**
     * @param {{ curve: Curve, text: string }[]} values at the cursor
     * @param {boolean} any whether there are curves
     * @param {string} at the iteration of the values; empty for the last one
     */
    update(values, any, at) {
      list.hidden = !any;
      say(when, at);
      const keys = values.map(({ curve }) => curve.key + curve.label).join();
      if (shown !== keys) {
        shown = keys;
        fill(list, values.map(({ curve: { key, label } }) =>
            h('li', { title: label, class: key === 'gap' ? 'hidden' : '' },
              h('span', { class: 'curve-name', ...termOfCurve(key) }, nameOf(label)), ' ', h('b', {}))));
      }
      values.forEach(({ text }, place) => say(/** @type {Element} */ (list.children[place].querySelector('b')), text));
    },
    /**
     * Puts every name at the height of its value. A figure that is not drawn stands at the bottom.
     * @param {ChartFrame | null} frame
     * @param {Chart} chart
     * @param {Run | null} run
     * @param {number} cursor the iteration of the values
     */
    place(frame, chart, run, cursor) {
      fill(leaders);
      fill(guides);
      if (frame !== noted) showNotes(notes, frame?.places ?? []);
      noted = frame;
      if (!frame || !run) return;
      // The gap is part of the line above the charts, and here only for assistive technology.
      const curves = chart.curves.map((curve, at) => ({ curve, item: list.children[at] }))
        .filter(({ curve }) => curve.key !== 'gap');
      const isEarlier = cursor < newest(run);
      const values = curves.map(({ curve }) => (curve.drawn ? valueAt(curve, run, cursor) : null));
      const wished = values.map((value) => (value === null ? frame.bottom : heightOf(frame, value)));
      const places = pushApart(wished, APART, frame.top, frame.bottom + APART / 2);
      const x = frame.left + ((frame.right - frame.left) * cursor) / Math.max(1, lastOf(chart, run));
      curves.forEach(({ curve, item }, at) => {
        if (item instanceof HTMLElement) item.style.top = `${places[at]}px`;
        if (values[at] === null) return;
        leaders.append(path('leader', curve, `M0 ${wished[at]}L4 ${wished[at]}L10 ${places[at]}H14`));
        if (isEarlier) guides.append(path('guide', curve, `M${x} ${wished[at]}H${frame.right}`));
      });
    },
  };
}

/** The terms that names of curves explain. */
const CURVE_TERMS = ['primal', 'dual', 'gap', 'slack', 'loss'];

/** @param {string} key */
function termOfCurve(key) {
  return CURVE_TERMS.includes(key) ? { dataset: { term: key } } : {};
}

/** @param {string} kind @param {Curve} curve @param {string} d */
function path(kind, { color }, d) {
  const line = s('path', { class: kind, d });
  line.style.stroke = `var(${color})`;
  return line;
}

/**
 * Puts texts where the core found room for them.
 * @param {Element} place
 * @param {ChartFrame['places']} places
 */
function showNotes(place, places) {
  fill(place, places.map(({ text, left, top }) => {
    const note = h('p', { class: 'plot-note' }, text);
    note.style.left = `${left}px`;
    note.style.top = `${top}px`;
    return note;
  }));
}

/** The name of a curve; what follows a comma or colon is read, not shown. @param {string} label */
function nameOf(label) {
  const [, name, rest] = /^(.*?)((?:, |: ).*)?$/s.exec(label) ?? [];
  const end = name === 'validation' ? 'ation' : '';
  return [name.slice(0, name.length - end.length), end && h('span', { class: 'rest' }, end),
    rest && h('span', { class: 'hidden' }, rest)];
}
