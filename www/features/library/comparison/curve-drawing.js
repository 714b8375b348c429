// The picture of a method under a measure over C: one thin line per fold, the mean, the chosen C, and the test values.

import { s } from '../../../ui/dom.js';
import { fixed, measureName, significant } from '../../../lib/format.js';

/** @typedef {import('../../../wasm/rankscope.js').ComparisonCurve} ComparisonCurve */
/** @typedef {import('../../../wasm/rankscope.js').ComparisonCurvePoint} Point */

const HEIGHT = 270;
const LEFT = 46;
const RIGHT = 84; // room for the names of the lines
const TOP = 36;
const BOTTOM = 40;
const LINE = 15; // least distance of two names
const TICK = 38; // least distance of two values of C

/** What the thick line is. @param {ComparisonCurve} curve */
export const meanName = ({ folds }) => (folds ? `mean of ${folds} folds` : 'validation');

/**
 * The parts of a line: places without a value interrupt it.
 * @param {Point[]} points
 * @param {(point: Point) => number | null | undefined} value
 */
export function parts(points, value) {
  /** @type {[number, number][][]} */
  const pieces = [[]];
  for (const point of points) {
    const height = value(point);
    if (height === null || height === undefined) pieces.push([]);
    else pieces.at(-1)?.push([point.c, height]);
  }
  return pieces.filter(({ length }) => length);
}

/**
 * Heights of names that do not overlap, each as near to its own as the others above it permit.
 * @template {{ y: number }} Name
 * @param {Name[]} names @param {number} bottom
 * @returns {Name[]}
 */
export function spread(names, bottom) {
  const sorted = names.toSorted((one, other) => one.y - other.y);
  const lowest = bottom - LINE * (sorted.length - 1);
  let above = -Infinity;
  return sorted.map((name, at) => {
    above = Math.max(above + LINE, Math.min(name.y, lowest + LINE * at));
    return { ...name, y: above };
  });
}

/**
 * @param {ComparisonCurve} curve @param {number} wide
 * @param {{ method: string, measure: string }} names as shown
 */
export function curveDrawing(curve, wide, { method, measure }) {
  const { points, chosen, folds } = curve;
  const known = points.flatMap(({ valid, test, folds: values }) => [valid, test, ...values])
    .filter((value) => value !== null && value !== undefined);
  const { x, y, low, high, bottom } = scales(points.map(({ c }) => c), known, wide);
  const path = (/** @type {(point: Point) => number | null | undefined} */ value, /** @type {string} */ kind) =>
    parts(points, value).map((part) => (part.length > 1
      ? s('path', { class: kind, d: part.map(([c, height], at) => `${at ? 'L' : 'M'}${x(c)} ${y(height)}`).join('') })
      : s('circle', { class: kind, cx: x(part[0][0]), cy: y(part[0][1]), r: '2' })));
  const pick = chosen === undefined || chosen === null ? null : points[chosen];
  return s('svg', { viewBox: `0 0 ${wide} ${HEIGHT}`, width: wide, height: HEIGHT, role: 'img',
    'aria-label': labelOf(curve, method, measure) },
  s('path', { class: 'axis', d: `M${LEFT} ${TOP}V${bottom}H${wide - RIGHT}` }),
  known.length > 0 && [low, (low + high) / 2, high].flatMap((value) => [
    s('path', { class: 'grid', d: `M${LEFT} ${y(value)}H${wide - RIGHT}` }),
    s('text', { x: LEFT - 6, y: Number(y(value)) + 4, 'text-anchor': 'end' }, fixed(value, high - low < 0.2 ? 3 : 2)),
  ]),
  ticks(points.map(({ c }) => Number(x(c)))).map((at) =>
    s('text', { x: x(points[at].c), y: bottom + 16, 'text-anchor': 'middle' }, String(points[at].c))),
  s('text', { x: (LEFT + wide - RIGHT) / 2, y: HEIGHT - 6, 'text-anchor': 'middle' }, 'C, on a logarithmic axis'),
  s('text', { x: 0, y: 12 }, `${measureName(measure)} of ${method}`),
  pick && s('path', { class: 'chosen', d: `M${x(pick.c)} ${TOP}V${bottom}` }),
  Array.from({ length: folds }, (_, fold) => path(({ folds: values }) => values[fold], 'fold')).flat(),
  path(({ valid }) => valid, 'mean'),
  points.map(({ c, valid }) =>
    isKnown(valid) && s('circle', { class: 'mean-point', cx: x(c), cy: y(valid), r: '3.5' })),
  points.map(({ c, test }) => isKnown(test) && s('circle', { class: 'test-point', cx: x(c), cy: y(test), r: '5' })),
  pick && isKnown(pick.valid) && s('circle', { class: 'pick', cx: x(pick.c), cy: y(pick.valid), r: '8' }),
  pick && chosenText(pick, Number(x(pick.c)), wide),
  spread(lineNames(curve, y), bottom).map(({ y: height, words, kind }) =>
    s('text', { class: `name-${kind}`, x: wide - RIGHT + 8, y: height + 4 }, words)));
}

