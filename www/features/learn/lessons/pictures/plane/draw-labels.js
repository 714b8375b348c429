// Draws what is written beside the plane: the model, the list and its number, the violator's demand, the cut, and the
// two parts of the price. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { symbol, withSymbols } from '../drawn-frame.js';
import { across, endsOf, up } from '../../../../../pictures/plane-geometry.js';

/** @typedef {import('../../../../../pictures/plane-geometry.js').Point} Point */
/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./view.js').PlaneView} PlaneView */

/** A weight in words. @param {number} value */
export const weight = (value) => fixed(value, 2);

/** The way from 0 to w, and where w was. @param {Layout} layout @param {Point} w @param {Point} before */
export function drawWay({ square, isPhone }, w, before) {
  const place = (/** @type {Point} */ one) => [across(square, one[0]), up(square, one[1])];
  const [[x0, y0], [x, y], [bx, by]] = [place([0, 0]), place(w), place(before)];
  return s('g', {},
    s('line', { class: 'plane-arm', x1: x0, y1: y0, x2: x, y2: y }),
    s('circle', { class: 'plane-zero', cx: x0, cy: y0, r: 4 }),
    before === w ? null : [
      s('path', { class: 'plane-way', d: `M${bx} ${by}L${x} ${y}` }),
      s('circle', { class: 'plane-was', cx: bx, cy: by, r: 9 }),
      isPhone ? null : s('text', { class: 'axis', x: bx, y: by + 32, 'text-anchor': 'middle' }, 'where it was')]);
}

/**
 * What stands beside the dot that the reader moves.
 * @param {Layout} layout @param {Point} w @param {[string, string]} features
 */
export function drawWeights({ square, isPhone }, w, features) {
  if (isPhone) return [];
  const [x, y] = [across(square, w[0]), up(square, w[1])];
  const inside = Math.min(square.left + square.width - 96, Math.max(square.left + 96, x));
  const isBelow = y < square.top + 90;
  return [
    s('text', { class: 'plane-w', x, y: isBelow ? y + 50 : y - 62, 'text-anchor': 'middle' }, symbol('w')),
    s('text', { class: 'label halo', x: inside, y: isBelow ? y + 74 : y - 38, 'text-anchor': 'middle' },
      `${features[0]} ${weight(w[1])}, ${features[1]} ${weight(w[0])}`)];
}

/** What stands beside a dot that stays. @param {Layout} layout @param {Point} w */
export function drawName({ square }, w) {
  const isZero = w[0] === 0 && w[1] === 0;
  return s('text', { class: 'plane-w halo', x: across(square, w[0]) + 20, y: up(square, w[1]) + (isZero ? -14 : 22) },
    symbol('w'), isZero ? ' = 0' : '');
}

/** @param {Layout} layout */
export const drawStart = ({ square }) =>
  s('text', { class: 'axis halo', x: across(square, 0) + 12, y: up(square, 0) + 20 }, 'start');

/** @param {Layout} layout @param {Point} lowest */
export function drawLowest({ square, isPhone }, [wx, wy]) {
  const [cx, cy] = [across(square, wx), up(square, wy)];
  return s('g', { class: 'plane-lowest' }, s('circle', { cx, cy, r: isPhone ? 12 : 15 }),
    isPhone ? null : s('text', { class: 'label strong halo', x: cx - 14, y: cy + 48, 'text-anchor': 'middle' },
      'lowest point of the floor'));
}

/** @param {Layout} layout @param {number} height */
export function drawCut({ square, side, isPhone }, height) {
  const y = up(square, height);
  const right = square.left + square.width;
  return s('g', {},
    s('line', { class: 'cut-line', x1: square.left, x2: right, y1: y, y2: y }),
    side && [square.left, right].map((x) =>
      s('line', { class: 'cut-edge', x1: x, x2: x, y1: y, y2: side.top + side.height })),
    isPhone ? null : [s('text', { class: 'label cut strong', x: right + 34, y: y - 4 }, 'the slice'),
      s('text', { class: 'axis', x: right + 34, y: y + 17 }, 'drag ↑ ↓')]);
}

/** The violator's line as far as it has grown. @param {PlaneView} view */
export function drawGrownLine({ layout, turns, line: share }) {
  const line = turns[0]?.line;
  const ends = line ? endsOf(layout.square, line) : null;
  if (!ends) return null;
  const [[x1, y1], [x2, y2]] = ends;
  return s('line', { class: 'plane-line newest', x1: x2 + share * (x1 - x2), y1: y2 + share * (y1 - y2), x2, y2 });
}

/** @param {Layout} layout @param {string} head @param {string} about @param {'plain' | 'violator'} kind */
export function drawListHead({ list, isPhone }, head, about, kind) {
  if (!list) return [];
  if (isPhone && kind === 'plain') return [];
  if (isPhone) return [s('text', { class: 'head violator', x: list.left, y: list.top - 14 }, 'ŷ')];
  return [s('text', { class: `head ${kind}`, x: list.left, y: list.top - 42 }, head),
    s('text', { class: 'axis', x: list.left, y: list.top - 18 }, about)];
}

