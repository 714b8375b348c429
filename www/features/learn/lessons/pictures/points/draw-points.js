// Draws the pages of a search as points: the score upwards, the grade as a mark, and between them a square whose area
// is the squared error. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { documentShade } from '../../../../inspect/inspector/document-shade.js';
import { hiddenBox } from '../drawn-frame.js';
import { drawRows } from '../plane/draw-list.js';

/** @typedef {import('./views.js').Page} Page */
/** @typedef {ReturnType<typeof import('./views.js').seen> & { isHidden: boolean }} Here */
/**
 * @typedef {{ list: { left: number, top: number, width: number, row: number }, left: number, right: number,
 *   top: number, bottom: number, sum: number, track: { left: number, right: number, y: number },
 *   isPhone: boolean }} Layout
 */

/** The scores that the chart shows. */
const SCORES = /** @type {const} */ ([-1, 3.6]);

/** @param {boolean} isPhone @returns {Layout} */
export const layoutOf = (isPhone) => (isPhone
  ? { list: { left: 12, top: 30, width: 42, row: 36 }, left: 92, right: 384, top: 26, bottom: 200, sum: 252,
    track: { left: 108, right: 360, y: 296 }, isPhone }
  : { list: { left: 36, top: 118, width: 230, row: 58 }, left: 340, right: 820, top: 104, bottom: 434, sum: 540,
    track: { left: 360, right: 800, y: 604 }, isPhone });

/** @param {Layout} layout @param {number} score */
export const up = ({ top, bottom }, score) =>
  bottom - ((score - SCORES[0]) / (SCORES[1] - SCORES[0])) * (bottom - top);

/** @param {Layout} layout @param {number} y */
export const scoreAt = ({ top, bottom }, y) => SCORES[0] + ((bottom - y) / (bottom - top)) * (SCORES[1] - SCORES[0]);

/** The middle of a page's column. @param {Layout} layout @param {number} page @param {number} count */
export const slot = ({ left, right }, page, count) => left + ((page + 0.5) / count) * (right - left);

/** A title in two lines. @param {string} title */
function halves(title) {
  const words = title.split(' ');
  const cut = words.findIndex((_, at) => words.slice(0, at + 1).join(' ').length * 2 >= title.length - 1);
  return [words.slice(0, cut + 1).join(' '), words.slice(cut + 1).join(' ')];
}

/** @param {Layout} layout @param {readonly Page[]} pages @param {boolean} classes */
export function drawFrame(layout, pages, classes) {
  const { list, left, right, top, bottom, isPhone } = layout;
  const heads = isPhone ? [] : [s('text', { class: 'head', x: list.left, y: 82 }, 'The sorted list'),
    s('text', { class: 'head', x: left, y: 82 }, classes ? 'Score of each page' : 'Score and grade of each page')];
  return [...heads,
    (classes ? [0] : [0, 1, 2, 3]).map((score) => [
      s('line', { class: classes ? 'chart-base' : 'chart-grid', x1: left, x2: right, y1: up(layout, score),
        y2: up(layout, score) }),
      s('text', { class: 'axis', x: left - 12, y: up(layout, score) + 5, 'text-anchor': 'end' }, String(score))]),
    classes && [s('text', { class: 'axis', x: right, y: up(layout, 0) - 8, 'text-anchor': 'end' }, 'good ↑'),
      s('text', { class: 'axis', x: left, y: up(layout, 0) + 20 }, 'useless ↓')],
    !isPhone && s('text', { class: 'axis', transform: `translate(${left - 34} ${top}) rotate(-90)`,
      'text-anchor': 'end' }, 'score →'),
    !isPhone && pages.map(({ title }, page) => halves(title).map((half, line) => s('text', { class: 'axis ink',
      x: slot(layout, page, pages.length), y: bottom + 24 + 18 * line, 'text-anchor': 'middle' }, half))),
  ].flat(4);
}

/**
 * @param {Layout} layout @param {readonly Page[]} pages @param {readonly number[]} scores
 * @param {readonly number[]} losses @param {boolean} classes
 */
