// The key of the table of the search: what its letters, bars and parts mean. No state.

import { s } from '../../../../../ui/dom.js';
import { symbol } from '../drawn-frame.js';

/** @param {number} x @param {number} y @param {...import('../../../../../ui/dom.js').Child} words */
const text = (x, y, ...words) => s('text', { class: 'axis', x, y }, ...words);

/** @param {import('./layouts.js').Layout} layout @param {readonly string[]} show @param {boolean} isTold */
export function drawNotes({ isPhone }, show, isTold) {
  const H = symbol('H');
  if (show.includes('path')) {
    return isPhone ? [] : [s('text', { class: 'head ours', x: 36, y: 472 }, 'Your list'),
      text(36, 580, 'The list is the path, read from the top.')];
  }
  if (show.includes('rounds')) {
    if (isPhone) return [text(18, 344, 'Iteration 0 to 4. Orange: greedy’s ', H, isTold ? ', pale: missed.' : '.')];
    return [s('text', { class: 'head theirs', x: 36, y: 500 }, H, ' greedy finds'),
      ...(isTold ? [text(36, 526, 'pale: the exact'), text(36, 546, 'search finds more')] : []),
      text(36, 594, 'iteration'),
      text(200, 636, 'Each iteration has another ', s('tspan', { class: 'symbol strong' }, 'w'),
        ', and another table.')];
  }
  if (isPhone) return [text(18, 344, 'P, S good, – bad. Orange adds to ', H, '.')];
  if (show.includes('split')) {
    return [text(36, 636, 'P, S: the good soups, –: a bad result. ', H, ' is loss minus margin.')];
  }
  return [isTold ? text(36, 636, 'A cell is what this place adds to ', H, '. The cells of a path add up.')
    : text(36, 636, 'P, S: the good soups. –: a bad result. Orange adds to ', H, ', grey takes away.')];
}
