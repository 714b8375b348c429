// Draws how many of twenty sessions saw each of the first ranks. No state.

import { s } from '../../../../../ui/dom.js';
import { hiddenBox } from '../drawn-frame.js';

/** @typedef {import('./layouts.js').Layout} Layout */

export const DOTS = 20; // of a rank

/**
 * @param {Layout} layout
 * @param {{ shares: readonly (number | null)[], sessions: number }} view `shares`: of the first ranks; null while
 * hidden
 */
export function drawDots(layout, { shares, sessions }) {
  const { panel: { x }, page: { isPhone }, dots: { y, pitch } } = layout;
  const note = sessions === DOTS ? 'Twenty sessions, one dot each.' : 'A dot is one session in twenty.';
  return [
    isPhone ? null : s('text', { class: 'head', x, y: 137 }, 'One session'),
    isPhone ? null : s('text', { x, y: 166 }, 'The eye jumps down the page.'),
    isPhone ? null : s('text', { x, y: 190 }, 'Lit rows were seen, the ring is a click.'),
    s('text', { class: isPhone ? 'axis ink' : 'strong', x, y: y - (isPhone ? 25 : 34) },
      isPhone ? 'Saw rank …' : 'Sessions that saw rank …'),
    ...shares.map((share, rank) => drawRank(layout, share, rank)),
    s('text', { class: 'axis', x, y: y + pitch * shares.length + (isPhone ? -8 : 6) },
      isPhone ? (sessions === DOTS ? 'a dot: a session' : 'a dot: 1 in 20') : note),
  ];
}

/** @param {Layout} layout @param {number | null} share @param {number} rank */
function drawRank({ panel, page: { isPhone }, dots: { x, y, across, gap, radius, pitch } }, share, rank) {
  const top = y + rank * pitch;
  const lines = DOTS / across;
  const number = s('text', { class: 'soft', x: panel.x, y: top + (lines - 1) * gap / 2 + 5.5 }, String(rank + 1));
  if (share === null) {
    return s('g', {}, number, hiddenBox(x - radius - 2, top - radius - (isPhone ? 2 : 7),
      (across - 1) * gap + 2 * radius + 4, (lines - 1) * gap + 2 * radius + (isPhone ? 4 : 14)));
  }
  const full = Math.round(share * DOTS);
  return s('g', {}, number, Array.from({ length: DOTS }, (_, at) => s('circle', {
    class: `click-dot${at < full ? ' seen' : ''}`, cx: x + (at % across) * gap,
    cy: top + Math.floor(at / across) * gap, r: radius })));
}
