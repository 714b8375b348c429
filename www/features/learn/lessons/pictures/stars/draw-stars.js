// Draws users as rows of a matrix, one of them as a list, and the models as bars. No state.

import { s } from '../../../../../ui/dom.js';
import { fixed, signed } from '../../../../../lib/format.js';
import { methodName } from '../../../../ratings/result-text.js';
import { hiddenBox, sliding } from '../drawn-frame.js';
import { leads } from './draws.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./stars-run.js').Part} Part */
/** @typedef {import('./stars-run.js').Star} Star */
/** @typedef {import('../../../../../core/ratings-protocol.js').RatingsResult} RatingsResult */

const MOST = 5; // stars

/** What the models are asked to learn. */
const AIMS = { 'item-mean': 'one order for all', 'squared-error': 'fits every star',
  ranking: 'fits each user’s order' };

/** What the lesson calls a model: “ranking” alone could be a list, too. @param {string} name */
export const modelName = (name) => (name === 'ranking' ? 'Order loss' : methodName(name));

/** The letter of an item. @param {readonly number[]} items @param {number} item */
export const letterOf = (items, item) => String.fromCharCode('A'.charCodeAt(0) + items.indexOf(item));

const AXIS = 0.1; // the ends of the axis of draws
const TICK = 0.05; // a lead with a number on this axis

/** @param {Layout} layout @param {Part} part @param {number} chosen the user */
export function drawMatrix({ isPhone, matrix: { x, y, pitch: [across, down] } }, { items, rows }, chosen) {
  const gap = isPhone ? 2 : 5;
  const [width, height] = [across - gap, down - gap];
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: y - (isPhone ? 28 : 44) },
      isPhone ? 'users × items' : `${rows.length} of the users, ${items.length} of the items`),
    ...items.map((item, at) => s('text', { class: isPhone ? 'axis ink' : 'strong', x: x + at * across + width / 2,
      y: y - (isPhone ? 8 : 14), 'text-anchor': 'middle' }, letterOf(items, item))),
    ...rows.flatMap((row, user) => [
      s('text', { class: user === chosen ? 'strong' : isPhone ? 'axis' : '', x: x - (isPhone ? 8 : 14),
        y: y + user * down + height / 2 + 5, 'text-anchor': 'end' }, String(user + 1)),
      ...row.map(({ item, grade, trains }) => {
        const left = x + items.indexOf(item) * across;
        return s('g', { class: trains ? 'graded star-cell' : 'star-cell kept', 'data-shade': Math.min(MOST, grade) },
          s('rect', { x: left, y: y + user * down, width, height, rx: isPhone ? 3 : 7 }),
          s('text', { class: 'star-number', x: left + width / 2, y: y + user * down + height / 2 + (isPhone ? 5 : 7),
            'text-anchor': 'middle' }, String(grade)));
      })]),
    s('rect', { class: 'star-ring', x: x - 4, y: y + chosen * down - 4, width: items.length * across + 8 - gap,
      height: height + 8, rx: isPhone ? 5 : 10 }),
  ].flat();
}

/** A user as a query. @param {Layout} layout @param {Part} part @param {string} head @param {readonly Star[]} list */
export function drawRow({ isPhone, list: { x, y, width, pitch } }, { items }, head, list) {
  const height = pitch - (isPhone ? 2 : 5);
  return [
    s('text', { class: 'strong', x, y: y - (isPhone ? 8 : 14) }, head),
    ...list.map(({ item, grade, trains }, rank) => {
      const one = sliding(`star-${item}`, x, y + rank * pitch, trains ? 'graded star-cell' : 'star-cell kept',
        s('rect', { width, height, rx: isPhone ? 4 : 7 }),
        s('text', { class: 'star-name', x: isPhone ? 6 : 14, y: height / 2 + (isPhone ? 5 : 6) },
          letterOf(items, item)),
        s('text', { class: 'star-name', x: width - (isPhone ? 6 : 12), y: height / 2 + (isPhone ? 5 : 6),
          'text-anchor': 'end' }, '★'.repeat(grade)));
      one.dataset.shade = String(Math.min(MOST, grade));
      return one;
    }),
  ];
}

/** What filled and outlined cells mean. @param {Layout} layout @param {number} y */
export function drawKey({ isPhone, matrix: { x } }, y) {
  const side = isPhone ? 12 : 18;
  return ['trains', 'kept for the test'].flatMap((words, at) => {
    const left = x + at * (isPhone ? 74 : 110);
    return [s('g', { class: at ? 'star-cell kept' : 'graded star-cell', 'data-shade': 3 },
      s('rect', { x: left, y: y - side + 3, width: side, height: side, rx: 4 })),
    s('text', { class: 'axis', x: left + side + 8, y }, words)];
  });
}

