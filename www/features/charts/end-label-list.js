// Names and values at the ends of the curves, each tied to its curve by a leader, and the notes in the plot.

import { h, s, fill, say } from '../../ui/dom.js';
import { seriesOf } from './curves.js';
import { heightOf, pushApart } from './end-labels.js';

/** @typedef {import('./curves.js').Chart} Chart */
/** @typedef {import('./curves.js').Curve} Curve */
/** @typedef {import('../training/run-state.js').Run} Run */
/** @typedef {import('../../core/protocol.js').ChartFrame} ChartFrame */

const APART = 15; // pixels between two names

export function endLabels() {
  const leaders = s('svg', { class: 'leaders', 'aria-hidden': 'true' });
  const notes = h('div', { class: 'plot-notes' });
  const list = h('ul', { class: 'legend' });
  // The names stand at the ends of the curves, so values of another iteration say which one.
  const when = h('p', { class: 'legend-at', 'aria-hidden': 'true' });
  let shown = '';
  return {
    element: [leaders, notes, list, when],
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
     * Puts the names at the ends of the curves. A figure that is not drawn stands at the bottom.
     * @param {ChartFrame | null} frame
     * @param {Chart} chart
     * @param {Run | null} run
     */
    place(frame, chart, run) {
      fill(leaders);
      showNotes(notes, frame?.places ?? []);
      if (!frame || !run) return;
      // The gap is part of the line above the charts, and here only for assistive technology.
      const curves = chart.curves.map((curve, at) => ({ curve, item: list.children[at] }))
        .filter(({ curve }) => curve.key !== 'gap');
      const ends = curves.map(({ curve }) => (curve.drawn ? seriesOf(curve, run).last : null));
      const wished = ends.map((value) => (value === null ? frame.bottom : heightOf(frame, value)));
      const places = pushApart(wished, APART, frame.top, frame.bottom + APART / 2);
      curves.forEach(({ curve, item }, at) => {
        if (item instanceof HTMLElement) item.style.top = `${places[at]}px`;
        if (ends[at] !== null) leaders.append(leader(curve, wished[at], places[at]));
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

/** @param {Curve} curve @param {number} from @param {number} to */
function leader({ color }, from, to) {
  const path = s('path', { class: 'leader', d: `M0 ${from}L4 ${from}L10 ${to}H14` });
  path.style.stroke = `var(${color})`;
  return path;
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
