// Draws the users of a model of one number on its line, in bands of users who get the same first item. No state.

import { s } from '../../../../../ui/dom.js';

/** @typedef {import('../../../../../core/ratings-protocol.js').Factors} Factors */

/**
 * The users by their number, and the first item of each. @param {Factors} factors of rank 1
 * @returns {{ taste: number, first: number }[]}
 */
export function firstsOf({ tastes, places, biases }) {
  return Array.from(tastes, (taste) => ({ taste, first: Array.from(places).reduce((best, place, item) =>
    (taste * place + biases[item] > taste * places[best] + biases[best] ? item : best), 0) }))
    .toSorted((one, other) => one.taste - other.taste);
}

/** How many users have how many first items. @param {Factors} factors */
export function lineWords(factors) {
  const users = firstsOf(factors);
  return `${users.length} users, ${new Set(users.map(({ first }) => first)).size} first items`;
}

/** @param {boolean} isPhone @param {Factors} factors */
export function drawLine(isPhone, factors) {
  const users = firstsOf(factors);
  const [left, right, y, height] = isPhone ? [12, 378, 304, 22] : [36, 812, 576, 40];
  const [low, high] = [users[0].taste, users[users.length - 1].taste];
  const x = (/** @type {number} */ taste) => left + ((right - left) * (taste - low)) / (high - low || 1);
  const bands = users.flatMap(({ taste, first }, at) => (at && users[at - 1].first === first ? []
    : [{ first, from: at ? (x(taste) + x(users[at - 1].taste)) / 2 : left }]));
  return [
    s('text', { class: isPhone ? 'axis ink' : 'strong', x: left, y: y - (isPhone ? 8 : 14) },
      `${isPhone ? '' : 'One number per user: '}${lineWords(factors)}`),
    ...bands.map(({ from, first }, at) => s('rect', { class: `star-band${at % 2 ? ' odd' : ''}`, x: from, y, height,
      width: (bands[at + 1]?.from ?? right) - from }, s('title', {}, `item ${first + 1} is first`))),
    ...users.map(({ taste }) => s('line', { class: 'star-user', x1: x(taste), x2: x(taste), y1: y + height / 4,
      y2: y + (3 * height) / 4 })),
    isPhone ? null : s('text', { class: 'axis', x: left, y: y + height + 22 },
      'A mark is a user. The users of one band have the same first item.'),
  ];
}
