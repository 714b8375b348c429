// Draws the curves of the two losses, the pages on their scale of scores with the pulls as arrows, and the bars below.
// No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { documentShade } from '../../../../inspect/inspector/document-shade.js';
import { hiddenBox } from '../drawn-frame.js';
import { pathOf } from '../../../../../pictures/plane-geometry.js';
import { spread } from './spread.js';

/** @typedef {import('./pair-loss.js').PairLoss} PairLoss */
/** @typedef {{ title: string, grade: number, score: number }} Page */
/**
 * @typedef {{ left: number, right: number, top: number, bottom: number, unit: number, isPhone: boolean,
 *   scale: { x: number, top: number, bottom: number, zero: number, unit: number, arrows: number[] },
 *   bars: { left: number, right: number, top: number, row: number } }} Layout
 */

/** The margins that the chart shows. */
export const MARGINS = /** @type {const} */ ([-1.5, 3.2]);
const HIGHEST = 2.6;
const POINTS = 95;
const STEP = (MARGINS[1] - MARGINS[0]) / (POINTS - 1);
/** A pull below this is drawn and counted as none. */
export const LEAST = 0.005;

/** @param {boolean} isPhone @returns {Layout} */
export function layoutOf(isPhone) {
  if (isPhone) {
    return { left: 128, right: 374, top: 14, bottom: 190, unit: 176 / HIGHEST, isPhone,
      scale: { x: 30, top: 14, bottom: 222, zero: 166, unit: 42, arrows: [66, 90] },
      bars: { left: 96, right: 324, top: 254, row: 32 } };
  }
  return { left: 352, right: 812, top: 112, bottom: 442, unit: 330 / HIGHEST, isPhone,
    scale: { x: 60, top: 112, bottom: 450, zero: 344, unit: 76, arrows: [250, 292] },
    bars: { left: 352, right: 752, top: 520, row: 44 } };
}

/** @param {Layout} layout @param {number} margin */
export const across = ({ left, right }, margin) =>
  left + ((margin - MARGINS[0]) / (MARGINS[1] - MARGINS[0])) * (right - left);

/** @param {Layout} layout @param {number} x */
export const marginAt = ({ left, right }, x) =>
  MARGINS[0] + ((x - left) / (right - left)) * (MARGINS[1] - MARGINS[0]);

/** @param {Layout} layout @param {number} loss */
const up = ({ bottom, unit }, loss) => bottom - loss * unit;

/** The margins at which curves are drawn. */
export const everyMargin = () => Array.from({ length: POINTS }, (_, at) => MARGINS[0] + at * STEP);

/** The axis of margins. @param {Layout} layout */
export function drawMargins(layout) {
  const { left, right, bottom, isPhone } = layout;
  return [
    s('line', { class: 'chart-base', x1: left, x2: right, y1: bottom, y2: bottom }),
    ...[-1, 0, 1, 2, 3].map((margin) => s('text', { class: 'axis', x: across(layout, margin),
      y: bottom + (isPhone ? 32 : 40), 'text-anchor': 'middle' }, fixed(margin, 0)))];
}

/** The frame of the chart. @param {Layout} layout */
export function drawChart(layout) {
  const { left, right, top, bottom, isPhone } = layout;
  return [
    !isPhone && s('text', { class: 'head', x: left, y: top - 30 }, 'Loss of a pair'),
    !isPhone && s('text', { class: 'axis', x: right, y: top - 30, 'text-anchor': 'end' }, 'by its margin'),
    [1, 2].map((loss) => s('line', { class: 'chart-grid', x1: left, x2: right, y1: up(layout, loss),
      y2: up(layout, loss) })),
    [0, 1, 2].map((loss) => s('text', { class: 'axis', x: left - 10, y: up(layout, loss) + 5, 'text-anchor': 'end' },
      String(loss))),
    drawMargins(layout),
    s('text', { class: 'axis', x: right, y: bottom + (isPhone ? 50 : 62), 'text-anchor': 'end' },
      isPhone ? 'margin →' : 'margin: score of the good page − score of the bad one →'),
  ].flat(2);
}

