// Draws a trained search: good and bad pages by their scores, with a link for every pair that is as wide as its pull.
// No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { documentShade } from '../../../../inspect/inspector/document-shade.js';
import { hiddenBox, withSymbols } from '../drawn-frame.js';
import { LEAST, arrow } from './draw-losses.js';
import { spread } from './spread.js';

/**
 * @typedef {{ kind: import('./pair-loss.js').Kind, pages: import('./draw-losses.js').Page[], pull: number[],
 *   norm: number, pairs: { good: number, bad: number, pull: number }[] }} Trained
 */

const MOST_SCORE = 5.3;

/** @param {Trained} of */
export const pulling = ({ pairs }) => pairs.filter(({ pull }) => pull >= LEAST).length;

/**
 * Where pages stand by their scores, apart from each other and above the lower edge.
 * @param {readonly number[]} wanted @param {number} gap @param {number} lowest
 */
function placesAbove(wanted, gap, lowest) {
  const apart = spread(wanted, gap);
  const below = Math.max(0, Math.max(...apart) - lowest);
  return apart.map((place) => place - below);
}

/** @param {Trained} trained @param {number} left @param {boolean} isPhone @param {number} c */
export function drawTrained(trained, left, isPhone, c) {
  const { kind, pages, pull, pairs, norm } = trained;
  const [top, height] = isPhone ? [40, 176] : [112, 372];
  const [goodX, badX] = isPhone ? [left + 62, left + 124] : [left + 174, left + 242];
  const y = (/** @type {number} */ score) => top + height - (score / MOST_SCORE) * height;
  const places = pages.map(() => 0);
  for (const isGood of [true, false]) {
    const side = pages.flatMap(({ grade }, at) => ((grade > 0) === isGood ? [at] : []));
    const apart = placesAbove(side.map((at) => y(pages[at].score)), isPhone ? 25 : 34,
      top + height + (isPhone ? 8 : 16));
    side.forEach((at, place) => { places[at] = apart[place]; });
  }
  const most = Math.max(...pages.map(({ grade }) => grade));
  const width = (/** @type {number} */ one) => (0.8 + one * (isPhone ? 7 : 12)).toFixed(2);
  return s('g', { class: `trained ${kind}` },
    s('text', { class: `head loss-name ${kind}`, x: isPhone ? left + 4 : left, y: top - (isPhone ? 20 : 30) }, kind),
    pairs.map((pair) => pair.pull >= LEAST && s('line', { class: `trained-link ${kind}`, x1: goodX, x2: badX,
      y1: places[pair.good], y2: places[pair.bad], 'stroke-width': width(pair.pull) })),
    pages.map(({ title, grade }, at) => {
      const isGood = grade > 0;
      const x = isGood ? goodX : badX;
      return s('g', {},
        s('g', { class: 'graded', 'data-shade': documentShade(grade, most) },
          s('title', {}, `${title}, grade ${grade}`),
          s('circle', { cx: x, cy: places[at], r: isPhone ? 11 : 14 }),
          s('text', { class: 'strong', x, y: places[at] + 5, 'text-anchor': 'middle' }, String(grade))),
        !isPhone && s('text', { class: 'axis ink', x: x + (isGood ? -40 : 40), y: places[at] + 5,
          'text-anchor': isGood ? 'end' : 'start' }, title));
    }),
    pages.map(({ grade }, at) => arrow(grade > 0 ? goodX - 27 : badX + 27, places[at], pull[at] * (pairs.length / c),
      isPhone ? 3 : 6, kind)),
    !isPhone && s('text', { class: 'axis', x: left + 372, y: top - 30, 'text-anchor': 'end' }, 'higher score ↑'),
    drawFigure(left, top + height + (isPhone ? 34 : 50), isPhone, isPhone ? 'pulling' : 'pairs that still pull',
      `${pulling(trained)} of ${pairs.length}`),
    drawFigure(left, top + height + (isPhone ? 56 : 78), isPhone, isPhone ? '‖w‖' : 'length of w', fixed(norm, 2)));
}

/**
 * A figure below the pages. @param {number} left @param {number} y @param {boolean} isPhone @param {string} name
 * @param {string} value
 */
const drawFigure = (left, y, isPhone, name, value) => s('g', {},
  s('text', { class: 'axis', x: isPhone ? left + 4 : left, y }, ...withSymbols(name)),
  s('text', { class: 'strong', x: isPhone ? left + 180 : left + 372, y, 'text-anchor': 'end' }, value));

/** The same place before the answer. @param {number} left @param {boolean} isPhone */
export const drawUntold = (left, isPhone) => s('g', {},
  s('text', { class: 'head loss-name hinge', x: isPhone ? left + 4 : left, y: isPhone ? 20 : 82 }, 'hinge'),
  isPhone ? hiddenBox(left + 4, 32, 178, 240) : hiddenBox(left, 100, 372, 466));

/**
 * The stops of C on their track. @param {readonly number[]} stops @param {(at: number) => number} xOf
 * @param {boolean} isPhone @param {number} y
 */
export function drawPrice(stops, xOf, isPhone, y) {
  return s('g', {},
    s('line', { class: 'chart-track', x1: xOf(0), x2: xOf(stops.length - 1), y1: y, y2: y }),
    stops.flatMap((c, at) => [s('circle', { class: 'chart-stop', cx: xOf(at), cy: y, r: 4 }),
      s('text', { class: 'axis', x: xOf(at), y: y + (isPhone ? 38 : 42), 'text-anchor': 'middle' }, String(c))]),
    s('text', { x: xOf(0) - (isPhone ? 30 : 40), y: y + 6, 'text-anchor': 'end' },
      isPhone ? 'C' : 'C, what a unit of loss costs'));
}
