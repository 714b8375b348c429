// Draws the plane of w: its axes, the sides and lines of planes, the shades of the floor, and the path of w. No state.

import { s } from '../../../../../ui/dom.js';
import {
  across, brokenSide, endsOf, levelCurve, pathOf, pointList, up,
} from '../../../../../pictures/plane-geometry.js';

/** @typedef {import('../../../../../pictures/plane-geometry.js').Frame} Frame */
/** @typedef {import('../../../../../pictures/plane-geometry.js').Point} Point */
/** @typedef {import('../../../../../pictures/plane-geometry.js').Line} Line */
/** @typedef {import('./layouts.js').Layout} Layout */

/**
 * @param {Layout} layout @param {[string, string]} features @param {boolean} named whether the axis across has its name
 */
export function drawFrame({ square, isPhone }, [upwards, lying], named) {
  const { left, top, width, height } = square;
  const [zeroX, zeroY] = [across(square, 0), up(square, 0)];
  const below = isPhone ? 18 : 24;
  return [
    s('rect', { class: 'plane-ground', x: left, y: top, width, height, rx: 6 }),
    s('line', { class: 'plane-axis', x1: zeroX, x2: zeroX, y1: top, y2: top + height }),
    s('line', { class: 'plane-axis', x1: left, x2: left + width, y1: zeroY, y2: zeroY }),
    named && s('text', { class: 'axis', x: left + width, y: top + height + below, 'text-anchor': 'end' },
      `weight of ${lying} →`),
    s('text', { class: 'axis', transform: `translate(${left - (isPhone ? 10 : 12)} ${top}) rotate(-90)`,
      'text-anchor': 'end' }, `weight of ${upwards} →`),
    ...(named ? isPhone ? [0] : [0, 1] : []).flatMap((tick) => [
      s('text', { class: 'axis', x: across(square, tick), y: top + height + below, 'text-anchor': 'middle' }, tick),
      !isPhone && s('text', { class: 'axis', x: left - 10, y: up(square, tick) + 5, 'text-anchor': 'end' }, tick)]),
  ];
}

/** The side on which a line's demand is broken, with its names. @param {Layout} layout @param {Line} line */
export function drawSides({ square, isPhone }, line) {
  const ends = endsOf(square, line);
  const { left, top, width } = square;
  const middle = ends ? (ends[0][1] + ends[1][1]) / 2 : top;
  const at = { x: left + width - (isPhone ? 12 : 20), 'text-anchor': 'end' };
  return s('g', { class: 'plane-sides' },
    s('polygon', { class: 'plane-broken', points: pointList(brokenSide(square, line)) }),
    s('text', { ...at, class: 'label met', y: middle - (isPhone ? 24 : 52) }, 'demand met'),
    !isPhone && s('text', { ...at, class: 'label', y: middle - 30 }, 'no slack'),
    s('text', { ...at, class: 'label broken', y: middle + (isPhone ? 36 : 48) },
      isPhone ? 'broken: pays slack' : 'demand broken'),
    !isPhone && s('text', { ...at, class: 'label broken plain', y: middle + 70 }, 'pays slack'));
}

/**
 * The lines of planes; the newest is the strongest. @param {Layout} layout @param {readonly Line[]} lines
 * @param {boolean} numbered
 */
export function drawLines({ square, isPhone }, lines, numbered) {
  return lines.flatMap((line, at) => {
    const ends = endsOf(square, line);
    if (!ends) return [];
    const isNewest = at === lines.length - 1;
    const [[x1, y1], [x2, y2]] = ends;
    const share = [0.92, 0.18, 0.08, 0.7, 0.4, 0.55][at % 6];
    return [
      s('line', { class: `plane-line${isNewest ? ' newest' : ''}`, x1, y1, x2, y2 }),
      numbered && mark([x1 + share * (x2 - x1), y1 + share * (y2 - y1)], String(at + 1), isNewest, isPhone),
    ];
  });
}

/** A number in a circle. @param {Point} place @param {string} text @param {boolean} filled @param {boolean} isPhone */
export function mark([x, y], text, filled, isPhone) {
  return s('g', { class: `plane-number${filled ? ' filled' : ''}`,
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    s('circle', { r: isPhone ? 11 : 13 }), s('text', { y: 5, 'text-anchor': 'middle' }, text));
}

const LEVELS = 8;

/**
 * The floor as shades, the lower the stronger. @param {Layout} layout @param {(w: Point) => number} floor
 * @param {Point} lowest
 */
export function drawShades({ square }, floor, lowest) {
  const bottom = floor(lowest);
  const rim = Math.min(...[[square.x[0], square.y[0]], [square.x[1], square.y[1]], [square.x[0], square.y[1]],
    [square.x[1], square.y[0]]].map((corner) => floor(/** @type {Point} */ (corner))));
  const top = Math.max(rim, bottom + 1e-6);
  const curves = Array.from({ length: LEVELS }, (_, at) => {
    const share = (1 - at / LEVELS) ** 2;
    const level = bottom + Math.max(1e-6, share * (top - bottom) * 1.6);
    const points = levelCurve(floor, lowest, level)
      .map(([x, y]) => /** @type {Point} */ ([across(square, x), up(square, y)]));
    const curve = s('polygon', { points: pointList(points) });
    curve.style.setProperty('--depth', `${Math.round(10 + (at * 78) / (LEVELS - 1))}%`);
    return curve;
  });
  return s('g', { class: 'plane-shades', 'clip-path': 'url(#plane-square)' }, curves);
}

/** What the shades say, below the name of the axis. @param {Layout} layout @param {string} words */
export function drawKey({ square, isPhone }, words) {
  const { left, top, width, height } = square;
  const right = left + width;
  const y = top + height + (isPhone ? 35 : 48);
  return s('g', {},
    s('linearGradient', { id: 'plane-ramp' }, s('stop', { class: 'ramp-low', offset: 0 }),
      s('stop', { class: 'ramp-high', offset: 1 })),
    !isPhone && s('text', { class: 'axis', x: left, y }, words),
    s('text', { class: 'axis', x: right - 138, y, 'text-anchor': 'end' }, 'low'),
    s('rect', { class: 'plane-ramp', x: right - 132, y: y - 12, width: 92, height: 14, rx: 3,
      fill: 'url(#plane-ramp)' }),
    s('text', { class: 'axis', x: right, y, 'text-anchor': 'end' }, 'high'));
}

/** The way of w. @param {Layout} layout @param {readonly Point[]} path */
export function drawPath({ square, isPhone }, path) {
  const points = path.map(([x, y]) => /** @type {Point} */ ([across(square, x), up(square, y)]));
  const radius = isPhone ? 4 : 6;
  return [
    s('path', { class: 'plane-path under', d: pathOf(points) }),
    s('path', { class: 'plane-path', d: pathOf(points) }),
    ...points.slice(0, -1).map(([cx, cy]) => s('circle', { class: 'plane-stop', cx, cy, r: radius })),
  ];
}

/** The dot of w with its halo. @param {Layout} layout @param {Point} w @param {boolean} isHandle */
export function drawDot({ square, isPhone }, w, isHandle) {
  const [cx, cy] = [across(square, w[0]), up(square, w[1])];
  return [
    isHandle && s('circle', { class: 'plane-halo', cx, cy, r: isPhone ? 24 : 26 }),
    s('circle', { class: 'plane-dot', cx, cy, r: isPhone ? 11 : 12 }),
  ];
}
