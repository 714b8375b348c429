// Draws what stands at the curves: names with values at their ends, values at the handle, and heights to compare with.
// No state.

import { s } from '../../../../../ui/dom.js';
import { shortFigure } from '../../../../../lib/format.js';
import { pushApart } from '../../../../run/charts/end-labels.js';
import { across } from '../chart/frame.js';
import { withSymbols } from '../drawn-frame.js';
import { heightOf } from './layout.js';
import { valueAt } from './lines.js';

/** @typedef {import('../chart/frame.js').Chart} Chart */
/** @typedef {import('./layout.js').Panel} Panel */
/** @typedef {import('./lines.js').Line} Line */

/** A value as the labels write it. @param {Panel['key']} key @param {number} value */
export function textOf(key, value) {
  if (key !== 'sigma') return shortFigure(value);
  return value < 1 && Number.isInteger(1 / value) ? `1/${1 / value}` : String(Number(value.toPrecision(3)));
}

/**
 * The heights that curves are compared with: the objective at w = 0, and for an asked curve where the earlier run ended
 * or where it starts itself.
 * @param {Panel['key']} key @param {readonly Line[]} lines @returns {{ value: number, name: string, kind: string }[]}
 */
export function heightsOf(key, lines) {
  const objective = key === 'objective' ? lines.find(({ part }) => part === 'objective') : undefined;
  if (objective) return [{ value: objective.values[0], name: 'at w = 0', kind: 'grey' }];
  const newest = lines.find(({ isEarlier }) => isEarlier)?.run;
  const earlier = lines.filter(({ isEarlier, run }) => isEarlier && run === newest);
  if (earlier.length) return earlier.map((line) => ({ value: valueAt(line, line.mark), name: '', kind: line.kind }));
  if (key === 'repeats' || key === 'sigma') return [];
  return lines.filter(({ isAsked }) => isAsked).map(({ values, kind }) => ({ value: values[0], name: '', kind }));
}

/** @param {Chart} chart @param {Panel['key']} key @param {ReturnType<typeof heightsOf>} heights */
export const drawHeights = (chart, key, heights) => heights.map(({ value, kind }) => s('line', {
  class: `curves-height ${kind}`, x1: chart.left, x2: chart.right, y1: heightOf(chart, key, value),
  y2: heightOf(chart, key, value) }));

/**
 * The names at the right of the panel, never over each other.
 * @param {Chart} chart @param {Panel['key']} key @param {readonly Line[]} lines @param {boolean} isPhone
 * @param {{ name: string, value: number } | null} mark
 */
export function drawNames(chart, key, lines, isPhone, mark) {
  const heights = heightsOf(key, lines).filter(({ name }) => name);
  const isTold = (/** @type {Line} */ { part, known }) => part === 'objective' && known === 0 && heights.length > 0;
  const early = lines.filter((line) => !isTold(line) && isEarly(line));
  const ends = lines.filter((line) => !isTold(line) && !isEarly(line)).map((line) => (
    { name: line.name, value: valueAt(line, Math.min(line.known, line.mark)), kind: line.kind }));
  const all = [...ends, ...heights, ...(mark ? [{ ...mark, kind: 'loss' }] : [])];
  const apart = isPhone ? 17 : 26;
  const wished = all.map(({ value }) => heightOf(chart, key, value) + 5);
  const places = pushApart(wished, apart, chart.top - 4, chart.bottom + 5);
  return [...early.map((line) => drawEarly(chart, key, line)),
    ...all.flatMap(({ name, value, kind }, at) => [
      // A name that was pushed away has a line to its end.
      Math.abs(places[at] - wished[at]) > 3 && s('path', { class: `curves-leader ${kind}`,
        d: `M${chart.right + 1} ${wished[at] - 5}L${chart.right + (isPhone ? 6 : 12)} ${places[at] - 5}` }),
      drawName(key, name, value, kind, chart.right + (isPhone ? 8 : 14), places[at])])];
}

/** A name above the end of a line that has only begun, or beside it. @param {Chart} chart @param {Panel['key']} key
 * @param {Line} line */
function drawEarly(chart, key, line) {
  const value = valueAt(line, line.known);
  const y = heightOf(chart, key, value);
  return drawName(key, line.name, value, line.kind, across(chart, line.known) + 14,
    y - 24 < chart.top ? y + 5 : y - 10);
}

/** Whether a line has only begun, so that its name stands there. @param {Line} line */
const isEarly = ({ isAsked, known, values }) => known === 0 || (isAsked && known < values.length - 1);

/**
 * @param {Panel['key']} key @param {string} name @param {number} value @param {string} kind @param {number} x
 * @param {number} y
 */
const drawName = (key, name, value, kind, x, y) => s('text', { class: `curves-name halo of ${kind}`, x, y },
  ...withSymbols(name), ' ', s('tspan', { class: 'strong' }, textOf(key, value)));

/**
 * The values at the handle, beside it, unless the names say them.
 * @param {Chart} chart @param {Panel['key']} key @param {readonly Line[]} lines
 * @param {{ at: number, highest: number }} handle
 */
export function drawValues(chart, key, lines, { at, highest }) {
  if (at >= highest) return [];
  const { isPhone } = chart;
  // At the end of a curve its name says the value, and the names of earlier runs say theirs.
  const isEnd = lines.some(({ isEarlier, known }) => !isEarlier && at >= known);
  const told = lines.filter(({ isEarlier, known }) => at < known && !(isEarlier && isEnd));
  const isLeft = across(chart, at) > chart.right - (isPhone ? 60 : 90);
  const span = Math.ceil(((isPhone ? 44 : 56) * chart.x[1]) / (chart.right - chart.left));
  const [from, to] = isLeft ? [Math.max(0, at - span), at] : [at, at + span];
  const beside = told.map((line) => Array.from({ length: to - from + 1 }, (_, one) =>
    heightOf(chart, key, valueAt(line, Math.min(from + one, line.known)))));
  if (!told.length) return [];
  const lowest = Math.max(...beside.map((heights) => Math.max(...heights)));
  // Above the part of the curve beside which it stands; the lowest one below it, where there is room.
  const wished = beside.map((heights) => (told.length > 1 && Math.max(...heights) === lowest
    && lowest + 20 < chart.bottom ? lowest + 18 : Math.min(...heights) - 8));
  const places = pushApart(wished, isPhone ? 16 : 20, chart.top + 4, chart.bottom - 4);
  return told.map((line, one) => s('text', { class: `curves-value strong of halo ${line.kind}`,
    x: across(chart, at) + (isLeft ? -10 : 10), y: places[one], 'text-anchor': isLeft ? 'end' : 'start' },
  textOf(key, valueAt(line, at))));
}
