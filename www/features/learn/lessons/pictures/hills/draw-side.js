// Beside the plane: what the marks mean, the measure as a large number, and the models as rows along the handle.

import { fixed, measureName } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { landmarkAt, markOf } from './draw-plane.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** `value`: null until it is known. @typedef {{ name: string, value: number | null }} Row */

/** @param {Layout} layout @param {{ hasLandmarks: boolean, hasSigns: boolean }} view */
export function drawKey({ key: { x, y, step }, isPhone }, { hasLandmarks, hasSigns }) {
  const r = isPhone ? 5 : 7.5;
  const places = isPhone ? [[x, y], [x + 66, y], [x, y + step], [x + 118, y + step]]
    : [0, 2, 3, 4].map((row) => [x, y + row * step]);
  const text = (/** @type {number} */ at, /** @type {string} */ words, shift = 24) =>
    s('text', { class: isPhone ? 'axis' : '', x: places[at][0] + shift, y: places[at][1] + 5 }, words);
  const [ramp, ...marks] = isPhone ? [2, 0, 1, 3] : [0, 1, 2, 3];
  const mark = (/** @type {number} */ at) => places[marks[at]];
  return [
    s('rect', { class: 'hills-ramp', x: places[ramp][0], y: places[ramp][1] - 7, width: 44, height: 14,
      fill: 'url(#hills-ramp)' }),
    text(ramp, isPhone ? 'score' : 'score, low to high', 54),
    !isPhone && [s('path', { class: 'hills-contour', d: `M${x} ${y + step}h44` }),
      s('text', { x: x + 54, y: y + step + 5 }, 'equal scores')],
    s('path', { class: 'hills-good', d: markOf(mark(0)[0] + 8, mark(0)[1], true, r) }), text(marks[0], 'good'),
    s('path', { class: 'hills-other', d: markOf(mark(1)[0] + 8, mark(1)[1], false, r / 1.9) }),
    text(marks[1], 'not good'),
    hasLandmarks && [landmarkAt(mark(2)[0] + 8, mark(2)[1], hasSigns ? 1 : null, isPhone ? 5 : 8),
      text(marks[2], hasSigns ? 'hill' : 'landmark')],
    hasSigns && [landmarkAt(mark(2)[0] + (isPhone ? 64 : 84), mark(2)[1], -1, isPhone ? 5 : 8),
      text(marks[2], 'pit', isPhone ? 74 : 100)],
  ];
}

/** The colours of the score. */
export const ramp = () => s('defs', {}, s('linearGradient', { id: 'hills-ramp' },
  s('stop', { class: 'hills-low', offset: '0' }), s('stop', { class: 'hills-high', offset: '1' })));

/** @param {Layout} layout @param {string} measure @param {number | null} value */
export function drawValue({ side, value: { label, number } }, measure, value) {
  return [s('text', { class: 'axis', x: side, y: label }, measureName(measure)),
    s('text', { class: 'big-number', x: side, y: number }, value === null ? '?' : fixed(value, 3))];
}

/**
 * The measure in the directions that the reader has tried.
 * @param {Layout} layout @param {ReadonlyMap<number, number>} tried by degrees @param {number} now
 */
export function drawTried({ side, right, tried: { y, height }, isPhone }, tried, now) {
  const left = side + 20;
  const text = (/** @type {number} */ px, /** @type {number} */ py, /** @type {string} */ anchor,
    /** @type {string} */ words) => s('text', { class: 'axis', x: px, y: py, 'text-anchor': anchor }, words);
  return [
    s('rect', { class: 'run-room', x: left - 6, y: y - 6, width: right - left + 6, height: height + 12, rx: 4 }),
    text(side + 8, y + 5, 'end', '1'), text(side + 8, y + height + 5, 'end', '0'),
    text(left - 6, y + height + 24, 'start', '0°'), text(right, y + height + 24, 'end', '360°'),
    text(left - 6, y + height + 46, 'start', isPhone ? 'you tried' : 'the directions you tried'),
    ...[...tried].map(([degrees, value]) => s('circle', { class: degrees === now ? 'hills-tried now' : 'hills-tried',
      cx: left + ((right - left - 6) * degrees) / 360, cy: y + height * (1 - value), r: degrees === now ? 5.5 : 3.5 })),
  ];
}

/** @param {Layout} layout @param {readonly Row[]} rows @param {number} now */
export function drawRows({ rows: { track, y, step }, right, isPhone }, rows, now) {
  const left = track + (isPhone ? 18 : 31);
  return [
    s('line', { class: 'hills-track', x1: track, x2: track, y1: y, y2: y + (rows.length - 1) * step }),
    ...rows.map(({ name, value }, at) => {
      const top = y + at * step;
      const words = value === null ? '?' : fixed(value, 3);
      return s('g', { class: at === now ? 'hills-row now' : 'hills-row' },
        s('circle', { class: 'hills-stop', cx: track, cy: top, r: 4 }),
        s('text', { class: at === now ? 'strong' : '', x: left, y: top + (isPhone ? -1 : 1) },
          isPhone ? name.replace('straight ', '') : name),
        s('text', { class: 'strong', x: isPhone ? left : right, y: top + (isPhone ? 15 : 1),
          'text-anchor': isPhone ? 'start' : 'end' }, words),
        !isPhone && s('rect', { class: 'run-room', x: left, y: top + 9, width: right - left, height: 7, rx: 3.5 }),
        !isPhone && value !== null && s('rect', { class: 'run-bar', x: left, y: top + 9, width: (right - left) * value,
          height: 7, rx: 3.5 }));
    }),
  ];
}
