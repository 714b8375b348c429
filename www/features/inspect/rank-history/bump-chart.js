// Geometry and drawing of a bump chart: iterations across, ranks downwards, one line per document.

import { s } from '../../../ui/dom.js';
import { count } from '../../../lib/format.js';

/** @typedef {import('../../../wasm/rankscope.js').RanksAt} RanksAt */
/** A line of ranks over time: of the model, or of the violator. @typedef {'model' | 'violator'} Side */
/**
 * `rows`: ranks with a row of their own; the others share one below. `level`: the colour of a grade, from 0 to 5.
 * `chosen`: the document that is followed. `cursor`: the iteration shown.
 * @typedef {{ points: RanksAt[], rows: number, documents: number[], level: (document: number) => number,
 *   chosen: number | null, cursor: number }} Bump
 */

// Height of a rank in pixels, as the style sheet gives it to the names.
const ROW = 26;
const LEFT = 38;
const RIGHT = 10;
const FOOT = 22;
const LEVELS = 5;

/** The level of a grade. @param {number} grade @param {number} highest */
export const levelOf = (grade, highest) => (highest > 0 ? Math.round((LEVELS * grade) / highest) : 0);

/**
 * The documents that are among the first ranks at any of the iterations, in the order of the last one.
 * @param {RanksAt[]} points @param {Side} side @param {number} rows
 */
export function documentsAmong(points, side, rows) {
  const last = points.findLast((point) => point[side])?.[side] ?? [];
  return last.map((_, document) => document)
    .filter((document) => points.some((point) => (point[side]?.[document] ?? Infinity) < rows))
    .sort((one, other) => last[one] - last[other]);
}

/**
 * The parts of a document's line. Below the first ranks it is not drawn, only how it comes and goes.
 * @param {RanksAt[]} points @param {Side} side @param {number} document @param {number} rows
 */
export function lineOf(points, side, document, rows) {
  /** @type {{ iteration: number, row: number }[][]} */
  const pieces = [];
  /** @type {{ iteration: number, row: number } | null} */
  let before = null;
  for (const point of points) {
    const rank = point[side]?.[document];
    const here = rank === undefined ? null : { iteration: point.iteration, row: Math.min(rank, rows) };
    if (here && before && (here.row < rows || before.row < rows)) {
      if (pieces.at(-1)?.at(-1) === before) pieces.at(-1)?.push(here);
      else pieces.push([before, here]);
    } else if (here && here.row < rows) pieces.push([here]);
    before = here;
  }
  return pieces;
}

/** The iteration that is nearest to a place. @param {RanksAt[]} points @param {number} share of the way to the last */
export function nearestIteration(points, share) {
  const [first, last] = [points[0].iteration, points[points.length - 1].iteration];
  const wanted = first + share * (last - first);
  const far = (/** @type {RanksAt} */ { iteration }) => Math.abs(iteration - wanted);
  return points.reduce((best, next) => (far(next) < far(best) ? next : best)).iteration;
}

/**
 * @param {Bump} bump @param {Side} side @param {number} wide @param {string} label
 * @param {{ go: (iteration: number) => void, follow: (document: number) => void }} act
 */
export function bumpChart({ points, rows, documents, level, chosen, cursor }, side, wide, label, { go, follow }) {
  const [first, last] = [points[0].iteration, points[points.length - 1].iteration];
  const across = wide - LEFT - RIGHT;
  const x = (/** @type {number} */ iteration) =>
    (LEFT + (last > first ? (across * (iteration - first)) / (last - first) : 0)).toFixed(1);
  const folds = points[0].model.length > rows;
  const high = (rows + (folds ? 1 : 0)) * ROW;
  const y = (/** @type {number} */ row) => (row + 0.5) * ROW;
  const path = (/** @type {Side} */ of, /** @type {number} */ document) =>
    lineOf(points, of, document, rows).map((part) =>
      part.map(({ iteration, row }, at) => `${at ? 'L' : 'M'}${x(iteration)} ${y(row)}`).join('')
      // A single place is a dot: a line of no length with round ends.
      + (part.length === 1 ? 'h0.1' : '')).join('');
  const line = (/** @type {number} */ document) => {
    const kind = chosen === null ? '' : chosen === document ? ' chosen' : ' dim';
    const stroke = s('path', { class: `line level-${level(document)}${kind}`, d: path(side, document) });
    stroke.addEventListener('click', (event) => {
      event.stopPropagation();
      follow(document);
    });
    return stroke;
  };
  const picture = s('svg', { viewBox: `0 0 ${wide} ${high + FOOT}`, width: wide, height: high + FOOT, role: 'img',
    'aria-label': label },
  Array.from({ length: rows }, (_, row) => s('text', { x: LEFT - 9, y: y(row) + 4, 'text-anchor': 'end' },
    String(row + 1))),
  folds && s('rect', { class: 'fold', x: LEFT - 4, y: rows * ROW + 3, width: across + 8, height: ROW - 6 }),
  folds && s('text', { x: LEFT - 9, y: y(rows) + 4, 'text-anchor': 'end' }, `${rows + 1}+`),
  cursor >= first && s('path', { class: 'cursor', d: `M${x(Math.min(cursor, last))} 0V${high}` }),
  // The higher a grade, the later it is drawn, so that the many bad documents do not hide the good ones.
  documents.filter((document) => document !== chosen).sort((one, other) => level(one) - level(other)).map(line),
  chosen !== null && documents.includes(chosen) && line(chosen),
  chosen !== null && side === 'model' && s('path', { class: 'line shadow', d: path('violator', chosen) }),
  s('text', { x: LEFT, y: high + 16 }, count(first)),
  s('text', { x: LEFT + across / 2, y: high + 16, 'text-anchor': 'middle' }, 'iteration'),
  last > first && s('text', { x: wide - RIGHT, y: high + 16, 'text-anchor': 'end' }, count(last)));
  picture.addEventListener('click', ({ clientX }) => {
    const box = picture.getBoundingClientRect();
    const share = ((clientX - box.left) * (wide / box.width) - LEFT) / across;
    go(nearestIteration(points, Math.min(1, Math.max(0, share))));
  });
  return picture;
}
