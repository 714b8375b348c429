// Draws a small panel for each feature: empty until a round chooses it, then its staircase. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { cornersOf, liftOf } from './rounds.js';

/** @typedef {import('./rounds.js').Stair} Stair */
/**
 * @typedef {{ left: number, top: number, width: number, height: number, across: number, down: number, columns: number,
 *   letters: number, track: { left: number, right: number, y: number }, isPhone: boolean }} Layout
 */

/** @param {boolean} isPhone @param {number} features @returns {Layout} */
export function layoutOf(isPhone, features) {
  const columns = features > 9 ? 4 : 3;
  const rows = Math.ceil(features / columns);
  if (isPhone) {
    const [across, down] = [378 / columns, 276 / rows];
    return { left: 8, top: 22, width: across - 8, height: down - 26, across, down, columns,
      letters: Math.floor((across - 6) / 8.3), track: { left: 84, right: 360, y: 320 }, isPhone };
  }
  const [across, down] = [788 / columns, 480 / rows];
  return { left: 36, top: 108, width: across - 20, height: down - 50, across, down, columns,
    letters: Math.floor((across - 20) / 8), track: { left: 120, right: 790, y: 604 }, isPhone };
}

/** @param {Layout} layout @param {readonly Stair[]} stairs @param {readonly string[]} names */
export function drawStairs(layout, stairs, names) {
  const values = stairs.flatMap(({ steps }) => steps?.values ?? []);
  const [low, high] = [Math.min(-0.2, ...values), Math.max(0.5, ...values)];
  return stairs.map((stair, at) => {
    const x = layout.left + (at % layout.columns) * layout.across;
    const y = layout.top + Math.floor(at / layout.columns) * layout.down;
    return s('g', { class: `stairs-panel${stair.steps ? '' : ' empty'}${stair.newest ? ' newest' : ''}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, drawPanel(layout, stair, names[at], [low, high]));
  });
}

/** @param {Layout} layout @param {Stair} stair @param {string} name @param {readonly [number, number]} scale */
function drawPanel({ width, height, letters, isPhone }, { steps, range, chosen, newest }, name, [low, high]) {
  const up = (/** @type {number} */ value) => 4 + ((high - value) / (high - low)) * (height - 8);
  const head = [s('title', {}, name),
    s('text', { class: `${isPhone ? 'axis' : ''} ${newest ? 'strong ours' : steps ? 'ink' : 'soft'}`, x: 0,
      y: isPhone ? -5 : -8 }, name.length <= letters ? name : `${name.slice(0, letters - 1)}…`),
    s('rect', { class: 'stairs-room', width, height, rx: 4 })];
  if (!steps || !range) return head;
  const over = (/** @type {number} */ value) =>
    Math.min(1, Math.max(0, (value - range[0]) / (range[1] - range[0]))) * width;
  const line = (/** @type {[number, number][]} */ corners) =>
    corners.map(([x, y]) => `${over(x).toFixed(1)},${up(y).toFixed(1)}`).join(' ');
  return [...head,
    s('line', { class: 'stairs-zero', x1: 0, x2: width, y1: up(0), y2: up(0) }),
    newest ? s('polygon', { class: `stairs-lift ${newest.weight < 0 ? 'down' : 'up'}`,
      points: line(liftOf(steps, range, newest)) }) : null,
    s('polyline', { class: 'stairs-line', points: line(cornersOf(steps, range)) }),
    // A dot for each round that chose the feature.
    Array.from({ length: chosen }, (_, at) => s('circle', { class: 'stairs-dot', cx: 8 + at * (isPhone ? 8 : 11),
      cy: isPhone ? 8 : 11, r: isPhone ? 3 : 4 })),
    newest && !isPhone ? s('text', { class: 'strong', x: width - 6, y: height - 8, 'text-anchor': 'end' },
      `${newest.weight > 0 ? '+' : ''}${fixed(newest.weight, 2)}`) : null].flat();
}

/**
 * The rounds. @param {Layout} layout @param {number} rounds @param {number} last that is open @param {number} now
 */
export function drawRounds({ left, isPhone, track }, rounds, last, now) {
  const x = (/** @type {number} */ at) => roundX(track, at, rounds);
  const { y } = track;
  return [s('text', { class: isPhone ? 'axis' : '', x: left, y: y + 5 }, isPhone ? `round ${now}` : 'Round'),
    s('line', { class: 'chart-track', x1: x(0), x2: x(last), y1: y, y2: y }),
    last < rounds ? s('line', { class: 'chart-track closed', x1: x(last) + 4, x2: x(rounds), y1: y, y2: y }) : null,
    ...Array.from({ length: rounds + 1 }, (_, at) => [s('circle', { class: 'chart-stop', cx: x(at), cy: y, r: 4 }),
      isPhone ? null : s('text', { class: 'axis', x: x(at), y: y + 42, 'text-anchor': 'middle' }, String(at))])].flat();
}

/** @param {Layout['track']} track @param {number} at @param {number} rounds */
export const roundX = ({ left, right }, at, rounds) => left + (at * (right - left)) / Math.max(1, rounds);
