// Curves over one axis, with their names at the right end and a line at the handle. Data in, drawing out.

import './lab-curves.css';
import { s } from '../ui/dom.js';

/**
 * `ticks`: values with labels. `least`, `most`: the ends; curves beyond them are cut.
 * @typedef {{ least: number, most: number, ticks: readonly number[], label: string, isLog?: boolean,
 *   text?: (value: number) => string }} Axis
 */
/**
 * `hue`: its colour, from 0. `isStep`: it jumps at each point. `isDots`: points without a line.
 * @typedef {{ name: string, hue: number, points: readonly (readonly [number, number])[], isDashed?: boolean,
 *   isStep?: boolean, isDots?: boolean }} Curve
 */
/**
 * `name`: the least distance of two names. `head`: where the name of the upright axis stands. `below`: how far the
 * ticks and the name of the other axis lie below it.
 * @typedef {{ width: number, height: number, left: number, right: number, top: number, bottom: number,
 *   isPhone: boolean, name?: number, head?: readonly [number, number], below?: readonly [number, number]
 *   }} CurvesLayout
 */

const LABEL = 16; // px, the least distance of two names
const EDGE = 6; // px, room for a dot at the end of an axis
const BELOW = /** @type {const} */ ([18, 36]);

/** @param {boolean} isPhone @param {boolean} [isLow] whether the screen is low @returns {CurvesLayout} */
export function curvesLayout(isPhone, isLow = false) {
  return isPhone
    ? { width: 366, height: 330, left: 46, right: 258, top: 28, bottom: 286, isPhone }
    : { width: 940, height: isLow ? 280 : 400, left: 70, right: 690, top: 28, bottom: isLow ? 232 : 352, isPhone };
}

/** Where a value stands between two places. @param {Axis} axis @param {number} from @param {number} to
 * @param {number} value */
export function placeOn({ least, most, isLog }, from, to, value) {
  const part = isLog ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
  return from + part * (to - from);
}

/** The value at a place. @param {Axis} axis @param {number} from @param {number} to @param {number} place */
export function valueOn({ least, most, isLog }, from, to, place) {
  const part = Math.max(0, Math.min(1, (place - from) / (to - from)));
  return isLog ? least * (most / least) ** part : least + part * (most - least);
}

