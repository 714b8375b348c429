// Draws the numbers of a printed table: hollow bars, on a logarithmic axis dots, in panels with axes of their own; or
// lines with hollow marks.

import { s } from '../../../../ui/dom.js';
import { pushApart } from '../../../run/charts/end-labels.js';
import { decadesOver, shareOf, ticksOver } from './axis.js';
import { linesOf, panelsOf } from './printed-numbers.js';

/** @typedef {import('./figures.js').PrintedTable} PrintedTable */
/** @typedef {import('./printed-numbers.js').Bar} Bar */
/** @typedef {import('./printed-numbers.js').Line} Line */
/** @typedef {import('./printed-numbers.js').Panel} Panel */
/** `kind`: a class for the lines. @typedef {{ lines: Line[], x: string, y: string, kind: string }} Chart */

const LETTER = 7.4; // width of a letter in px
const WIDE = 8.2; // of a capital letter, of which short names have many
const ROW = 20;
const HEAD = 24;
const FOOT = 46; // numbers and the name of an axis
const GAP = 22; // between panels
const LEAST_BAR = 56;
const CHART = { width: 560, height: 250, left: 52, top: 12, foot: 44 };

/** @param {number} x @param {number} y @param {string} words @param {string} [anchor] @param {string} [kind] */
const text = (x, y, words, anchor = 'start', kind = '') =>
  s('text', { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': anchor, ...(kind && { class: kind }) }, words);

/** @param {string[]} words */
const longest = (words) => Math.max(...words.map(({ length }) => length)) * LETTER;

/** @param {number} value */
const short = (value) => String(Number(value.toPrecision(6))).replace('-', '−');

/** @param {PrintedTable} table @param {number} width in px @param {string} label what it shows, for a screen reader */
export function printedPicture(table, width, label) {
  return table.each === 'number'
    ? lineChart({ lines: linesOf(table), x: table.x ?? '', y: String(table.unit), kind: 'ghost' }, width, label)
    : panelPicture(panelsOf(table), table.log === true, width, label);
}

/**
 * Panels beside each other, in as many rows as they need; names of the bars stand left of each row.
 * @param {Panel[]} panels @param {boolean} log @param {number} width @param {string} label
 */
function panelPicture(panels, log, width, label) {
  const names = panels[0].bars.map(({ name }) => name);
  const left = Math.min((longest(names) * WIDE) / LETTER + 10, 0.4 * width);
  const room = longest(panels.flatMap(({ bars }) => bars.map(({ text: words }) => words))) + 12; // for a number
  const most = Math.max(1, Math.floor((width - left + GAP) / (LEAST_BAR + room + GAP)));
  const rows = Math.ceil(panels.length / most);
  const columns = Math.ceil(panels.length / rows);
  const wide = Math.min((width - left + GAP) / columns - GAP, 210 + room);
  const high = HEAD + ROW * names.length + FOOT;
  return s('svg', { viewBox: `0 0 ${width} ${rows * high}`, width, height: rows * high, role: 'img',
    'aria-label': label },
  Array.from({ length: rows }, (_, row) => names.map((name, at) =>
    text(0, row * high + HEAD + ROW * at + 14, name))).flat(),
  panels.map((panel, at) => drawPanel(panel, log, { x: left + (at % columns) * (wide + GAP),
    y: Math.floor(at / columns) * high, wide: wide - room })));
}

/** @param {Panel} panel @param {boolean} log @param {{ x: number, y: number, wide: number }} place of the bars */
function drawPanel({ name, unit, bars }, log, { x, y, wide }) {
  const values = bars.flatMap(({ value, spread }) => (value === null ? [] : [value + (log ? 0 : spread)]));
  const ends = !values.length ? [0, 1] : log ? decadesOver(values) : ticksOver(0, Math.max(...values), 4);
  const [low, high] = [ends[0], ends[ends.length - 1]];
  const share = shareOf(low, high, log);
  const floor = y + HEAD + ROW * bars.length;
  const at = (/** @type {number} */ value) => x + wide * share(value);
  return s('g', {}, text(x, y + 14, name, 'start', 'panel-name'),
    [low, high].map((end) => s('path', { class: 'ghost-grid', d: `M${at(end).toFixed(1)} ${y + HEAD}V${floor + 4}` })),
    s('path', { class: 'ghost-axis', d: `M${x.toFixed(1)} ${floor}h${wide.toFixed(1)}` }),
    text(x, floor + 17, short(low)), text(x + wide, floor + 17, short(high), 'middle'),
    text(x, floor + 33, unit, 'start', 'axis-name'),
    bars.flatMap((bar, row) => drawBar(bar, log, { x, y: y + HEAD + ROW * row, at })));
}

/** @param {Bar} bar @param {boolean} log @param {{ x: number, y: number, at: (value: number) => number }} place */
function drawBar({ value, spread, text: words }, log, { x, y, at }) {
  if (value === null) return [text(x + 6, y + 14, words, 'start', 'axis-name')];
  const end = at(value);
  const far = spread && !log ? at(value + spread) : end + (log ? 5 : 0);
  return [log ? s('circle', { class: 'ghost-mark', cx: end.toFixed(1), cy: y + 10, r: 4.5 })
    : s('rect', { class: 'ghost-bar', x: x.toFixed(1), y: y + 4, width: (end - x).toFixed(1), height: 12 }),
  spread > 0 && !log && s('path', { class: 'ghost-spread',
    d: `M${at(Math.max(0, value - spread)).toFixed(1)} ${y + 10}H${far.toFixed(1)}` }),
  text(far + 6, y + 14, words)].filter((part) => part !== false);
}

/** Marks of lines, in their order, around a point. */
const MARKS = ['M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z', 'M-3.6 -3.6h7.2v7.2h-7.2Z', 'M0 -4.6L4.4 3.4H-4.4Z',
  'M0 -5L5 0L0 5L-5 0Z', 'M0 4.6L4.4 -3.4H-4.4Z'];

/** @param {Chart} chart @param {number} most widest width in px @param {string} label */
export function lineChart({ lines, x, y, kind }, most, label) {
  const { height, left, top, foot } = CHART;
  const width = Math.min(most, CHART.width);
  const right = width - longest(lines.map(({ name }) => name)) - 16;
  const floor = height - foot;
  const points = lines.flatMap((line) => line.points);
  const [xs, ys] = [0, 1].map((at) => points.map((point) => point[at]));
  const yTicks = ticksOver(Math.min(...ys), Math.max(...ys), 5);
  const xTicks = ticksOver(Math.min(...xs), Math.max(...xs), width < 420 ? 3 : 5);
  const [over, along] = [shareOf(xTicks[0], xTicks[xTicks.length - 1]), shareOf(yTicks[0], yTicks[yTicks.length - 1])];
  const atX = (/** @type {number} */ value) => left + (right - left) * over(value);
  const atY = (/** @type {number} */ value) => floor - (floor - top - 14) * along(value);
  const ends = lines.map((line) => atY(line.points[line.points.length - 1]?.[1] ?? 0));
  const places = pushApart(ends, 15, top + 8, floor);
  const hasMarks = points.length < 60;
  return s('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': label },
    text(0, top, y, 'start', 'axis-name'),
    yTicks.flatMap((tick) => [s('path', { class: 'ghost-grid', d: `M${left} ${atY(tick).toFixed(1)}H${right}` }),
      text(left - 8, atY(tick) + 4, short(tick), 'end')]),
    s('path', { class: 'ghost-axis', d: `M${left} ${floor}H${right}` }),
    xTicks.map((tick) => text(atX(tick), floor + 18, short(tick), 'middle')),
    text(right, floor + 36, x, 'end', 'axis-name'),
    lines.map((line, series) => s('polyline', { class: `${kind}-line`, 'data-series': series,
      points: line.points.map(([a, b]) => `${atX(a).toFixed(1)},${atY(b).toFixed(1)}`).join(' ') })),
    hasMarks && lines.flatMap((line, series) => line.points.map(([a, b]) => s('path', { class: 'ghost-mark',
      d: MARKS[series % MARKS.length], transform: `translate(${atX(a).toFixed(1)} ${atY(b).toFixed(1)})` }))),
    lines.map(({ name, points: of }, at) => text(atX(of[of.length - 1]?.[0] ?? 0) + 10, places[at] + 4, name)));
}