/**
 * The models: a bar of NDCG@10 for each, hidden until the answer, and thin lines of another run.
 * @param {Layout} layout @param {RatingsResult | null} result null while it is hidden
 * @param {{ result: RatingsResult, words: string } | null} before @param {number} grown
 * @param {boolean} withDraws whether other draws stand below
 */
export function drawModels({ isPhone, models: { x, bar, width, height, y, pitch } }, result, before, grown,
  withDraws) {
  const names = /** @type {(keyof typeof AIMS)[]} */ (Object.keys(AIMS));
  const meanOf = (/** @type {RatingsResult} */ { methods }, /** @type {string} */ name) =>
    methods.find((one) => one.name === name)?.means[0] ?? 0;
  return [
    s('text', { class: 'strong', x: isPhone ? x : bar, y: y - (isPhone ? 14 : 24) },
      isPhone ? 'NDCG@10' : 'NDCG@10 on the test stars'),
    before && s('text', { class: 'axis', x: bar + width, y: y - (isPhone ? 14 : 24), 'text-anchor': 'end' },
      `line: ${before.words}`),
    ...names.flatMap((name, at) => {
      const top = y + at * pitch;
      const mean = result ? meanOf(result, name) : 0;
      const old = before ? bar + width * meanOf(before.result, name) : 0;
      return [
        s('text', { class: isPhone ? 'axis ink' : 'head', x, y: top + 18 }, modelName(name)),
        isPhone ? null : s('text', { x, y: top + 41 }, AIMS[name]),
        ...(result ? [s('rect', { class: 'run-room', x: bar, y: top, width, height, rx: 4 }),
          s('rect', { class: 'run-bar', x: bar, y: top, width: width * mean * grown, height, rx: 4 }),
          s('text', { class: 'value', x: bar + width + (isPhone ? 8 : 14), y: top + height / 2 + 6 }, fixed(mean, 3))]
          : [hiddenBox(bar, top, width, height)]),
        before && s('rect', { class: 'star-before', x: old - 1.5, y: top - 5, width: 3, height: height + 10 })];
    }),
    ...(result && !isPhone && !withDraws ? drawDifferences(result, x, y + names.length * pitch + 16) : []),
  ].flat();
}

/** How far the order loss is ahead, with intervals over the users. @param {RatingsResult} result @param {number} x
 * @param {number} y */
function drawDifferences({ methods }, x, y) {
  return methods.flatMap(({ name, behind: [one] }, at) => (one ? [s('text', { x, y: y + 28 * at },
    `Order loss − ${modelName(name).toLowerCase()}: ${signed(one.difference)}, from ${signed(one.low)} to ${
      signed(one.high)} (95 %, over the users of this draw)`)] : []));
}

/**
 * How far the order loss is ahead of squared error in ten draws of users, one dot each; the first is that of the bars.
 * @param {Layout} layout @param {boolean} isShown
 */
export function drawDraws({ isPhone, draws: { x, y, half } }, isShown) {
  const all = leads();
  const placeOf = (/** @type {number} */ lead) => x + (half * lead) / AXIS;
  const won = all.filter((lead) => lead > 0).length;
  const below = y + (isPhone ? 24 : 42);
  const names = isPhone ? [s('text', { class: 'axis ink', x: 12, y: y + 5 }, 'Ten draws')]
    : [s('text', { class: 'head', x: 36, y: y - 2 }, 'Ten draws'),
      s('text', { x: 36, y: y + 21 }, 'of 300 users each')];
  if (!isShown) return [...names, hiddenBox(x - half, y - (isPhone ? 12 : 22), 2 * half, isPhone ? 24 : 44)];
  return [
    ...names,
    s('line', { class: 'star-axis', x1: x - half, x2: x + half, y1: y, y2: y }),
    s('line', { class: 'star-zero', x1: x, x2: x, y1: y - 14, y2: y + 14 }),
    s('line', { class: 'star-axis', x1: placeOf(TICK), x2: placeOf(TICK), y1: y - 10, y2: y + 10 }),
    ...[0, TICK].map((lead) => s('text', { class: 'axis', x: placeOf(lead), y: y - (isPhone ? 15 : 19),
      'text-anchor': 'middle' }, lead ? `+${lead}` : '0')),
    ...all.map((lead, at) => s('circle', { class: at ? 'star-draw' : 'star-draw own', cx: placeOf(lead), cy: y,
      r: isPhone ? 5 : 10 })),
    s('text', { class: 'axis', x: x - 12, y: below, 'text-anchor': 'end' },
      isPhone ? '← squared error' : '← squared error ahead'),
    s('text', { class: 'axis ink', x: x + 12, y: below }, isPhone ? `order loss ${won} of ${all.length} →`
      : `order loss ahead in ${won} of ${all.length} →`),
  ];
}
