// The expected measure of the six orders of three documents along a tilt t, and below it the order that each loss
// picks. Data in, drawing out.

import './orders-chart.css';
import { fixed } from '../lib/format.js';
import { s } from '../ui/dom.js';

/** @typedef {import('../wasm/rankscope.js').ListCalibration} ListCalibration */
/** @typedef {import('../wasm/rankscope.js').ListPoint} ListPoint */

/**
 * Places in the drawing. `lanes`: the upper edge of the first lane. `label`: least distance of two labels of lines.
 * `isBrief`: labels are short.
 * @typedef {{ width: number, left: number, right: number, top: number, bottom: number, lanes: number, lane: number,
 *   label: number, isBrief: boolean }} OrdersLayout
 */

const WRONG = 1e-9; // a smaller regret is rounding

/** @param {boolean} isPhone @param {number} lanes number of losses @returns {OrdersLayout & { height: number }} */
export function ordersLayout(isPhone, lanes) {
  const layout = isPhone
    ? { width: 366, left: 132, right: 282, top: 26, bottom: 180, lanes: 218, lane: 24, label: 15, isBrief: true }
    : { width: 940, left: 190, right: 760, top: 26, bottom: 206, lanes: 258, lane: 17, label: 15, isBrief: false };
  return { ...layout, height: layout.lanes + layout.lane * lanes + 6 };
}

/** The layout on the stage of lessons. `track`: of the handle. @param {boolean} isPhone */
export function stageLayout(isPhone) {
  return isPhone
    ? { width: 390, left: 124, right: 318, top: 58, bottom: 180, lanes: 250, lane: 16, label: 15, isBrief: true,
      track: 222 }
    : { width: 848, left: 220, right: 668, top: 80, bottom: 370, lanes: 484, lane: 29, label: 21, isBrief: false,
      track: 446 };
}

/** The point of the curve that is nearest to a tilt. @param {ListCalibration} lab @param {number} t */
export function pointAt({ points }, t) {
  return points.reduce((one, other) => (Math.abs(other.t - t) < Math.abs(one.t - t) ? other : one));
}

/** @param {OrdersLayout} layout @param {ListCalibration} lab @param {number} t */
export function placeOf({ left, right }, { points }, t) {
  const [low, high] = [points[0].t, points[points.length - 1].t];
  return left + ((t - low) / (high - low)) * (right - left);
}

/** @param {OrdersLayout} layout @param {ListCalibration} lab @param {number} x of a place in the drawing */
export function tiltAt({ left, right }, { points }, x) {
  const [low, high] = [points[0].t, points[points.length - 1].t];
  return low + ((x - left) / (right - left)) * (high - low);
}

/** The orders that are dashed beside the other one with the same first document. */
const DASHED = ['012', '102', '210'];

/** The classes of an order: its first document, and whether it is dashed. @param {string} order */
const kindOf = (order) => `order-of-${order[0]}${DASHED.includes(order) ? ' dashed' : ''}`;

/** A tilt without zeros at its end. @param {number} t */
export const tiltText = (t) => (t ? fixed(t, 4).replace(/0+$/, '') : '0');

/** A regret in words. @param {number} regret */
export const regretText = (regret) => (regret > WRONG ? fixed(regret, 4) : '0');

/** The orders of a pick, briefly. @param {Pick<ListCalibration, 'orders'>} lab @param {readonly number[]} orders */
export function pickText({ orders: all }, orders) {
  return orders.length === all.length ? 'all tied' : orders.map((at) => all[at].name).join(', ');
}

/**
 * Draws the curves, the lanes of the losses `shown`, and a line at `t`.
 * @param {OrdersLayout} layout @param {ListCalibration} lab
 * @param {{ t: number, shown: readonly number[], isHidden?: boolean, from?: number }} view `isHidden`: no lane tells
 * its orders. `from`: smaller tilts are hidden
 */
