// Draws the pairs of a search as arrows around 0, with a w that turns: a pair is right if w points to the side of its
// arrow. Beside them, how far each pair falls short. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { symbol } from '../drawn-frame.js';
import { drawPairs } from './draw-weights.js';

/** @typedef {import('./owpc-run.js').OwpcRun} OwpcRun */
/** @typedef {import('./draw-weights.js').Layout} Layout */
/** @typedef {{ x: number, y: number, radius: number }} Dial */

/** How far apart the tips of two named arrows are. */
const APART = 16;

/** @param {boolean} isPhone @returns {Dial} */
export const dialOf = (isPhone) => (isPhone ? { x: 94, y: 150, radius: 68 } : { x: 196, y: 300, radius: 142 });

/** @param {Layout} layout @param {number} pages @returns {Layout} */
const besideDial = (layout, pages) => ({ ...layout, pairs: layout.isPhone
  ? { name: 188, top: 38, row: 194 / (pages - 1), hinge: [282, 342], weight: [0, 346] }
  : { name: 400, top: 118, row: 58, hinge: [524, 700], weight: [0, 712] } });

/** Where the handle of w stands. @param {Dial} dial @param {number} degrees @returns {[number, number]} */
export const tipOf = ({ x, y, radius }, degrees) => {
  const angle = (degrees * Math.PI) / 180;
  return [x + radius * Math.cos(angle), y - radius * Math.sin(angle)];
};

/** The direction of a place, in degrees. @param {Dial} dial @param {[number, number]} place */
export const degreesAt = ({ x, y }, [px, py]) => ((Math.atan2(y - py, px - x) * 180) / Math.PI + 360) % 360;

/**
 * The pairs under a w of length 1, or 0 without degrees, the worst first. @param {OwpcRun} run
 * @param {number | null} degrees @param {import('../losses/pair-loss.js').PairLoss} loss the hinge of a pair
 */
export function pairsUnder({ pages, turns: [{ good }] }, degrees, loss) {
  const angle = ((degrees ?? 0) * Math.PI) / 180;
  const w = degrees === null ? [0, 0] : [Math.cos(angle), Math.sin(angle)];
  return pages.flatMap((page, at) => {
    if (at === good) return [];
    const [x, y] = pages[good].features.map((value, feature) => value - page.features[feature]);
    const margin = w[0] * x + w[1] * y;
    return [{ page: at, x, y, margin, hinge: loss.loss(margin), weight: 0 }];
  }).toSorted((one, other) => one.margin - other.margin);
}

/** @typedef {ReturnType<typeof pairsUnder>} ArrowPairs */

/** @param {ArrowPairs} pairs */
export const rightOf = (pairs) => pairs.filter(({ margin }) => margin > 0).length;

/** @param {Layout} plain @param {OwpcRun['pages']} pages @param {ArrowPairs} pairs @param {number | null} degrees */
export function drawTurn(plain, pages, pairs, degrees) {
  const layout = besideDial(plain, pages.length);
  const { isPhone, pairs: { name, top, row, hinge, weight }, sum } = layout;
  const y = layout.list.top - (isPhone ? 14 : 36);
  const half = (hinge[0] + hinge[1]) / 2;
  const line = (/** @type {string} */ words, /** @type {string} */ value, /** @type {number} */ at) => [
    s('text', { class: 'axis', x: name, y: at }, words),
    s('text', { class: isPhone ? 'strong' : 'head', x: weight[1] + (isPhone ? 34 : 40), y: at, 'text-anchor': 'end' },
      value)];
  return [
    s('text', { class: 'head', x: isPhone ? 10 : 36, y }, isPhone ? 'pairs as arrows' : 'The pairs as arrows'),
    isPhone ? null : s('text', { class: 'axis', x: 36, y: y + 20 }, 'the good page minus each useless one'),
    s('text', { class: 'head', x: name, y }, isPhone ? 'missing to 1' : 'Pairs, the worst first'),
    isPhone ? null : s('text', { class: 'axis', x: name, y: y + 20 }, 'how far each margin falls short of 1'),
    drawDial(dialOf(isPhone), pages, pairs, degrees, isPhone),
    ...drawPairs(layout, pages, pairs, false),
    s('line', { class: 'weights-one', x1: half, x2: half, y1: top - 6, y2: top + row * pairs.length - 12 }),
    ...line(isPhone ? 'right' : 'pairs right', `${rightOf(pairs)} of ${pairs.length}`, sum),
    ...line(isPhone ? 'worst' : 'the worst falls short by', fixed(pairs[0].hinge, 2), sum + (isPhone ? 18 : 27)),
  ];
}

/** @param {Dial} dial @param {OwpcRun['pages']} pages @param {ArrowPairs} pairs @param {number | null} degrees
 * @param {boolean} isPhone
 */
function drawDial(dial, pages, pairs, degrees, isPhone) {
  const { x: x0, y: y0, radius } = dial;
  const longest = Math.max(...pairs.map(({ x, y }) => Math.hypot(x, y)));
  const scale = (0.86 * radius) / longest;
  const [from, to, tip] = [-90, 90, 0].map((by) => tipOf(dial, (degrees ?? 0) + by));
  // Arrows whose tips meet share a place of names, one line for each.
  /** @type {{ x: number, y: number, lines: number }[]} */
  const names = [];
  return s('g', { class: 'weights-arrows' },
    s('circle', { class: 'weights-circle', cx: x0, cy: y0, r: radius }),
    degrees === null ? null : s('path', { class: 'weights-side',
      d: `M${from.join(' ')}A${radius} ${radius} 0 0 0 ${to.join(' ')}Z` }),
    degrees === null ? null : s('line', { class: 'weights-w', x1: x0, y1: y0, x2: tip[0], y2: tip[1] }),
    pairs.toSorted((one, other) => Math.hypot(other.x, other.y) - Math.hypot(one.x, one.y)).map((pair) => {
      const { title } = pages[pair.page];
      const [x1, y1] = [x0 + scale * pair.x, y0 - scale * pair.y];
      const near = names.find((one) => Math.hypot(one.x - x1, one.y - y1) <= APART);
      const place = near ?? { x: x1, y: y1, lines: 0 };
      if (!near) names.push(place);
      place.lines += 1;
      const isLong = Math.hypot(pair.x, pair.y) === longest;
      const [dx, dy, anchor] = pair.x < 0 ? [0, 24, 'middle'] : pair.y > 0.9 * pair.x || isLong ? [-2, -10, 'end']
        : [8, 6, 'start'];
      const turned = (-180 * Math.atan2(pair.y, pair.x)) / Math.PI;
      return s('g', { class: degrees === null || pair.margin > 0 ? '' : 'against' }, s('title', {}, title),
        s('line', { x1: x0, y1: y0, x2: x1, y2: y1 }),
        s('path', { d: 'M 2 0 L -8 -4 L -8 4 z', transform: `translate(${x1} ${y1}) rotate(${turned})` }),
        isPhone ? null : s('text', { class: 'axis halo', x: place.x + Number(dx),
          y: place.y + Number(dy) - 18 * (place.lines - 1), 'text-anchor': anchor }, title));
    }),
    s('circle', { class: 'weights-zero', cx: x0, cy: y0, r: degrees === null ? 7 : 4 }),
    degrees === null ? s('text', { class: 'strong halo', x: x0, y: y0 + radius + (isPhone ? 20 : 30),
      'text-anchor': 'middle' }, symbol('w'), isPhone ? ' = 0' : ' = 0: all scores are equal') : null);
}
