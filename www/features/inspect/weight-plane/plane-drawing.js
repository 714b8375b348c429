// The picture of the plane of w: the exact objective as shades and contours, the floor that the planes make, the newest
// planes, and the path of w. Its parts stay, so that they can move.

import { fill, h, s } from '../../../ui/dom.js';
import { isCalm } from '../../../ui/media.js';
import { significant } from '../../../lib/format.js';
import { extremes } from '../../../lib/contours.js';
import { contourPath } from './contour-lines.js';
import { brokenSide, endsOf, pathOf, spotOf } from '../../../pictures/plane-geometry.js';
import { edgesOf } from './grid.js';
import { bowlLevels, floorsOf } from './floor.js';
import { along, placed } from './labels.js';
import { drawShades } from './price-shades.js';
import { before, between, eased, inside, sceneOf } from './scene.js';

/** @typedef {import('./weight-plane-state.js').WeightPlane} WeightPlane */
/** @typedef {import('./floor.js').CutOnPlane} CutOnPlane */
/** @typedef {import('./grid.js').Frame} Frame */
/** @typedef {import('./scene.js').Scene} Scene */
/** @typedef {import('../../../pictures/plane-geometry.js').Point} Point */

/** Units of the drawing, which is a square. */
export const SIDE = 400;
const LEVELS = 8;
const LONGEST = 80; // of the arrow
const MOVES = 700; // ms of a movement

/**
 * What is drawn. `values`: the exact objective, null while it is unknown. `lines`: the planes whose lines are drawn.
 * `chosen`: the one among them that is drawn thick. `phase`: of slow motion, or null. `hasProbe`: whether the reader
 * moved w. `nameOf`: the query of a plane.
 * @typedef {{ plane: WeightPlane, values: Float64Array | null, lines: CutOnPlane[], chosen: CutOnPlane | null,
 *   phase: import('../../run/playback/playback-state.js').Phase | null, names: [string, string], label: string,
 *   theme: string, hasProbe: boolean, nameOf: (cut: CutOnPlane) => string }} Drawn
 */

/** @param {string} name @param {string} kind */
const shape = (name, kind = 'path') => s(/** @type {'path'} */ (kind), { class: name });

/** The drawing around a path of w. @param {WeightPlane['path']} path @returns {Frame} */
export const squareOf = (path) => ({ left: 0, top: 0, width: SIDE, height: SIDE, ...edgesOf(path) });

/** Names a line: a slack has a plane of an iteration. @param {CutOnPlane} cut */
export const lineKey = ({ slack, found_at: foundAt }) => `${slack}@${foundAt}`;

