// Names and values beside the plot, each tied to its curve by a leader, and the notes in the plot. A name stands at the
// height of the value beside it: at the end of the curve, or at an earlier iteration, to whose dot a dotted line leads.

import { h, s, fill, say } from '../../../ui/dom.js';
import { lastOf, valueAt } from './curves.js';
import { heightOf, pushApart } from './end-labels.js';
import { needsName } from '../training/run-end.js';
import { newest } from '../training/run-state.js';

/** @typedef {import('./curves.js').Chart} Chart */
/** @typedef {import('./curves.js').Curve} Curve */
/** @typedef {import('../training/run-state.js').Run} Run */
/** @typedef {import('../../../core/protocol.js').ChartFrame} ChartFrame */

const APART = 0.9375; // rem between two names
/** Notes about events, which the plot shows when it is pointed at or has the focus. The table has their numbers. */
const EVENT = /^(tick:|dual )/;

export function endLabels() {
  const leaders = s('svg', { class: 'leaders', 'aria-hidden': 'true' });
  const guides = s('svg', { class: 'guides', 'aria-hidden': 'true' });
  const notes = h('div', { class: 'plot-notes' });
  const list = h('ul', { class: 'legend' });
  // Values of another iteration than the last, or than that of the model, say which one.
  const when = h('p', { class: 'legend-at', 'aria-hidden': 'true' });
  let listedKeys = '';
  let noted = ''; // the notes and their places
  // Read once, because asking for it in a frame would style the page again.
  const apart = APART * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return {
    element: [guides, leaders, notes, list, when],
    /**
     * @param {{ curve: Curve, text: string }[]} values at the cursor
     * @param {boolean} any whether there are curves
     * @param {string} at the iteration of the values; empty where that goes without saying
     */
    update(values, any, at) {
      list.hidden = !any;
      say(when, at);
      const keys = values.map(({ curve }) => curve.key + curve.label).join();
      if (listedKeys !== keys) {
        listedKeys = keys;
        // A cut-off tells two components apart, and needs the room of the symbol.
        const isBrief = values.some(({ curve }) => /^ξ .*@/.test(curve.label));
        fill(list, values.map(({ curve: { key, label, drawn } }) =>
            h('li', { title: label, class: key === 'gap' ? 'hidden' : drawn ? '' : 'undrawn' },
              h('span', { class: 'curve-name', ...termOfCurve(key) }, nameOf(label, isBrief)), ' ', h('b', {}))));
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
      const places = frame?.places ?? [];
      const key = JSON.stringify(places);
      if (key !== noted) showNotes(notes, places);
      noted = key;
      const lines = frame && run ? linesOf(frame, chart, run, cursor, list, apart) : { toNames: [], toDots: [] };
      showLines(leaders, 'leader', lines.toNames);
      showLines(guides, 'guide', lines.toDots);
    },
  };
}

/** A line beside or in the plot. `color`: a CSS variable. @typedef {{ color: string, d: string }} Line */

/**
 * Puts every name at its height. Returns the leaders from the curves to the names, and the dotted lines from there to
 * the dots of an earlier iteration.
 * @param {ChartFrame} frame
 * @param {Chart} chart
 * @param {Run} run
 * @param {number} cursor
 * @param {Element} list of the names
 * @param {number} apart pixels between two names
 */
function linesOf(frame, chart, run, cursor, list, apart) {
  // The gap is part of the line above the charts, and here only for assistive technology.
  const curves = chart.curves.map((curve, at) => ({ curve, item: list.children[at] }))
    .filter(({ curve }) => curve.key !== 'gap');
  const isEarlier = cursor < newest(run);
  const values = curves.map(({ curve }) => (curve.drawn ? valueAt(curve, run, cursor) : null));
  const wished = values.map((value) => (value === null ? frame.bottom : heightOf(frame, value)));
  // Below the plot stands the iteration of the values.
  const places = pushApart(wished, apart, frame.top, frame.bottom + (needsName(run, cursor) ? -apart / 4 : apart / 2));
  const x = frame.left + ((frame.right - frame.left) * cursor) / Math.max(1, lastOf(chart, run));
  /** @type {Line[]} */
  const toNames = [];
  /** @type {Line[]} */
  const toDots = [];
  curves.forEach(({ curve: { color }, item }, at) => {
    if (item instanceof HTMLElement) item.style.top = `${places[at]}px`;
    if (values[at] === null) return;
    toNames.push({ color, d: `M0 ${wished[at]}L4 ${wished[at]}L10 ${places[at]}H14` });
    if (isEarlier) toDots.push({ color, d: `M${x} ${wished[at]}H${frame.right}` });
  });
  return { toNames, toDots };
}

/** The terms that names of curves explain. */
const CURVE_TERMS = ['primal', 'dual', 'gap', 'slack', 'loss'];

/** @param {string} key */
function termOfCurve(key) {
  return CURVE_TERMS.includes(key) ? { dataset: { term: key } } : {};
}

/**
 * Draws lines with the paths that are there already.
 * @param {Element} place @param {string} kind @param {Line[]} lines
 */
function showLines(place, kind, lines) {
  while (place.children.length > lines.length) place.lastElementChild?.remove();
  while (place.children.length < lines.length) place.append(s('path', { class: kind }));
  lines.forEach(({ color, d }, at) => {
    const path = /** @type {SVGPathElement} */ (place.children[at]);
    if (path.getAttribute('d') !== d) path.setAttribute('d', d);
    path.style.stroke = `var(${color})`;
  });
}

/**
 * Puts texts where the core found room for them.
 * @param {Element} place
 * @param {ChartFrame['places']} places
 */
function showNotes(place, places) {
  fill(place, places.map(({ text, left, top }) => {
    const note = h('p', { class: EVENT.test(text) ? 'plot-note asked' : 'plot-note' }, text);
    note.style.left = `${left}px`;
    note.style.top = `${top}px`;
    return note;
  }));
}

/**
 * The name of a curve; what follows a comma or colon is read, not shown.
 * @param {string} label
 * @param {boolean} isBrief whether the symbol of a component's slack is read only, too
 */
function nameOf(label, isBrief) {
  const [, symbol = '', name, rest] = /^(ξ )?(.*?)((?:, |: ).*)?$/s.exec(label) ?? [];
  const end = name === 'validation' ? 'ation' : '';
  return [symbol && isBrief ? h('span', { class: 'hidden' }, symbol) : symbol, name.slice(0, name.length - end.length),
    end && h('span', { class: 'rest' }, end), rest && h('span', { class: 'hidden' }, rest)];
}