export function drawPoints(layout, pages, scores, losses, classes) {
  const { bottom, isPhone } = layout;
  const most = Math.max(...pages.map(({ grade }) => grade));
  return pages.map(({ title, grade }, page) => {
    const x = slot(layout, page, pages.length);
    const [y, mark] = [up(layout, scores[page]), up(layout, grade)];
    const side = Math.abs(y - mark);
    return s('g', {},
      s('title', {}, `${title}, grade ${grade}, score ${fixed(scores[page], 2)}, loss ${fixed(losses[page], 3)}`),
      !classes && s('rect', { class: 'points-square', x: x - side / 2, y: Math.min(y, mark), width: side,
        height: side }),
      !classes && s('line', { class: 'points-mark', x1: x - (isPhone ? 16 : 24), x2: x + (isPhone ? 16 : 24), y1: mark,
        y2: mark }),
      s('g', { class: 'graded', 'data-shade': documentShade(grade, most) },
        s('circle', { class: 'points-dot', cx: x, cy: y, r: isPhone ? 12 : 15 }),
        s('text', { class: 'strong', x, y: y + 5.5, 'text-anchor': 'middle' }, String(grade))),
      s('text', { class: 'axis', x, y: bottom + (isPhone ? 22 : 66), 'text-anchor': 'middle' },
        fixed(losses[page], 3)));
  });
}

/**
 * The mean loss and NDCG. @param {Layout} layout @param {string} name @param {number} loss
 * @param {number | null} ndcg
 */
export function drawSums({ list, left, bottom, right, sum, isPhone }, name, loss, ndcg) {
  const value = ndcg === null ? '?' : fixed(ndcg, 3);
  if (isPhone) {
    return [s('text', { class: 'axis', x: left - 12, y: bottom + 22, 'text-anchor': 'end' }, 'loss'),
      s('text', { x: left, y: sum }, 'mean'),
      s('text', { class: 'strong theirs points-mean', x: left + 52, y: sum }, fixed(loss, 3)),
      s('text', { x: left + 148, y: sum }, 'NDCG'),
      s('text', { class: 'strong points-ndcg', x: left + 204, y: sum }, value)];
  }
  return [s('text', { class: 'axis', x: left - 22, y: bottom + 66, 'text-anchor': 'end' }, 'loss'),
    s('text', { x: left, y: sum }, name),
    s('text', { class: 'big-number theirs points-mean', x: right, y: sum + 6, 'text-anchor': 'end' }, fixed(loss, 3)),
    s('text', { x: list.left, y: sum - 94 }, 'NDCG, 1 is perfect'),
    s('text', { class: 'big-number points-ndcg', x: list.left, y: sum - 48 }, value)];
}

/** @param {Layout} layout @param {[string, string]} ends @param {number} last share that is open */
export function drawTrack({ track: { left, right, y } }, ends, last) {
  const middle = left + last * (right - left);
  return [s('line', { class: 'chart-track', x1: left, x2: middle, y1: y, y2: y }),
    last < 1 && s('line', { class: 'chart-track closed', x1: middle + 4, x2: right, y1: y, y2: y }),
    s('text', { class: 'axis', x: left - 20, y: y + 40 }, ends[0]),
    s('text', { class: 'axis', x: right + 20, y: y + 40, 'text-anchor': 'end' }, ends[1])];
}

const HANDLE = { wide: 42, phone: 34 }; // beside the page, whose grade stays free

/**
 * Where the handle stands. @param {Layout} layout @param {import('./views.js').View} view @param {number} place
 * @param {number} count of pages @returns {[number, number]}
 */
export function handlePlace(layout, { moves }, place, count) {
  const { track, isPhone } = layout;
  if (moves === null) return [track.left + place * (track.right - track.left), track.y];
  return [slot(layout, moves, count) + HANDLE[isPhone ? 'phone' : 'wide'], up(layout, place)];
}

/**
 * The whole picture. @param {Layout} layout @param {import('./views.js').View} view @param {readonly Page[]} pages
 * @param {Here} here @param {number} last where the handle stops
 */
export function drawPicture(layout, { part, moves, ends, range }, pages, here, last) {
  const { list, isPhone } = layout;
  const isClasses = part === 'classes';
  const { isHidden } = here;
  return [
    drawFrame(layout, pages, isClasses),
    isHidden ? hiddenBox(list.left, list.top, list.width, list.row * pages.length - (isPhone ? 6 : 8))
      : drawRows(layout, pages, here.ranking, null),
    drawPoints(layout, pages, here.scores, here.losses, isClasses),
    drawSums(layout, isClasses ? 'mean logistic loss' : 'mean of half the squares',
      here.mean, isHidden ? null : here.ndcg),
    moves === null && drawTrack(layout, ends, last / range[1]),
  ].flat(2);
}
