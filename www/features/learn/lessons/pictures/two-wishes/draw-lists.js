// Draws every list with its mean DCG and the losses that pick it, and the regret of the losses by mixture. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { across, drawAxes, drawHidden, up } from '../chart/frame.js';
import { hiddenBox } from '../drawn-frame.js';
import { LOSSES, regretOf } from './wishes-run.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./wishes-run.js').Crowd} Crowd */
/** @typedef {import('./wishes-run.js').Loss} Loss */
/** @typedef {import('./wishes-run.js').Mixture} Mixture */
/** @typedef {import('./wishes-run.js').WishesRun} WishesRun */

/** Each loss has its colour and its mark. */
const MARKS = { gain: 'M0 -7a7 7 0 1 0 0.01 0z', grade: 'M-6 -6h12v12h-12z', pairs: 'M0 -7l8 13h-16z' };
const LETTER = 10; // px of a name of a mark

/** @param {Loss} loss @param {number} x @param {number} y @param {number} [size] */
export function drawMark(loss, x, y, size = 1) {
  return s('path', { class: `loss-mark ${loss}`, d: MARKS[loss], transform: `translate(${x} ${y}) scale(${size})` });
}

/**
 * @param {Layout} layout @param {Crowd} crowd @param {Mixture} mixture
 * @param {{ isHidden: boolean, marked: readonly Loss[], grown: number }} view `marked`: the losses whose lists are told
 */
export function drawLists(layout, crowd, mixture, { isHidden, marked, grown }) {
  const { lists: { head, y, step, tile, bar, value, end } } = layout;
  const most = mixture.lists[mixture.best].dcg;
  const last = y + (mixture.lists.length - 1) * step;
  return [
    head > 0 && s('text', { class: 'axis', x: tile.x, y: head }, 'list'),
    head > 0 && s('text', { class: 'axis', x: bar.x, y: head }, `mean DCG over all ${crowd.people} people`),
    head > 0 && marked.length > 1 && s('text', { class: 'axis', x: end, y: head, 'text-anchor': 'end' }, 'regret'),
    ...mixture.lists.flatMap(({ order, dcg }, row) => {
      const middle = y + row * step;
      const isBest = row === mixture.best;
      return [
        ...order.map((page, rank) => s('g', { class: 'page-tile' },
          s('rect', { x: tile.x + rank * tile.step, y: middle - tile.height / 2, width: tile.width,
            height: tile.height, rx: 5 }),
          s('text', { x: tile.x + rank * tile.step + tile.width / 2, y: middle + 5, 'text-anchor': 'middle' },
            crowd.pages[page]))),
        ...(isHidden ? [] : [
          s('rect', { class: `dcg-bar${isBest ? ' best' : ''}`, x: bar.x, y: middle - bar.height / 2, rx: 3,
            height: bar.height, width: (bar.width * grown * dcg) / most }),
          s('text', { class: isBest ? 'strong' : '', x: value, y: middle + 5 }, fixed(dcg, 3)),
          ...drawMarks(layout, middle, mixture, row, marked)])];
    }),
    isHidden && hiddenBox(bar.x, y - bar.height / 2, end - bar.x, last - y + bar.height),
  ];
}

/**
 * The names of the losses that pick a list, and their regret.
 * @param {Layout} layout @param {number} middle @param {Mixture} mixture @param {number} row
 * @param {readonly Loss[]} marked
 */
function drawMarks({ lists: { marks, end }, isPhone }, middle, mixture, row, marked) {
  const here = LOSSES.filter(({ part }) => marked.includes(part) && mixture.picks[part] === row);
  const isBest = row === mixture.best;
  // On a phone there is room for one name.
  const isNamed = !isPhone || here.length === 1;
  let x = marks;
  const names = here.flatMap(({ part, short }) => {
    const at = x;
    x += (isNamed ? short.length * LETTER : 0) + 22;
    return [drawMark(part, at + 7, middle, isPhone ? 0.8 : 1),
      isNamed && s('text', { class: `strong of ${part}`, x: at + (isPhone ? 16 : 20), y: middle + 5 }, short)];
  });
  const regret = here.length ? regretOf(mixture, here[0].part) : 0;
  // Three names leave no room for a word more.
  const says = isBest && here.length < 3 ? 'best' : regret > 0 ? fixed(regret, 3) : '';
  return [...names, !isPhone && s('text', { class: 'strong', x: end, y: middle + 5, 'text-anchor': 'end' },
    here.length || isBest ? says : '')];
}

