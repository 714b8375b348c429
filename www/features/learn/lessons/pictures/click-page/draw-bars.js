// Draws two bars for each product of a result page: its clicks, and its clicks divided by the share that saw it; with a
// tick for what the users want. No state.

import { s } from '../../../../../ui/dom.js';

/** @typedef {import('./layouts.js').Layout} Layout */
/** `wanted`: null while hidden. @typedef {{ clicks: number, weighed: number, wanted: number | null }} Worth */

const FIRST = 500; // sessions that the axes have room for; then twice as many, and so on
const CLICKED = 0.25; // of the sessions: the end of the axis of clicks
const HIGH = { wide: 22, phone: 13 };

/** @param {Layout} layout @param {{ worths: readonly Worth[], sessions: number }} view `worths`: by rank */
export function drawBars(layout, { worths, sessions }) {
  const { bars: [counted, divided], page: { isPhone, y, pitch, height }, key } = layout;
  const room = FIRST * 2 ** Math.max(0, Math.ceil(Math.log2(sessions / FIRST)));
  const most = Math.max(CLICKED * room, ...worths.map(({ clicks }) => clicks));
  const mostWeighed = Math.max(room, ...worths.map(({ weighed }) => weighed));
  const head = y - (isPhone ? 9 : 24);
  const bottom = y + pitch * (worths.length - 1) + height;
  return [
    s('text', { class: isPhone ? 'axis ink' : 'strong', x: counted.x, y: head }, 'clicks'),
    s('text', { class: `${isPhone ? 'axis ' : ''}strong ours`, x: divided.x, y: head },
      isPhone ? '÷ seen' : 'clicks ÷ seen'),
    [counted, divided].map(({ x }) => s('line', { class: 'click-axis', x1: x, x2: x, y1: y, y2: bottom })),
    worths.map(({ clicks, weighed, wanted }, rank) => [
      drawBar(layout, counted, rank, 'counted', clicks, most, null),
      drawBar(layout, divided, rank, 'divided', weighed, mostWeighed, wanted)]),
    worths.some(({ wanted }) => wanted !== null) ? drawKey(key, isPhone) : null,
  ];
}

/**
 * @param {Layout} layout @param {{ x: number, length: number, end: number }} column @param {number} rank
 * @param {'counted' | 'divided'} kind @param {number} value @param {number} most @param {number | null} tick
 */
function drawBar({ page: { isPhone, y, pitch, height } }, { x, length, end }, rank, kind, value, most, tick) {
  const high = HIGH[isPhone ? 'phone' : 'wide'];
  const middle = y + rank * pitch + height / 2;
  const width = (length * value) / most;
  const at = tick === null ? null : x + (length * tick) / most;
  return [s('rect', { class: `click-bar ${kind}`, x, y: middle - high / 2, width, height: high, rx: 2 }),
    at === null ? null : s('line', { class: 'click-tick', x1: at, x2: at, y1: middle - 0.72 * high,
      y2: middle + 0.72 * high }),
    s('text', { class: `axis ${kind === 'divided' ? 'ours' : 'ink'}`, y: middle + 5.5,
      ...isPhone ? { x: end, 'text-anchor': 'end' } : { x: Math.max(x + width, at ?? 0) + 8 } },
    String(Math.round(value)))];
}

/** @param {{ x: number, y: number }} place @param {boolean} isPhone */
function drawKey({ x, y }, isPhone) {
  return [s('line', { class: 'click-tick', x1: x - 12, x2: x - 12, y1: y - 14, y2: y + (isPhone ? 16 : 10) }),
    isPhone ? [s('text', { class: 'axis', x, y }, 'what users'), s('text', { class: 'axis', x, y: y + 18 }, 'want')]
      : s('text', { class: 'axis', x, y: y + 5 }, 'what users want')];
}