/** @param {Layout} layout @param {PairLoss} of @param {number} last margin of the curve */
export function drawCurve(layout, of, last) {
  const margins = everyMargin().filter((margin) => margin <= last + 1e-9);
  const curve = of.at(margins).map((loss, at) =>
    /** @type {[number, number]} */ ([across(layout, margins[at]), up(layout, loss)]));
  const [x, y] = of.kind === 'hinge' ? [-0.7, 2.06] : last < MARGINS[1] ? [-1.4, 0.5] : [2.1, 0.42];
  return [s('path', { class: `loss-curve ${of.kind}`, d: pathOf(curve) }),
    s('text', { class: `strong halo loss-name ${of.kind}`, x: across(layout, x), y: up(layout, y) }, of.kind)];
}

/**
 * The place of the margin on a curve, with its tangent. @param {Layout} layout @param {PairLoss} of
 * @param {number} margin @param {boolean} sloped
 */
export function drawPlace(layout, of, margin, sloped) {
  const loss = of.loss(margin);
  const [cx, cy] = [across(layout, margin), up(layout, loss)];
  const slope = sloped ? of.pull(margin) : 0;
  const reach = 0.55;
  return [
    sloped && s('line', { class: `loss-tangent ${of.kind}`, x1: across(layout, margin - reach),
      x2: across(layout, margin + reach), y1: up(layout, loss + reach * slope),
      y2: Math.min(layout.bottom + 30, up(layout, loss - reach * slope)) }),
    s('circle', { class: `loss-dot ${of.kind}`, cx, cy, r: 8 })];
}

/**
 * The line from the handle up, and the part of the axis that is closed. @param {Layout} layout @param {number} margin
 * @param {number} last
 */
export function drawMargin(layout, margin, last) {
  const { top, bottom } = layout;
  const x = across(layout, margin);
  return [s('line', { class: 'loss-margin', x1: x, x2: x, y1: top, y2: bottom }),
    last < MARGINS[1] && s('line', { class: 'loss-closed', x1: across(layout, last) + 26, x2: layout.right,
      y1: bottom, y2: bottom })];
}

/** The part of the chart behind a margin, before the answer. @param {Layout} layout @param {number} from */
export const drawHidden = (layout, from) => hiddenBox(across(layout, from) + 30, layout.top,
  layout.right - across(layout, from) - 30, layout.bottom - layout.top - 30);

/**
 * The pages by score; pages that would cover each other stand apart, tied to their score by a line.
 * @param {Layout} layout @param {readonly Page[]} pages
 */
export function drawPages({ scale, isPhone }, pages) {
  const places = spread(pages.map(({ score }) => scale.zero - score * scale.unit), isPhone ? 26 : 34);
  const most = Math.max(...pages.map(({ grade }) => grade));
  return { places, drawn: [
    !isPhone && s('text', { class: 'head', x: 36, y: scale.top - 30 },
      pages.length === 2 ? 'Two pages' : 'Three pages'),
    !isPhone && s('text', { class: 'axis', x: 306, y: scale.top - 30, 'text-anchor': 'end' }, 'higher score ↑'),
    s('line', { class: 'chart-base', x1: scale.x - 22, x2: scale.x - 22, y1: scale.top, y2: scale.bottom }),
    pages.map(({ title, grade, score }, at) => [
      s('path', { class: 'loss-tie',
        d: `M${scale.x - 26} ${scale.zero - score * scale.unit}H${scale.x - 18}L${scale.x} ${places[at]}` }),
      s('g', { class: 'graded', 'data-shade': documentShade(grade, most) },
        s('title', {}, `${title}, grade ${grade}`),
        s('circle', { cx: scale.x, cy: places[at], r: isPhone ? 13 : 15 }),
        s('text', { class: 'strong', x: scale.x, y: places[at] + 5.5, 'text-anchor': 'middle' }, String(grade))),
      !isPhone && s('text', { x: scale.x + 26, y: places[at] + 5.5 }, title)]),
  ].flat(2) };
}

/**
 * @param {number} x @param {number} y @param {number} pull @param {number} length of a pull of 1 @param {string} kind
 */
export function arrow(x, y, pull, length, kind) {
  if (Math.abs(pull) < LEAST) return s('circle', { class: `loss-rest ${kind}`, cx: x, cy: y, r: 4.5 });
  const way = Math.sign(pull);
  const tip = y - way * (12 + Math.abs(pull) * length);
  return s('path', { class: `loss-arrow ${kind}`,
    d: `M${x - 2.5} ${y}V${tip + way * 12}H${x - 9}L${x} ${tip}L${x + 9} ${tip + way * 12}H${x + 2.5}V${y}Z` });
}