export class PlanePicture {
  #forbidden = shape('forbidden');
  #exact = shape('exact');
  #floor = shape('floor');
  /** Lines found before the iteration, and those of the iteration, which slow motion lets arrive. */
  #earlier = s('g', { class: 'earlier' });
  #lines = s('g', { class: 'borders' });
  #cut = shape('cut');
  #ray = shape('ray');
  #downhill = shape('downhill');
  #step = shape('step');
  #path = shape('path');
  #start = s('circle', { class: 'start', r: '4' });
  #best = shape('best');
  #ring = s('circle', { class: 'next', r: '7' });
  #here = s('circle', { class: 'here', r: '5' });
  #labels = s('g', { class: 'labels' });
  #picture = s('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, role: 'img' }, this.#forbidden, this.#exact, this.#floor,
    this.#earlier, this.#lines, this.#cut, this.#downhill, this.#step, this.#path, this.#ray, this.#start, this.#best,
    this.#ring, this.#here, this.#labels);
  #shades = h('div', { class: 'plane-shades', 'aria-hidden': 'true' });
  #up = h('div', { class: 'plane-y', 'aria-hidden': 'true' });
  #across = h('div', { class: 'plane-x', 'aria-hidden': 'true' });
  /** Where things that are pointed at lie on top. */
  frame = h('div', { class: 'plane-frame' }, this.#shades, this.#picture);
  element = h('div', { class: 'plane-picture' }, this.#up, this.frame, this.#across);

  /** @type {Drawn | null} */
  #drawn = null;
  /** @type {Frame} */
  square = squareOf([]);
  /** @type {Scene | null} */
  #scene = null;
  /** @type {{ from: Scene, to: Scene, began: number } | null} */
  #move = null;
  #timer = 0;
  /** @type {number[]} */
  #levels = [];
  #floors = { before: new Float64Array(0), after: new Float64Array(0) };
  /** Ends of the lines drawn, by `lineKey`, so that they can be pointed at. @type {Map<string, Point[]>} */
  borders = new Map();

  /** Draws another state, and moves there if it is the next phase. @param {Drawn} drawn */
  show(drawn) {
    const old = this.#drawn;
    this.#drawn = drawn;
    const { plane, values, theme } = drawn;
    if (old?.plane !== plane) {
      this.square = squareOf(plane.path);
      this.#floors = floorsOf(plane, this.square);
    }
    if (old?.plane !== plane || old.values !== values || old.theme !== theme) this.#drawStill(drawn, old);
    const isSame = old?.plane === plane && old.chosen === drawn.chosen && old.lines.length === drawn.lines.length
      && old.lines.every((cut, at) => cut === drawn.lines[at]);
    if (!isSame) this.#drawPlanes(drawn);
    this.#picture.classList.toggle('in-phases', drawn.phase !== null);
    this.#picture.setAttribute('aria-label', drawn.label);
    const to = sceneOf(plane, drawn.phase);
    // Slow motion begins with the oracle, as a new iteration does.
    const isNext = old?.plane.iteration !== plane.iteration || old.phase === null;
    const from = isNext ? before(to) : this.#scene ?? to;
    if (drawn.phase === null || isCalm() || (isNext && drawn.phase !== 0)) this.#stop(to);
    else if (JSON.stringify(to) !== JSON.stringify(this.#move?.to ?? this.#scene)) this.#begin(from, to);
    if (!isSame || old.phase !== drawn.phase || old.hasProbe !== drawn.hasProbe) this.#drawLabels(drawn);
  }

  /** Shows one plane more clearly than the others, or none. @param {string | null} key */
  point(key) {
    for (const line of this.#picture.querySelectorAll('.border')) {
      line.classList.toggle('pointed', key !== null && line.getAttribute('data-line') === key);
    }
  }

  /** Draws the slice through a w. @param {{ x: number, y: number } | null} w */
  cutAt(w) {
    this.#cut.setAttribute('d', w ? `M0 ${this.spot(w)[1].toFixed(1)}H${SIDE}` : '');
  }

  /** Draws the way from 0 to a w, on a plane through 0. @param {{ x: number, y: number } | null} to */
  pointTo(to) {
    const isFrom0 = this.#drawn?.plane.height === 0;
    this.#ray.setAttribute('d', to && isFrom0 ? pathOf([this.spot({ x: 0, y: 0 }), this.spot(to)]) : '');
  }

  /** Draws the shades again, in the colours that hold now. */
  restyle() {
    if (this.#drawn?.values) drawShades(this.#shades, this.#drawn.values, this.#levels);
  }

  /** @param {Scene} to */
  #stop(to) {
    cancelAnimationFrame(this.#timer);
    this.#move = null;
    this.#draw(to);
  }

  /** @param {Scene} from @param {Scene} to */
  #begin(from, to) {
    cancelAnimationFrame(this.#timer);
    this.#move = { from, to, began: performance.now() };
    const frame = (/** @type {number} */ now) => {
      if (!this.#move) return;
      const share = Math.min(1, Math.max(0, (now - this.#move.began) / MOVES));
      this.#draw(between(this.#move.from, this.#move.to, eased(share)));
      if (share < 1 && this.frame.isConnected) this.#timer = requestAnimationFrame(frame);
      else this.#stop(this.#move.to);
    };
    this.#draw(from);
    this.#timer = requestAnimationFrame(frame);
  }

  /** @param {{ x: number, y: number }} place */
  spot = ({ x, y }) => spotOf(this.square, [x, y]);

  /** What stands still during an iteration. @param {Drawn} drawn @param {Drawn | null} old */
  #drawStill({ plane, values, theme, names }, old) {
    const { path, iteration, best, has_floor: hasFloor } = plane;
    const surface = values ?? (hasFloor ? this.#floors.after : null);
    this.#levels = surface ? levelsOf(surface) : [];
    if (old?.values !== values || old?.theme !== theme) {
      if (values) drawShades(this.#shades, values, this.#levels);
      else fill(this.#shades);
      this.#exact.setAttribute('d',
        values ? this.#levels.map((level) => contourPath(values, level, SIDE)).join('') : '');
    }
    const corners = path.slice(0, iteration + 1).map(this.spot);
    this.#path.setAttribute('d', pathOf(corners));
    put(this.#start, corners[0]);
    this.#best.setAttribute('d', star(this.spot(path[best])));
    this.#floor.removeAttribute('data-share');
    const { x: [left, right], y: [bottom, top] } = this.square;
    ends(this.#up, names[1], top, bottom);
    ends(this.#across, names[0], left, right);
  }

  /** @param {Drawn} drawn */
  #drawPlanes({ plane, lines, chosen, nameOf }) {
    this.borders = new Map();
    const drawn = lines.flatMap((cut) => {
      const points = endsOf(this.square, cut);
      if (!points) return [];
      this.borders.set(lineKey(cut), points);
      return [{ cut, line: s('path', { class: `border ${cut === chosen ? 'newest' : 'other'}`, d: pathOf(points),
        'data-line': lineKey(cut), 'data-query': nameOf(cut) }) }];
    });
    const isNew = (/** @type {{ cut: CutOnPlane }} */ { cut }) => cut.found_at === plane.iteration;
    fill(this.#earlier, drawn.filter((one) => !isNew(one)).map(({ line }) => line));
    fill(this.#lines, drawn.filter(isNew).map(({ line }) => line));
    // A plane without a border here forbids all of the picture, or nothing of it.
    const side = chosen && this.borders.has(lineKey(chosen)) ? brokenSide(this.square, chosen) : [];
    this.#forbidden.setAttribute('d', side.length ? `${pathOf(side)}Z` : '');
  }

  /** What can move. @param {Scene} scene */
  #draw(scene) {
    this.#scene = scene;
    if (!this.#drawn) return;
    const { plane } = this.#drawn;
    const { path, iteration, downhill, has_floor: hasFloor } = plane;
    const share = hasFloor ? scene.floor.toFixed(3) : '';
    if (this.#floor.getAttribute('data-share') !== share) {
      this.#floor.setAttribute('data-share', share);
      this.#floor.setAttribute('d', hasFloor ? this.#floorLines(scene.floor) : '');
    }
    for (const [part, opacity] of /** @type {[SVGElement, number][]} */ ([[this.#forbidden, 0.14 * scene.forbidden],
      [this.#lines, scene.lines], [this.#ring, scene.ring], [this.#step, scene.step],
      [this.#downhill, scene.downhill]])) {
      part.style.opacity = opacity.toFixed(3);
    }
    const here = this.spot(path[iteration]);
    const ring = inside(path[iteration], { x: scene.ringX, y: scene.ringY }, this.square);
    put(this.#ring, this.spot(ring));
    put(this.#here, this.spot(scene));
    const next = path[iteration + 1];
    this.#step.setAttribute('d', next ? pathOf([here, this.spot(next)]) : '');
    const scale = SIDE / (this.square.x[1] - this.square.x[0]);
    this.#downhill.setAttribute('d', downhill ? arrow(here, [scale * downhill[0], -scale * downhill[1]]) : '');
  }

  /** @param {number} share of the new planes */
  #floorLines(share) {
    const { before: low, after: high } = this.#floors;
    const values = share === 0 ? low : share === 1 ? high
      : low.map((value, at) => value + share * (high[at] - value));
    return this.#levels.map((level) => contourPath(values, level, SIDE)).join('');
  }

  /** @param {Drawn} drawn */
  #drawLabels({ plane, chosen, phase, hasProbe, nameOf }) {
    const { path, iteration, best, lowest } = plane;
    const at = phase === 3 ? iteration + 1 : iteration;
    const ring = lowest && (phase === null || phase >= 2) ? inside(path[iteration], lowest, this.square) : null;
    const ends = chosen && this.borders.get(lineKey(chosen));
    /** @type {import('./labels.js').Label[]} */
    const labels = [];
    // The handle at this w has its own name, unless it was moved.
    if (phase !== null || hasProbe) {
      labels.push({ text: `w of ${Math.min(at, path.length - 1)}`, at: this.spot(path[at] ?? path[iteration]) });
    }
    const isNamed = phase === null && !hasProbe && near(this.spot(path[best]), this.spot(path[iteration]));
    if (best !== at && !isNamed) labels.push({ text: 'best', at: this.spot(path[best]) });
    if (ring) labels.push({ text: ring.isInside ? 'lowest' : 'lowest: further out', at: this.spot(ring) });
    if (ends && chosen) labels.push({ text: nameOf(chosen), at: awayFrom(ends, this.spot(path[iteration])) });
    const drawn = [...along(path.slice(0, iteration + 2).map(this.spot)), ...[...this.borders.values()].flatMap(along)];
    fill(this.#labels, placed(labels, drawn, SIDE).map(({ text, x, y }) => s('text',
      { x: x.toFixed(1), y: (y + 4).toFixed(1), 'text-anchor': 'middle' }, text)));
  }
}

/**
 * A point of a line, a sixth from the end that is farther from a place.
 * @param {Point[]} ends @param {Point} place @returns {Point}
 */
function awayFrom([one, other], [x, y]) {
  const far = (/** @type {Point} */ [a, b]) => Math.hypot(a - x, b - y);
  const [from, to] = far(one) > far(other) ? [one, other] : [other, one];
  return [from[0] + (to[0] - from[0]) / 6, from[1] + (to[1] - from[1]) / 6];
}

/** @param {Element} place @param {string} name @param {number} first @param {number} last */
function ends(place, name, first, last) {
  fill(place, h('span', {}, significant(first, 2)), h('span', { class: 'name' }, name),
    h('span', {}, significant(last, 2)));
}

/** @param {Float64Array} values */
function levelsOf(values) {
  const [low, high] = extremes(values);
  return high > low ? bowlLevels(low, high, LEVELS) : [];
}

/** Whether two points are too close for two names. @param {Point} one @param {Point} other */
const near = ([a, b], [x, y]) => Math.hypot(a - x, b - y) < 24;

/** @param {SVGCircleElement} circle @param {Point} place */
function put(circle, [x, y]) {
  circle.setAttribute('cx', x.toFixed(1));
  circle.setAttribute('cy', y.toFixed(1));
}

/**
 * An arrow with its head, as long as its direction but no longer than a part of the picture; none if it would be a dot.
 * @param {Point} from @param {Point} direction
 */
function arrow([x, y], [right, down]) {
  const length = Math.hypot(right, down);
  if (!(length > 4)) return '';
  const out = 8 + Math.min(LONGEST, length);
  const [u, v] = [right / length, down / length];
  const at = (/** @type {number} */ way, /** @type {number} */ beside) =>
    `${(x + way * u - beside * v).toFixed(1)} ${(y + way * v + beside * u).toFixed(1)}`;
  return `M${at(8, 0)}L${at(out, 0)}M${at(out - 8, 5)}L${at(out, 0)}L${at(out - 8, -5)}`;
}

/** @param {Point} place */
function star([x, y]) {
  return `${Array.from({ length: 10 }, (_, at) => {
    const [radius, angle] = [at % 2 ? 4 : 9, (at * Math.PI) / 5 - Math.PI / 2];
    return `${at ? 'L' : 'M'}${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  }).join('')}Z`;
}