/** Round values between the ends of an axis. @param {number} least @param {number} most @param {number} [about] */
export function roundTicks(least, most, about = 5) {
  const raw = (most - least) / about;
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = unit * ([1, 2, 5, 10].find((factor) => factor * unit >= raw * 0.999) ?? 10);
  const first = Math.ceil(least / step - 1e-9);
  return Array.from({ length: Math.floor(most / step + 1e-9) - first + 1 },
    (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** Powers of ten between the ends of an axis, at most `about`. @param {number} least @param {number} most
 * @param {number} [about] */
export function powerTicks(least, most, about = 7) {
  const [low, high] = [Math.ceil(Math.log10(least) - 1e-9), Math.floor(Math.log10(most) + 1e-9)];
  const every = Math.max(1, Math.ceil((high - low + 1) / about));
  return Array.from({ length: Math.floor((high - low) / every) + 1 }, (_, at) => 10 ** (low + at * every));
}

/**
 * @param {CurvesLayout} layout
 * @param {{ x: Axis, y: Axis, curves: readonly Curve[], at?: number,
 *   levels?: readonly { y: number, name: string, isLeft?: boolean }[] }} view `at`: the place of the handle. `levels`:
 *   lines across, with their names at the right end or at the left one
 */
export function drawCurves(layout, { x: across, y: up, curves, at, levels = [] }) {
  const { left, right, top, bottom, isPhone, name: least = LABEL, below: [tickRoom, nameRoom] = BELOW } = layout;
  const [headLeft, head] = layout.head ?? [isPhone ? 4 : left - 40, 14];
  const x = (/** @type {number} */ value) => placeOn(across, left, right, value);
  const y = (/** @type {number} */ value) => placeOn(up, bottom, top, value);
  const textOf = (/** @type {Axis} */ axis, /** @type {number} */ value) => (axis.text ?? String)(value);
  const named = curves.filter(({ points, name }) => points.length > 0 && name);
  const ends = spread(named.map(({ name, hue, points, isDots }) => {
    const [end, last] = points[points.length - 1];
    // A curve that ends early has its name where it ends.
    return { name, hue, x: isDots ? right : Math.min(right, x(end)), isOut: last > up.most,
      y: Math.max(top + 4, Math.min(bottom, y(last))) };
  }), [top, bottom], least);
  return [
    up.ticks.map((tick) => [s('path', { class: 'curves-grid', d: `M${left} ${y(tick).toFixed(1)}H${right}` }),
      s('text', { class: 'axis', x: left - 8, y: y(tick) + 4, 'text-anchor': 'end' }, textOf(up, tick))]),
    s('text', { class: 'axis', x: headLeft, y: head }, up.label),
    across.ticks.map((tick) => s('text', { class: 'axis', x: x(tick), y: bottom + tickRoom, 'text-anchor': 'middle' },
      textOf(across, tick))),
    s('text', { class: 'axis', x: (left + right) / 2, y: bottom + nameRoom, 'text-anchor': 'middle' }, across.label),
    levels.map(({ y: level, name, isLeft }) => [
      s('path', { class: 'curves-level', d: `M${left} ${y(level).toFixed(1)}H${right}` }),
      s('text', { class: 'axis', x: isLeft ? left + 6 : right - 6, y: y(level) - 5,
        'text-anchor': isLeft ? 'start' : 'end' }, name)]),
    // An inner drawing cuts what leaves the axes.
    s('svg', { x: left - EDGE, y: top - EDGE, width: right - left + 2 * EDGE, height: bottom - top + 2 * EDGE,
      viewBox: `${left - EDGE} ${top - EDGE} ${right - left + 2 * EDGE} ${bottom - top + 2 * EDGE}` },
      at !== undefined && s('path', { class: 'curves-now', d: `M${x(at).toFixed(1)} ${top - 4}V${bottom}` }),
      curves.flatMap((curve) => lineOf(curve, x, y)),
      at !== undefined && curves.filter(({ isDots }) => !isDots).map(({ points, hue }) => {
        const value = valueAt(points, at, across.isLog);
        return value !== null && s('circle', { class: `curves-dot curve-${hue}`, cx: x(at), cy: y(value), r: 4.5 });
      })),
    ends.map(({ name, hue, x: end, y: place, isOut }) => s('text',
      { class: `curves-name curve-${hue}`, x: end + 10, y: place + 4 }, isOut ? `↑ ${name}` : name)),
  ].flat(3);
}

/**
 * @param {Curve} curve @param {(value: number) => number} x @param {(value: number) => number} y
 * @returns {SVGElement[]}
 */
function lineOf({ points, hue, isDashed, isStep, isDots }, x, y) {
  const places = points.map(([across, up]) => [x(across).toFixed(1), y(up).toFixed(1)]);
  if (isDots) return places.map(([cx, cy]) => s('circle', { class: `curves-point curve-${hue}`, cx, cy, r: 5 }));
  const steps = () => places.flatMap(([px, py], at) => [...(at ? [`${px},${places[at - 1][1]}`] : []), `${px},${py}`]);
  const corners = isStep ? steps() : places.map((place) => place.join(','));
  return [s('polyline', { class: `curves-line curve-${hue}${isDashed ? ' dashed' : ''}`, points: corners.join(' ') })];
}

/**
 * The value of a curve between its points, null outside them.
 * @param {readonly (readonly [number, number])[]} points with rising or falling first values @param {number} at
 * @param {boolean} [isLog]
 */
export function valueAt(points, at, isLog = false) {
  const scale = isLog ? Math.log : (/** @type {number} */ value) => value;
  for (let place = 0; place + 1 < points.length; place += 1) {
    const [one, other] = [points[place], points[place + 1]];
    if ((one[0] - at) * (other[0] - at) > 0) continue;
    const part = other[0] === one[0] ? 0 : (scale(at) - scale(one[0])) / (scale(other[0]) - scale(one[0]));
    return one[1] + part * (other[1] - one[1]);
  }
  return points.length === 1 && points[0][0] === at ? points[0][1] : null;
}

/**
 * Moves names apart that would overlap, within the drawing.
 * @template {{ y: number }} Item
 * @param {Item[]} items @param {[number, number]} ends top and bottom @param {number} least distance
 */
function spread(items, [top, bottom], least) {
  const sorted = items.toSorted((one, other) => one.y - other.y);
  for (const [at, item] of sorted.entries()) item.y = Math.max(item.y, at ? sorted[at - 1].y + least : top);
  let below = bottom + least;
  for (const item of sorted.toReversed()) {
    item.y = Math.min(item.y, below - least);
    below = item.y;
  }
  return sorted;
}

/**
 * The pointer moves the handle while it is down. The picture is drawn anew meanwhile, so the window listens.
 * @param {SVGSVGElement} svg @param {CurvesLayout} layout @param {Axis} axis @param {(value: number) => void} move
 */
export function follow(svg, { left, right, width }, axis, move) {
  svg.addEventListener('pointerdown', (event) => {
    const box = svg.getBoundingClientRect();
    const to = (/** @type {PointerEvent} */ { clientX }) =>
      move(valueOn(axis, left, right, ((clientX - box.left) / box.width) * width));
    const end = new AbortController();
    to(event);
    window.addEventListener('pointermove', to, { signal: end.signal });
    for (const type of /** @type {const} */ (['pointerup', 'pointercancel'])) {
      window.addEventListener(type, () => end.abort(), { signal: end.signal });
    }
  });
}
