// One label that is 1 with probability p: the conditional risk of six losses, its minimisers, and the ψ transforms.

import { fixed } from '../../lib/format.js';
import { isNarrow, onWidthChange } from '../../ui/media.js';
import { fill, h, s, say } from '../../ui/dom.js';
import { handle } from './lab-handle.js';

/** @typedef {import('../../wasm/rankscope.js').BinaryCalibration} BinaryCalibration */
/** @typedef {import('./lab-view.js').Values} Values */

const MOST = 3; // greatest risk that is drawn

/** @param {(values: Values) => void} change @returns {import('./lab-view.js').CalibrationPart} */
export function binaryPart(change) {
  const slider = handle('p', [0.02, 0.98, 0.02], (value) => change({ p: String(value) }));
  const words = h('p', { class: 'lab-words', 'aria-live': 'polite' });
  const picture = h('div', { class: 'lab-picture' });
  const table = h('table', { class: 'numbers' });
  const element = h('div', { class: 'lab-part', hidden: true }, h('p', { class: 'lab-idea' },
    'A label is 1 with probability p. A convex loss has the right sign at its minimum for every p if and only if its '
    + 'slope at 0 is below 0. Two of these six losses have no such slope.'), slider.element, words, picture,
  h('div', { class: 'scroll' }, table));
  /** @type {BinaryCalibration | null} */
  let seen = null;
  const draw = () => { if (seen) fill(picture, drawing(seen, isNarrow())); };
  onWidthChange(draw);
  return { element,
    update({ binary }, values) {
      if (!binary) return;
      seen = binary;
      slider.update(Number(values.p), fixed(Number(values.p), 2));
      say(words, wordsOf(binary));
      draw();
      fill(table, tableOf(binary));
    } };
}

/** @param {BinaryCalibration} binary */
function wordsOf({ p, losses }) {
  const none = losses.filter(({ minimiser }) => minimiser === 0).map(({ name }) => name);
  const sign = p === 0.5 ? 'Both signs are right' : `The right sign is ${p > 0.5 ? '+' : '−'}`;
  return `${sign} at p = ${fixed(p, 2)}.${p === 0.5 ? '' : ` At 0, without a sign, stay ${none.join(' and ')}.`}`;
}

/** @param {BinaryCalibration} binary @param {boolean} isPhone */
function drawing(binary, isPhone) {
  const [width, height] = isPhone ? [366, 500] : [940, 400];
  const risk = isPhone ? { left: 34, right: 352, top: 24, bottom: 250 }
    : { left: 44, right: 560, top: 28, bottom: 352 };
  const psi = isPhone ? { left: 34, right: 352, top: 318, bottom: 456 }
    : { left: 640, right: 926, top: 28, bottom: 352 };
  return s('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': wordsOf(binary) },
    risks(binary, risk), transforms(binary, psi));
}

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/** @param {number[]} xs @param {number[]} ys @param {Box} box @param {[number, number]} xEnds @param {number} most */
function line(xs, ys, { left, right, top, bottom }, [low, high], most) {
  const points = xs.flatMap((x, at) => (ys[at] > most ? [] : [[
    left + ((x - low) / (high - low)) * (right - left), bottom - (ys[at] / most) * (bottom - top)]]));
  return points.map((point) => point.map((one) => one.toFixed(1)).join(',')).join(' ');
}

/** @param {BinaryCalibration} binary @param {Box} box */
function risks({ f, losses, p }, box) {
  const { left, right, top, bottom } = box;
  const x = (/** @type {number} */ value) => left + ((value + MOST) / (2 * MOST)) * (right - left);
  const y = (/** @type {number} */ value) => bottom - (value / MOST) * (bottom - top);
  const rightSide = p > 0.5 ? [0, MOST] : [-MOST, 0];
  return [
    s('text', { class: 'axis', x: left, y: top - 10 }, 'risk p φ(f) + (1 − p) φ(−f)'),
    p !== 0.5 && s('rect', { class: 'binary-right', x: x(rightSide[0]), width: x(rightSide[1]) - x(rightSide[0]),
      y: top, height: bottom - top }),
    [0, 1, 2, 3].flatMap((level) => [s('path', { class: 'orders-grid', d: `M${left} ${y(level)}H${right}` }),
      s('text', { class: 'axis', x: left - 8, y: y(level) + 4, 'text-anchor': 'end' }, String(level))]),
    [-3, -2, -1, 0, 1, 2, 3].map((tick) => s('text', { class: 'axis', x: x(tick), y: bottom + 18,
      'text-anchor': 'middle' }, fixed(tick, 0))),
    s('text', { class: 'axis', x: (left + right) / 2, y: bottom + 36, 'text-anchor': 'middle' },
      p === 0.5 ? 'score f' : 'score f · tinted: the right sign'),
    losses.map(({ risk }, at) => s('polyline', { class: `binary-line loss-${at}`,
      points: line(f, risk, box, [-MOST, MOST], MOST) })),
    losses.map(({ minimiser, least_risk: least }, at) => minimiser !== undefined && Math.abs(minimiser) <= MOST
      && s('circle', { class: `binary-dot loss-${at}`, cx: x(minimiser), cy: y(least), r: 5 })),
  ].flat();
}

/** @param {BinaryCalibration} binary @param {Box} box */
function transforms({ theta, losses }, box) {
  const { left, right, top, bottom } = box;
  return [
    s('text', { class: 'axis', x: left, y: top - 10 }, 'ψ(θ), least excess risk of the wrong sign'),
    [0, 0.5, 1].flatMap((level) => {
      const y = bottom - level * (bottom - top);
      return [s('path', { class: 'orders-grid', d: `M${left} ${y}H${right}` }),
        s('text', { class: 'axis', x: left - 8, y: y + 4, 'text-anchor': 'end' }, level === 0.5 ? '½' : String(level))];
    }),
    s('text', { class: 'axis', x: left, y: bottom + 18 }, '0'),
    s('text', { class: 'axis', x: right, y: bottom + 18, 'text-anchor': 'end' }, '1'),
    s('text', { class: 'axis', x: (left + right) / 2, y: bottom + 36, 'text-anchor': 'middle' }, 'θ = |2p − 1|'),
    losses.map(({ transform }, at) => s('polyline', { class: `binary-line loss-${at}`,
      points: line(theta, transform, box, [0, 1], 1) })),
  ].flat();
}

/** @param {BinaryCalibration} binary */
function tableOf({ losses }) {
  return [h('thead', {}, h('tr', {}, ['loss', 'φ(t)', 'minimiser f*', 'ψ(θ)'].map((head) =>
    h('th', { scope: 'col' }, head)))),
  h('tbody', {}, losses.map(({ name, formula, minimiser, transform_formula: psi }, at) => h('tr', {},
    h('th', { scope: 'row' }, h('span', { class: `binary-key loss-${at}`, 'aria-hidden': 'true' }), name),
    h('td', {}, formula), h('td', {}, minimiser === undefined ? 'infinite' : fixed(minimiser, 3)),
    h('td', {}, psi || 'none: not calibrated'))))];
}