export function drawOrders(layout, lab, { t, shown, isHidden = false, from: least = -Infinity }) {
  const { left, right, top, bottom, isBrief, lanes, lane, label } = layout;
  const { orders } = lab;
  const values = lab.points.flatMap((point) => point.values);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = lab.points.filter((point) => point.t >= least);
  const x = (/** @type {number} */ tilt) => placeOf(layout, lab, tilt);
  const y = (/** @type {number} */ value) => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
  const here = pointAt(lab, t);
  const ends = spread(orders.map(({ name }, at) => ({ name, at, y: y(points[points.length - 1].values[at]) })), label);
  const foot = lanes + lane * shown.length;
  return [
    levels(low, high).flatMap((level) => [
      s('path', { class: 'orders-grid', d: `M${left} ${y(level).toFixed(1)}H${right}` }),
      s('text', { class: 'axis', x: left - 8, y: y(level) + 4, 'text-anchor': 'end' }, fixed(level, 2))]),
    s('text', { class: 'axis', x: left, y: top - 10 }, `expected ${measureName(lab.measure)}`),
    points.length < lab.points.length && hiddenSide(layout, x(points[0].t)),
    orders.map(({ name }, at) => s('polyline', { class: `orders-line ${kindOf(name)}`,
      points: points.map((point) => `${x(point.t).toFixed(1)},${y(point.values[at]).toFixed(1)}`).join(' ') })),
    bests(lab, least).map(({ name, from, to }) => s('polyline', { class: `orders-best ${kindOf(name)}`,
      points: lab.points.slice(from, to + 1).map((point) =>
        `${x(point.t).toFixed(1)},${y(point.values[numberOf(lab, name)]).toFixed(1)}`).join(' ') })),
    ends.map(({ name, y: at }) => s('text', { class: `orders-name ${kindOf(name)}`, x: right + 8, y: at + 4 }, name)),
    [-0.1, -0.05, 0, 0.05, 0.1].map((tick) => s('text', { class: 'axis', x: x(tick), y: bottom + label + 2,
      'text-anchor': 'middle' }, tick ? fixed(tick, 2) : '0')),
    isBrief ? s('text', { class: 'axis', x: left - 30, y: bottom + label + 2, 'text-anchor': 'end' }, 'tilt t')
      : s('text', { class: 'axis', x: (left + right) / 2, y: bottom + 2 * label + 4, 'text-anchor': 'middle' },
        '← 1 is wanted more · tilt t · 0 is wanted more →'),
    shown.length > 0 && !isHidden && s('text', { class: 'axis', x: right + 8, y: lanes - 8 },
      isBrief ? 'regret' : 'picks · regret'),
    shown.flatMap((method, row) => drawLane(layout, lab, { method, at: lanes + row * lane, here, isHidden })),
    s('path', { class: 'orders-now', d: `M${x(here.t).toFixed(1)} ${top}V${bottom}` }),
    !isHidden && shown.length > 0
      && s('path', { class: 'orders-now', d: `M${x(here.t).toFixed(1)} ${lanes - 4}V${foot}` }),
    here.values.map((value, at) => s('circle', { class: `orders-dot ${kindOf(orders[at].name)}`, cx: x(here.t),
      cy: y(value), r: here.best.includes(at) ? 5 : 3 })),
  ].flat(3);
}

/**
 * The lane of a loss: the order that it picks at every tilt, high where the order is best and low where it is not.
 * @param {OrdersLayout} layout @param {ListCalibration} lab
 * @param {{ method: number, at: number, here: ListPoint, isHidden: boolean }} lane
 */
function drawLane(layout, lab, { method, at, here, isHidden }) {
  const { left, right, lane, isBrief } = layout;
  const pick = here.picks[method];
  const label = lab.methods[method].label;
  const middle = at + lane / 2;
  const words = `${pickText(lab, pick.orders)} · ${regretText(pick.regret)}`;
  return [
    s('text', { class: 'orders-loss', x: left - 8, y: middle + 4, 'text-anchor': 'end' },
      isBrief ? shortLabel(label) : label),
    isHidden
      ? s('rect', { class: 'orders-unknown', x: left, y: at + 3, width: right - left, height: lane - 6, rx: 4 })
      : stretches(lab, method).flatMap(({ orders, isRight, from, to }) => orders.map((order, part) => {
        const height = (isRight ? lane - 6 : (lane - 6) / 2) / orders.length;
        const x = edge(layout, lab, from, -1);
        return s('rect', { class: `orders-pick ${kindOf(lab.orders[order].name)}`, x,
          width: edge(layout, lab, to, 1) - x, y: at + lane - 3 - height * (orders.length - part), height });
      })),
    isHidden
      ? s('text', { class: 'orders-loss', x: right + 8, y: middle + 4 }, '?')
      : s('text', { class: pick.regret > WRONG ? 'orders-wrong' : 'orders-loss', x: right + 8, y: middle + 4 },
        isBrief ? regretText(pick.regret) : words),
  ].flat();
}

