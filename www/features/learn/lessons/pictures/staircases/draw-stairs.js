// Draws a small panel for each feature: empty until a round chooses it, then its staircase. No state.

import { fixed } from '../../../../../lib/format.js';
import { s } from '../../../../../ui/dom.js';
import { cornersOf, liftOf } from './rounds.js';

/** What the features add to the score of one page, by feature. @typedef {{ value: number, part: number }[]} Page */
/** @typedef {import('./rounds.js').Stair} Stair */
/**
 * @typedef {{ left: number, top: number, width: number, height: number, across: number, down: number, columns: number,
 *   letters: number, chain: { left: number, right: number, y: number, height: number },
 *   track: { left: number, right: number, y: number }, isPhone: boolean }} Layout
 */

/** What the bar of a score has room for. A fixed room keeps one scale over the first rounds. */
const SCORE = 2.6;

/** @param {boolean} isPhone @param {number} features @returns {Layout} */
export function layoutOf(isPhone, features) {
  const columns = features > 9 ? 4 : 3;
  const rows = Math.ceil(features / columns);
  if (isPhone) {
    const [across, down] = [378 / columns, 268 / rows];
    return { left: 8, top: 22, width: across - 8, height: down - 26, across, down, columns,
      letters: Math.floor((across - 6) / 8.3), chain: { left: 84, right: 330, y: 272, height: 15 },
      track: { left: 84, right: 360, y: 324 }, isPhone };
  }
  const [across, down] = [788 / columns, 480 / rows];
  return { left: 36, top: 108, width: across - 20, height: down - 50, across, down, columns,
    letters: Math.floor((across - 20) / 8), chain: { left: 150, right: 740, y: 556, height: 26 },
    track: { left: 150, right: 790, y: 616 }, isPhone };
}

/**
 * @param {Layout} layout @param {readonly Stair[]} stairs @param {readonly string[]} names
 * @param {Page | null} page whose places are marked
 */
export function drawStairs(layout, stairs, names, page) {
  const values = stairs.flatMap(({ steps }) => steps?.values ?? []);
  const [low, high] = [Math.min(-0.2, ...values), Math.max(0.5, ...values)];
  return stairs.map((stair, at) => {
    const x = layout.left + (at % layout.columns) * layout.across;
    const y = layout.top + Math.floor(at / layout.columns) * layout.down;
    return s('g', { class: `stairs-panel${stair.steps ? '' : ' empty'}${stair.newest ? ' newest' : ''}`,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
    drawPanel(layout, stair, names[at], [low, high], page?.[at] ?? null));
  });
}

/**
 * @param {Layout} layout @param {Stair} stair @param {string} name @param {readonly [number, number]} scale
 * @param {Page[number] | null} place
 */
function drawPanel({ width, height, letters, isPhone }, { steps, range, chosen, newest }, name, [low, high], place) {
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
    place ? s('circle', { class: 'stairs-place', cx: over(place.value), cy: up(place.part), r: isPhone ? 4.5 : 6 })
      : null,
    // A dot for each round that chose the feature.
    Array.from({ length: chosen }, (_, at) => s('circle', { class: 'stairs-dot', cx: 8 + at * (isPhone ? 8 : 11),
      cy: isPhone ? 8 : 11, r: isPhone ? 3 : 4 })),
    newest && !isPhone ? s('text', { class: 'strong', x: width - 6, y: height - 8, 'text-anchor': 'end' },
      `${newest.weight > 0 ? '+' : ''}${fixed(newest.weight, 3)}`) : null].flat();
}

/**
 * The parts of the score of a page end to end; what a feature takes away leads back below them. Printed parts add up.
 * @param {Layout} layout @param {readonly Stair[]} stairs @param {Page} page @param {readonly string[]} names
 */
export function drawChain({ left: start, chain, isPhone }, stairs, page, names) {
  const { left, right, y, height } = chain;
  const most = Math.max(SCORE, stairs.reduce((sum, { steps }) => sum + Math.max(0, ...steps?.values ?? []), 0));
  const long = (/** @type {number} */ part) => (Math.abs(part) * (right - left)) / most;
  const score = page.reduce((sum, { part }) => sum + part, 0);
  const printed = printedParts(page);
  let end = left;
  const segments = page.flatMap(({ part }, at) => {
    if (!part) return [];
    const width = long(part);
    const x = part > 0 ? end : end - width;
    end = part > 0 ? end + width : x;
    const isRead = !isPhone && width > 54 && part > 0;
    return [s('g', { class: `stairs-part ${part > 0 ? 'up' : 'down'}${stairs[at].newest ? ' newest' : ''}` },
      s('title', {}, `${names[at]}: ${fixed(printed[at], 3)}`),
      s('rect', { x, y: part > 0 ? y : y + height / 2, width, height: part > 0 ? height : height / 2 + 4, rx: 2 }),
      isRead ? s('text', { class: 'strong', x: x + width / 2, y: y + height / 2 + 5.5, 'text-anchor': 'middle' },
        fixed(printed[at], 3)) : null)];
  });
  return [s('text', { class: isPhone ? 'axis' : '', x: start, y: y + height / 2 + 5.5 },
    isPhone ? 'score of ○' : 'Score of ○'), ...segments,
  s('text', { class: isPhone ? 'axis ink' : 'value', x: Math.max(end, left) + 8, y: y + height / 2 + 6 },
    fixed(score, 3))];
}

const rounded = (/** @type {number} */ value) => Math.round(1000 * value) / 1000;

/** The parts as printed: the smallest one takes the rounding. @param {Page} page */
export function printedParts(page) {
  const parts = page.map(({ part }) => rounded(part));
  const missing = rounded(page.reduce((sum, { part }) => sum + part, 0)) - parts.reduce((sum, part) => sum + part, 0);
  const size = (/** @type {number} */ part) => (part === 0 ? Infinity : Math.abs(part));
  const smallest = parts.reduce((least, part, at) => (size(part) < size(parts[least]) ? at : least), 0);
  return parts.map((part, at) => (at === smallest ? rounded(part + missing) : part));
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
