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

const AXIS = 0.1; // the ends of the axis of draws
const TICK = 0.05; // a lead with a number on this axis

/** @param {Layout} layout @param {Part} part @param {number} chosen the user */
export function drawMatrix({ isPhone, matrix: { x, y, pitch: [across, down] } }, { items, rows }, chosen) {
  const [width, height] = [across - (isPhone ? 1.5 : 3), down - (isPhone ? 1.5 : 3)];
  const withNumbers = !isPhone && height > 30;
  return [
    s('text', { class: 'strong', x: isPhone ? 12 : 36, y: y - (isPhone ? 14 : 8) },
      isPhone ? 'users × items' : 'users'),
    isPhone ? null : s('text', { class: 'axis', x: x + items.length * across, y: y - 42, 'text-anchor': 'end' },
      `${items.length} of all items, by number`),
    ...(isPhone ? [] : items.map((item, at) => s('text', { class: 'star-item',
      transform: `translate(${x + at * across + width / 2 + 5} ${y - 8}) rotate(-90)` }, String(item + 1)))),
    ...rows.flatMap((row, user) => [
      isPhone && down < 14 && user !== chosen ? null : s('text', { class: user === chosen ? 'strong' : 'axis', x: x - 8,
        y: y + user * down + height / 2 + 5, 'text-anchor': 'end' }, String(user + 1)),
      ...row.map(({ item, grade, trains }) => {
        const left = x + items.indexOf(item) * across;
        return s('g', { class: trains ? 'graded star-cell' : 'star-cell kept', 'data-shade': Math.min(MOST, grade) },
          s('rect', { x: left, y: y + user * down, width, height, rx: isPhone ? 2 : 4 }),
          withNumbers ? s('text', { class: 'star-number', x: left + width / 2, y: y + user * down + height / 2 + 5,
            'text-anchor': 'middle' }, String(grade)) : null);
      })]),
    s('rect', { class: 'star-ring', x: x - 4, y: y + chosen * down - 3, width: items.length * across + 5,
      height: height + 6, rx: 6 }),
  ].flat();
}

/**
 * A user as a query. @param {Layout} layout @param {string} head @param {readonly Star[]} list
 */
export function drawRow({ isPhone, list: { x, y, width, pitch, rows } }, head, list) {
  const height = pitch - 3;
  return [
    s('text', { class: 'strong', x, y: y - 14 }, head),
    ...list.slice(0, rows).map(({ item, grade, trains }, rank) =>
      sliding(`star-${item}`, x, y + rank * pitch, trains ? 'graded star-cell' : 'star-cell kept',
        s('rect', { width, height, rx: 5 }),
        s('text', { class: 'star-name', x: 8, y: height / 2 + 5 }, `${isPhone ? '' : 'item '}${item + 1}`),
        s('text', { class: 'star-name', x: width - 8, y: height / 2 + 5, 'text-anchor': 'end' }, '★'.repeat(grade))))
      .map((one, rank) => {
        one.dataset.shade = String(Math.min(MOST, list[rank].grade));
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
export function drawModels({ isPhone, models: { x, bar, width, y, pitch } }, result, before, grown, withDraws) {
  const height = isPhone ? 18 : 24;
  const names = /** @type {(keyof typeof AIMS)[]} */ (Object.keys(AIMS));
  const meanOf = (/** @type {RatingsResult} */ { methods }, /** @type {string} */ name) =>
    methods.find((one) => one.name === name)?.means[0] ?? 0;
  return [
    s('text', { class: 'strong', x: isPhone ? x : bar, y: y - (isPhone ? 10 : 14) },
      isPhone ? 'NDCG@10' : 'NDCG@10 on the test stars'),
    before && s('text', { class: 'axis', x: bar + width, y: y - (isPhone ? 10 : 14), 'text-anchor': 'end' },
      `line: ${before.words}`),
    ...names.flatMap((name, at) => {
      const top = y + at * pitch;
      const mean = result ? meanOf(result, name) : 0;
      const old = before ? bar + width * meanOf(before.result, name) : 0;
      return [
        s('text', { class: isPhone ? 'axis ink' : 'strong', x, y: top + (isPhone ? 14 : 10) }, methodName(name)),
        isPhone ? null : s('text', { class: 'axis', x, y: top + 29 }, AIMS[name]),
        ...(result ? [s('rect', { class: 'run-room', x: bar, y: top, width, height, rx: 4 }),
          s('rect', { class: 'run-bar', x: bar, y: top, width: width * mean * grown, height, rx: 4 }),
          s('text', { class: 'value', x: bar + width + (isPhone ? 8 : 14), y: top + height - 5 }, fixed(mean, 3))]
          : [hiddenBox(bar, top, width, height)]),
        before && s('rect', { class: 'star-before', x: old - 1.5, y: top - 4, width: 3, height: height + 8 })];
    }),
    ...(result && !isPhone && !withDraws ? drawDifferences(result, bar, y + names.length * pitch + 10) : []),
  ].flat();
}

/** How far the ranking is ahead, with intervals over the users. @param {RatingsResult} result @param {number} x
 * @param {number} y */
function drawDifferences({ methods }, x, y) {
  return methods.flatMap(({ name, behind: [one] }, at) => (one ? [s('text', { class: 'axis', x, y: y + 24 * at },
    `Ranking − ${methodName(name).toLowerCase()}: ${signed(one.difference)}, over these users ${signed(one.low)} to ${
      signed(one.high)} (95 %)`)] : []));
}

/**
 * How far the ranking is ahead of squared error in ten draws of users, one dot each; the first is that of the bars.
 * @param {Layout} layout @param {boolean} isShown
 */
export function drawDraws({ isPhone, draws: { x, y, half } }, isShown) {
  const all = leads();
  const placeOf = (/** @type {number} */ lead) => x + (half * lead) / AXIS;
  const won = all.filter((lead) => lead > 0).length;
  const below = y + (isPhone ? 24 : 34);
  const names = isPhone ? [s('text', { class: 'axis ink', x: 12, y: y + 5 }, 'Ten draws')]
    : [s('text', { class: 'strong', x: 36, y: y - 2 }, 'Ten draws'),
      s('text', { class: 'axis', x: 36, y: y + 17 }, 'of 300 users each')];
  if (!isShown) return [...names, hiddenBox(x - half, y - 12, 2 * half, 24)];
  return [
    ...names,
    s('line', { class: 'star-axis', x1: x - half, x2: x + half, y1: y, y2: y }),
    s('line', { class: 'star-zero', x1: x, x2: x, y1: y - 14, y2: y + 14 }),
    s('line', { class: 'star-axis', x1: placeOf(TICK), x2: placeOf(TICK), y1: y - 10, y2: y + 10 }),
    ...[0, TICK].map((lead) => s('text', { class: 'axis', x: placeOf(lead), y: y - (isPhone ? 15 : 19),
      'text-anchor': 'middle' }, lead ? `+${lead}` : '0')),
    ...all.map((lead, at) => s('circle', { class: at ? 'star-draw' : 'star-draw own', cx: placeOf(lead), cy: y,
      r: isPhone ? 5 : 7 })),
    s('text', { class: 'axis', x: x - 12, y: below, 'text-anchor': 'end' },
      isPhone ? '← squared error' : '← squared error ahead'),
    s('text', { class: 'axis ink', x: x + 12, y: below }, isPhone ? `ranking ${won} of ${all.length} →`
      : `ranking ahead in ${won} of ${all.length} draws →`),
  ];
}