/** @param {number | null | undefined} value @returns {value is number} */
const isKnown = (value) => value !== null && value !== undefined;

/** Scales to the drawing. @param {number[]} grid @param {number[]} known @param {number} wide */
function scales(grid, known, wide) {
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const room = 0.06 * (most - least) || 0.01;
  const [low, high] = known.length ? [least - room, most + room] : [0, 1];
  const bottom = HEIGHT - BOTTOM;
  const [first, last] = [Math.log10(grid[0]), Math.log10(grid.at(-1) ?? 1)];
  return {
    low, high, bottom,
    x: (/** @type {number} */ c) => (LEFT + 12 + (wide - LEFT - RIGHT - 24)
      * (last > first ? (Math.log10(c) - first) / (last - first) : 0.5)).toFixed(1),
    y: (/** @type {number} */ value) => (bottom - ((bottom - TOP) * (value - low)) / (high - low)).toFixed(1),
  };
}

/** The values of C that are written: each keeps its distance from the one before. @param {number[]} places */
export function ticks(places) {
  let last = -Infinity;
  return places.flatMap((place, at) => {
    if (place - last < TICK) return [];
    last = place;
    return [at];
  });
}

/** @param {Point} pick @param {number} at @param {number} wide */
function chosenText({ c }, at, wide) {
  const anchor = at > wide - RIGHT - 60 ? 'end' : at < LEFT + 60 ? 'start' : 'middle';
  return s('text', { class: 'chosen-name', x: at.toFixed(1), y: TOP - 7, 'text-anchor': anchor }, `chosen C ${c}`);
}

/**
 * The names of the lines, at the heights where they end.
 * @param {ComparisonCurve} curve @param {(value: number) => string} y
 */
function lineNames(curve, y) {
  const { points } = curve;
  const end = (/** @type {(point: Point) => number | null | undefined} */ value) =>
    points.map(value).findLast(isKnown);
  const fold = Array.from({ length: curve.folds }, (_, at) => end(({ folds }) => folds[at])).filter(isKnown);
  return [
    { kind: 'mean', words: curve.folds ? 'mean' : meanName(curve), value: end(({ valid }) => valid) },
    { kind: 'fold', words: 'each fold', value: fold.length ? Math.min(...fold) : null },
    { kind: 'test', words: '○ test', value: end(({ test }) => test) },
  ].flatMap(({ kind, words, value }) => (isKnown(value) ? [{ kind, words, y: Number(y(value)) }] : []));
}

/** @param {ComparisonCurve} curve @param {string} method @param {string} measure */
function labelOf(curve, method, measure) {
  const said = curve.points.map(({ c, valid, test }) =>
    `C ${c}: ${significant(valid)}${isKnown(test) ? `, test ${significant(test)}` : ''}`);
  const pick = isKnown(curve.chosen) ? ` Chosen: C ${curve.points[curve.chosen].c}.` : '';
  return `${measureName(measure)} of ${method} over C, ${meanName(curve)}. ${said.join('; ')}.${pick} `
    + 'The table has all values.';
}