/**
 * The regret of each loss against the mixture. @param {Layout} layout @param {WishesRun} run
 * @param {{ firsts: number, isHidden: boolean, shown: number }} view `shown`: how many points of a curve
 */
export function drawRegret({ people: { left, step }, chart: { top, bottom }, isPhone }, run, view) {
  const { firsts, isHidden, shown } = view;
  const { people, wishes } = run.crowd;
  const stops = Array.from({ length: people + 1 }, (_, stop) => stop);
  const most = Math.max(...stops.flatMap((stop) => LOSSES.map(({ part }) => regretOf(run.at(stop), part))));
  const high = Math.ceil(5 * most) / 5;
  const chart = { width: 0, height: 0, left, right: left + people * step, top, bottom, isPhone,
    x: /** @type {const} */ ([0, people]), y: /** @type {const} */ ([0, high]) };
  const ticks = Array.from({ length: Math.round(5 * high) + 1 }, (_, tick) => tick / 5);
  const [width, height] = isPhone ? [230, 56] : [430, 84];
  const middle = (left + chart.right) / 2;
  return [
    s('text', { class: 'strong', x: isPhone ? 10 : 36, y: top - (isPhone ? 14 : 24) },
      isPhone ? 'regret: DCG given away' : 'regret: mean DCG that the loss gives away'),
    drawAxes(chart, stops.map((value) => ({ value, text: value % (isPhone ? 2 : 1) ? '' : String(value) })),
      ticks.map((value) => ({ value, text: value.toFixed(1) }))).flat(3),
    s('text', { class: 'axis', x: middle, y: bottom + (isPhone ? 40 : 52), 'text-anchor': 'middle' },
      `people of ${people} who want the ${wishes[0].name}`),
    ...(isHidden ? [drawHidden({ x: middle - width / 2, y: (top + bottom - height) / 2, width, height }, '',
      'three losses: ?', isPhone ? '' : 'Their points come after your guess, one by one.')]
      : [s('line', { class: 'chart-drop now', x1: across(chart, firsts), x2: across(chart, firsts), y1: top,
        y2: bottom }),
        ...LOSSES.toReversed().flatMap(({ part }) => drawCurve(chart, part,
          stops.slice(0, shown).map((stop) => [stop, regretOf(run.at(stop), part)]))),
        ...(shown > people ? drawNames(chart, run) : [])]),
  ];
}

/**
 * @param {import('../chart/frame.js').Chart} chart @param {Loss} loss @param {[number, number][]} points
 */
function drawCurve(chart, loss, points) {
  const places = points.map(([stop, regret]) => [across(chart, stop), up(chart, regret)]);
  return [
    s('polyline', { class: `regret-line ${loss}`, points: places.map((place) => place.map((one) => one.toFixed(1))
      .join(',')).join(' ') }),
    ...places.map(([x, y]) => drawMark(loss, x, y, chart.isPhone ? 0.7 : 0.9))];
}

/** The name of a loss beside the point of its greatest regret. @param {import('../chart/frame.js').Chart} chart
 * @param {WishesRun} run
 */
function drawNames(chart, run) {
  const { isPhone } = chart;
  return LOSSES.map(({ part, name, short }) => {
    const values = Array.from({ length: run.crowd.people + 1 }, (_, stop) => regretOf(run.at(stop), part));
    const most = Math.max(...values);
    const text = isPhone ? short : name;
    const isFlat = most < 1e-9;
    const isLeft = isFlat || part === 'grade';
    // On the left, one stop before the peak, where no curve rises yet.
    const x = isFlat ? chart.right : across(chart, values.indexOf(most) - (isLeft ? 1 : 0));
    return s('text', { class: `strong of halo ${part}`, x: x + (isLeft ? 0 : 14),
      y: up(chart, most) - (isFlat ? (isPhone ? 12 : 16) : -5), 'text-anchor': isLeft ? 'end' : 'start' },
    isFlat ? `${text}: 0` : text);
  });
}
