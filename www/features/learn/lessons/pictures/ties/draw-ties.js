// Draws the reference and the model as lists, links between them, and the slack of the references. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { documentShade } from '../../../../inspect/inspector/document-shade.js';
import { hiddenBox, sliding, symbol } from '../drawn-frame.js';
import { crossing, curve, rowMiddle, rowTop } from './layouts.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** @typedef {import('./ties-run.js').TiesRun} TiesRun */
/** @typedef {import('./ties-run.js').Reference} Reference */

/**
 * A list of pages. @param {Layout} layout @param {TiesRun} run @param {readonly number[]} list
 * @param {{ side: 'left' | 'right', rankText: (rank: number) => string }} how
 */
export function drawList(layout, { pages, cutOff }, list, { side, rankText }) {
  const { isPhone, width, row } = layout;
  const most = Math.max(...pages.map(({ grade }) => grade));
  const middle = row / 2 + 6;
  return list.map((page, rank) => {
    const { name, grade } = pages[page];
    const text = rankText(rank);
    const start = isPhone ? 8 : text.length > 1 ? 48 : 34;
    const group = sliding(`${side}-${page}`, layout[side], rowTop(layout, rank, cutOff), 'graded',
      s('rect', { width, height: row, rx: isPhone ? 5 : 7 }), s('title', {}, `${rank + 1} ${name}, grade ${grade}`),
      !isPhone && s('text', { class: 'rank', x: 12, y: middle }, text),
      s('text', { class: 'page', x: start, y: middle }, name),
      s('text', { class: 'strong', x: width - 12, y: middle, 'text-anchor': 'end' }, String(grade)));
    group.setAttribute('data-shade', String(documentShade(grade, most)));
    return group;
  });
}

/**
 * The line below the ranks that count. @param {Layout} layout @param {TiesRun} run
 * @param {boolean} isShort whether it ends with the left list
 */
export function drawCutOff(layout, { cutOff, pages }, isShort) {
  if (cutOff >= pages.length) return [];
  const { isPhone, left, right, width, step, row, gap } = layout;
  const y = rowTop(layout, cutOff - 1, cutOff) + row + (gap + step - row) / 2;
  const end = isShort ? left + width + (isPhone ? 0 : 100) : right + width;
  const middle = isShort && !isPhone ? end + 46 : (left + end) / 2;
  return [s('line', { class: 'cut-off', x1: left, x2: end, y1: y, y2: y }),
    isPhone && isShort ? null : s('text', { class: 'axis cut-text', x: middle, y: y + 5, 'text-anchor': 'middle' },
      isPhone ? `@${cutOff}` : `cut-off, @${cutOff}`)];
}

/** Where links begin and end. @param {Layout} layout */
export const linkEnds = ({ left, right, width, isPhone }) => (isPhone ? [left + width + 3, right - 3]
  : [left + width + 6, right - 6]);

/**
 * A link for each page, and a dot where two cross: once told, orange where the loss does not need the order.
 * @param {Layout} layout @param {TiesRun} run @param {Reference} reference
 * @param {{ isOpen: boolean, isTold: boolean }} how `isOpen`: the places behind the cut-off are free
 */
export function drawLinks(layout, { predicted, cutOff }, { list, crossings }, { isOpen, isTold }) {
  const [x0, x1] = linkEnds(layout);
  const heights = (/** @type {number} */ page) => /** @type {[number, number]} */ ([
    rowMiddle(layout, list.indexOf(page), cutOff), rowMiddle(layout, predicted.indexOf(page), cutOff)]);
  const shown = isOpen ? list.slice(0, cutOff) : list;
  const kindOf = (/** @type {number} */ page) => {
    const own = crossings.filter(({ pair }) => pair.includes(page));
    return own.length === 0 ? 'same' : isTold && own.every(({ isNeeded }) => isNeeded) ? 'needed' : 'not-needed';
  };
  return [
    ...shown.map((page) => s('path', { class: `tie-link ${kindOf(page)}`,
      d: curve(x0, heights(page)[0], x1, heights(page)[1]) })),
    ...crossings.map(({ pair: [a, b], isNeeded }) => {
      const place = crossing(x0, x1, heights(a), heights(b));
      return place && s('circle', { class: `tie-dot ${isTold && isNeeded ? 'needed' : 'not-needed'}`, cx: place[0],
        cy: place[1], r: layout.isPhone ? 6 : 8 });
    })];
}

/** The places behind the cut-off as one open box on both sides. @param {Layout} layout @param {TiesRun} run */
export function drawOpen(layout, { pages, cutOff }) {
  const { left, right, width, row, isPhone } = layout;
  const top = rowTop(layout, cutOff, cutOff) - 6;
  const height = rowTop(layout, pages.length - 1, cutOff) + row + 6 - top;
  const [x0, x1] = linkEnds(layout);
  const middle = (x0 + x1) / 2;
  return [
    s('rect', { class: 'open-ground', x: x0, y: top, width: x1 - x0, height }),
    ...[left, right].map((x) => s('rect', { class: 'open-box', x: x - 6, y: top, width: width + 12, height, rx: 10 })),
    s('text', { class: 'head ours', x: middle, y: top + height / 2 - 4, 'text-anchor': 'middle' },
      isPhone ? 'any' : 'any order'),
    s('text', { class: isPhone ? 'head ours' : 'axis', x: middle, y: top + height / 2 + (isPhone ? 16 : 20),
      'text-anchor': 'middle' }, ...(isPhone ? ['order'] : ['no demand at this ', symbol('w')]))];
}

/**
 * The slack of each reference below the switch, with the loss inside it. @param {Layout} layout @param {TiesRun} run
 * @param {readonly { slack: number, isChosen: boolean, isTold: boolean, grown: number }[]} slacks
 */
export function drawSlacks({ isPhone, ways: switched }, { loss }, slacks) {
  const { x, step, slack: { y, width, height } } = switched;
  return slacks.flatMap(({ slack, isChosen, isTold, grown }, at) => {
    const left = x + at * step + (isPhone ? 0 : 10);
    const number = { x: left + width + (isPhone ? 4 : 10), y: y + height / 2 + 6 };
    if (!isTold) {
      return [hiddenBox(left, y, width, height), s('text', { class: 'axis', ...number }, 'slack')];
    }
    return [s('rect', { class: 'run-room', x: left, y, width, height, rx: 3 }),
      s('rect', { class: `slack-bar${isChosen ? ' chosen' : ''}`, x: left, y, height, rx: 3,
        width: width * Math.min(1, slack) * grown }),
      s('rect', { class: 'run-inner', x: left, y: y + height / 2 - 3, width: width * loss, height: 6 }),
      s('text', { class: `${isPhone ? 'strong' : 'value'} theirs`, ...number }, fixed(slack, 3))];
  });
}