/** The edge of what a point of the curve stands for. @param {OrdersLayout} layout @param {ListCalibration} lab
 * @param {number} at @param {1 | -1} side */
function edge(layout, lab, at, side) {
  const { points } = lab;
  const other = points[at + side] ?? points[at];
  return Number(placeOf(layout, lab, (points[at].t + other.t) / 2).toFixed(1));
}

/** @param {ListCalibration} lab @param {string} order */
const numberOf = ({ orders }, order) => orders.findIndex(({ name }) => name === order);

/** The stretches of the curve on which one order is best. @param {ListCalibration} lab
 * @param {number} least tilt */
function bests(lab, least) {
  return lab.orders.map(({ name }, at) => {
    const found = lab.points.flatMap(({ t, best }, place) => (best.includes(at) && t >= least ? [place] : []));
    return { name, from: found[0] ?? 0, to: found.at(-1) ?? -1 };
  }).filter(({ from, to }) => to > from);
}

/** The stretches on which a loss picks the same orders. @param {ListCalibration} lab @param {number} method */
function stretches({ points }, method) {
  /** @type {{ orders: readonly number[], isRight: boolean, from: number, to: number }[]} */
  const all = [];
  points.forEach(({ picks }, at) => {
    const { orders, worst_regret: worst } = picks[method];
    const isRight = worst <= WRONG;
    const last = all.at(-1);
    if (last && last.isRight === isRight && last.orders.join() === orders.join()) last.to = at;
    else all.push({ orders, isRight, from: at, to: at });
  });
  return all;
}

/** Moves labels apart, from the top. @template {{ y: number }} Label @param {Label[]} labels
 * @param {number} least distance @returns {Label[]} */
function spread(labels, least) {
  const sorted = labels.toSorted((one, other) => one.y - other.y);
  for (let round = 0; round < labels.length; round += 1) {
    for (let at = 1; at < sorted.length; at += 1) {
      const short = least - (sorted[at].y - sorted[at - 1].y);
      if (short > 0) {
        sorted[at - 1].y -= short / 2;
        sorted[at].y += short / 2;
      }
    }
  }
  return sorted;
}

/** What stands for the tilts that wait for an answer. @param {OrdersLayout} layout @param {number} end */
function hiddenSide({ left, top, bottom }, end) {
  return [s('rect', { class: 'orders-unknown', x: left, y: top, width: end - left, height: bottom - top, rx: 10 }),
    s('text', { class: 'orders-question', x: (left + end) / 2, y: (top + bottom) / 2 + 8, 'text-anchor': 'middle' },
      '?')];
}

/** Round values between two ends. @param {number} low @param {number} high */
function levels(low, high) {
  const step = [0.02, 0.05, 0.1, 0.2].find((one) => (high - low) / one <= 5) ?? 0.5;
  const all = [];
  for (let at = Math.ceil(low / step); at <= Math.floor(high / step); at += 1) all.push(at * step);
  return all;
}

/** @param {string} key */
export const measureName = (key) => (key === 'err+linear' ? 'ERR' : key.toUpperCase());

/** A label that fits a phone. @param {string} label */
const shortLabel = (label) => label.replace(/, (hinge|logistic) .*$/, '').replace('squared hinge', 'sq.')
  .replace('Regression on', 'Regr.,').replace(' on ', ', ').replace('Logistic regression', 'Logistic')
  .replace(', p = 4', '');