/** NDCG as the one number. @param {Layout} layout @param {number} ndcg @param {number | null} was */
export function drawNumber({ list, isPhone }, ndcg, was) {
  if (!list) return [];
  if (isPhone) return phoneNumber(list, 'NDCG', fixed(ndcg, 3), '');
  const [x, right] = [list.left, list.left + list.width];
  return [s('text', { class: 'label soft', x, y: 458 }, 'NDCG, 1 is perfect'),
    s('text', { class: 'plane-number-big', x, y: 502 }, fixed(ndcg, 3)),
    was === null ? null
      : s('text', { class: 'label soft', x: right, y: 502, 'text-anchor': 'end' }, `was ${fixed(was, 3)}`),
    s('rect', { class: 'plane-meter', x, y: 520, width: list.width, height: 6, rx: 3 }),
    s('rect', { class: 'plane-meter full', x, y: 520, width: list.width * ndcg, height: 6, rx: 3 })];
}

/** The way of w up to the border, with the slack that the violator demands at 0, half of the way, and at its end.
 * @param {PlaneView} view
 */
export function drawClimb(view) {
  const { layout: { square, isPhone }, climb } = view;
  const stops = [0, 0.5, 1].filter((share) => share <= climb).map((share) => view.climbed(share));
  const [x, zero] = [across(square, 0), up(square, 0)];
  return [
    s('line', { class: 'plane-arm', x1: x, y1: zero, x2: x, y2: up(square, view.model[1]) }),
    ...stops.flatMap(({ w, slack }) => [
      s('circle', { class: 'plane-stop', cx: x, cy: up(square, w[1]), r: isPhone ? 4 : 6 }),
      s('text', { class: 'label strong halo', x: x + 22, y: up(square, w[1]) + (slack ? 22 : -18) },
        slack ? '' : symbol('w'), `${slack ? '' : ': '}${isPhone ? '' : 'slack '}${fixed(slack, 3)}`)]),
  ];
}

/** What the violator demands, and once w has moved, the slack for it. @param {Layout} layout @param {number} loss
 * @param {number | null} slack
 */
export function drawDemand({ list, isPhone }, loss, slack) {
  if (!list) return [];
  const value = fixed(loss, 3);
  const now = slack === null ? value : fixed(slack, 3);
  if (isPhone) return phoneNumber(list, slack === null ? 'loss' : 'slack', now, ' violator');
  const x = list.left;
  return [s('text', { class: 'label soft', x, y: 414 }, slack === null ? 'loss, 1 − NDCG' : 'slack that it demands'),
    s('text', { class: 'plane-number-big violator', x, y: 456 }, now),
    ...['It demands: “Score the', 'best order above me,', `by at least ${value}.”`].map((line, row) =>
      s('text', { class: 'label', x, y: 496 + 24 * row }, line))];
}

/** @param {NonNullable<Layout['list']>} list @param {string} name @param {string} value @param {string} kind */
function phoneNumber(list, name, value, kind) {
  const x = list.left + list.width / 2;
  return [s('text', { class: 'axis', x, y: 296, 'text-anchor': 'middle' }, name),
    s('text', { class: `plane-number-big small${kind}`, x, y: 318, 'text-anchor': 'middle' }, value)];
}

/** The two parts of the price at w as bars, and their sum. @param {PlaneView} view @param {Point} w */
export function drawPrice(view, w) {
  const { layout: { list, isPhone }, run, turns } = view;
  if (!list || !run) return [];
  const length = (w[0] ** 2 + w[1] ** 2) / 2;
  const { slack, objective } = run.at(w);
  // The scale stays when a smaller C makes the price lower.
  view.dearest = Math.max(view.dearest, objective, turns[0].best);
  const part = Number(fixed(objective, 3)) - Number(fixed(length, 3));
  const gap = isPhone ? 62 : 92;
  const row = (/** @type {number} */ at, /** @type {string} */ name, /** @type {number} */ value,
    /** @type {string} */ kind) => [
    s('text', { class: 'label soft', x: list.left, y: list.top + at * gap }, ...withSymbols(name)),
    s('text', { class: `plane-number-big part ${kind}${isPhone ? ' small' : ''}`, x: list.left,
      y: list.top + at * gap + (isPhone ? 20 : 36) }, fixed(value, 3)),
    s('rect', { class: `price-part ${kind}`, x: list.left, y: list.top + at * gap + (isPhone ? 26 : 46), rx: 3,
      height: 8, width: Math.max(1, (list.width * value) / view.dearest) })];
  return [row(0, '½‖w‖²', length, 'length'),
    row(1, isPhone ? 'C × slack' : `C × slack ${fixed(slack, 3)}`, part, 'violator'),
    row(2, isPhone ? 'price' : 'price, the sum', objective, 'sum')].flat();
}