/**
 * The pulls on the pages as arrows; `hiddenPage` shows none. @param {Layout} layout @param {readonly number[]} places
 * @param {{ kind: string, sums: number[] }[]} pulls @param {number | null} hiddenPage
 */
export function drawArrows({ scale, isPhone }, places, pulls, hiddenPage) {
  const half = isPhone ? 15 : 18;
  return [
    pulls.map(({ kind, sums }, column) => sums.map((pull, page) => page !== hiddenPage
      && arrow(scale.arrows[column], places[page], pull, isPhone ? 18 : 30, kind))),
    hiddenPage !== null && hiddenBox(scale.arrows[0] - half, places[hiddenPage] - half,
      scale.arrows[pulls.length - 1] - scale.arrows[0] + 2 * half, 2 * half),
    !isPhone && s('text', { class: 'axis', x: 36, y: scale.bottom + 22 }, 'the pull on each page'),
    !isPhone && pulls.length > 1 && pulls.map(({ kind }, column) => s('text', {
      class: `axis strong loss-name ${kind}`,
      x: scale.arrows[column] + (column ? -14 : 14), y: scale.bottom + 22,
      'text-anchor': column ? 'start' : 'end' }, kind)),
  ].flat(3);
}

/**
 * Bars with their values. @param {Layout} layout @param {{ head: string, about: string }} words
 * @param {readonly { kind: string, name: string, value: number, most: number }[]} rows
 */
export function drawBars({ bars, isPhone }, { head, about }, rows) {
  const width = bars.right - bars.left;
  const height = isPhone ? 22 : 32;
  return [
    !isPhone && s('text', { class: 'head', x: 36, y: bars.top + 18 }, head),
    !isPhone && s('text', { class: 'axis', x: 36, y: bars.top + 42 }, about),
    rows.map(({ kind, name, value, most }, at) => {
      const y = bars.top + at * bars.row;
      return [s('text', { class: `strong loss-name ${kind}`, x: bars.left - 16, y: y + height / 2 + 6,
        'text-anchor': 'end' }, name),
        s('rect', { class: 'run-room', x: bars.left, y, width, height, rx: 4 }),
        s('rect', { class: `loss-bar ${kind}`, x: bars.left, y, width: Math.max(2, (width * value) / most), height,
          rx: 3 }),
        s('text', { class: 'strong', x: bars.right + 12, y: y + height / 2 + 6 }, fixed(value, 2))];
    })].flat(3);
}

/**
 * A row for every pair: the chance σ and the pull, which is what is missing to 1.
 * @param {Layout} layout @param {readonly { name: string, margin: number, pull: number }[]} rows
 */
export function drawPairs({ bars, isPhone }, rows) {
  const width = bars.right - bars.left;
  const [height, row, top] = isPhone ? [20, 32, bars.top + 4] : [26, 36, bars.top + 8];
  return [
    !isPhone && s('text', { class: 'axis', x: 36, y: top - 12 }, 'pair and margin'),
    s('text', { class: 'axis', x: bars.left, y: top - (isPhone ? 6 : 12) }, 'chance'),
    s('text', { class: 'axis strong loss-name logistic', x: bars.right, y: top - (isPhone ? 6 : 12),
      'text-anchor': 'end' }, 'pull'),
    rows.map(({ name, margin, pull }, at) => {
      const y = top + at * row;
      const sigma = 1 - pull;
      const middle = y + height / 2 + 6;
      return [s('text', { x: isPhone ? 14 : 36, y: middle }, name),
        !isPhone && s('text', { class: 'axis', x: bars.left - 14, y: middle, 'text-anchor': 'end' },
          fixed(margin, 2)),
        s('rect', { class: 'loss-chance', x: bars.left, y, width: width * sigma, height, rx: 3 }),
        s('rect', { class: 'loss-bar logistic', x: bars.left + width * sigma, y, width: width * pull, height,
          rx: 3 }),
        s('text', { x: bars.left + 8, y: middle }, fixed(sigma, 2)),
        s('text', { class: 'strong on-bar', x: bars.right - 8, y: middle, 'text-anchor': 'end' },
          fixed(pull, 2))];
    })].flat(3);
}
